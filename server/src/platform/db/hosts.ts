import type { PgConfig } from './pg-config.ts';

export type Host = { host: string; port: number };

const DEFAULT_PORT = 5432;
/** The scheme with a user, the hosts, and the rest. */
const URL_PARTS = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s;
const ONE_HOST = /^(\[[^\]]+\]|[^:]*)(?::(\d+))?$/;

/** The hosts of a URL like `h1:5432,h2:5432`, which libpq accepts and a URL parser does not. */
export function hostsOf(url: string): Host[] {
  const [, , hosts = ''] = URL_PARTS.exec(url) ?? [];
  return hosts.split(',').map((text) => {
    const [, host = text, port] = ONE_HOST.exec(text) ?? [];
    return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? DEFAULT_PORT : Number(port) };
  });
}

/** One URL per host, which a URL parser accepts. */
export function urlsOfHosts(url: string): string[] {
  const [, before = '', hosts = '', rest = ''] = URL_PARTS.exec(url) ?? ['', url];
  return hosts.split(',').map((host) => `${before}${host}${rest}`);
}

export function hasSeveralHosts(config: PgConfig): config is PgConfig & { connectionString: string } {
  return 'connectionString' in config && hostsOf(config.connectionString).length > 1;
}

/** A configuration the driver understands; which of several hosts to connect to is decided later. */
export function readableConfig(config: PgConfig): PgConfig {
  if (!hasSeveralHosts(config)) return config;
  const [connectionString = config.connectionString] = urlsOfHosts(config.connectionString);
  return { ...config, connectionString };
}
