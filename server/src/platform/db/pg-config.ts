/** How to reach a PostgreSQL. Plain data, so it can be passed to another process. */
export type PgConfig = (
  | { connectionString: string }
  | { host: string; port: number; user: string; database: string; password?: string }
) & {
  /** A pooler is in between, which rejects startup options. */
  pooled?: true;
};

/** The logger methods that this folder uses. */
export type DbLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/**
 * The same as one URL, for libraries and commands that expect a DATABASE_URL; `host` may be a socket folder.
 */
export function databaseUrl(config: PgConfig): string {
  if ('connectionString' in config) return config.connectionString;
  const credentials = [config.user, ...(config.password === undefined ? [] : [config.password])];
  const host = config.host.includes(':') ? `[${config.host}]` : encodeURIComponent(config.host);
  const database = encodeURIComponent(config.database);
  return `postgresql://${credentials.map(encodeURIComponent).join(':')}@${host}:${config.port}/${database}`;
}

/** The same server, another database. */
export function withDatabase(config: PgConfig, database: string): PgConfig {
  if (!('connectionString' in config)) return { ...config, database };
  const url = new URL(config.connectionString);
  url.pathname = `/${encodeURIComponent(database)}`;
  return { connectionString: url.href };
}
