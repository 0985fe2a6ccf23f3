import { databaseUrl } from '../platform/db/pg-config.ts';
import { prepareCluster, SOCKET_PORT } from '../platform/db/postgres-cluster.ts';
import { APP_DATABASE, APP_USER } from '../platform/db/postgres-keeper.ts';

/** The DATABASE_URL of the running embedded database of this data folder, for a second process on it. */
export async function embeddedDatabaseUrl(dataDir: string): Promise<string> {
  const { socketDir } = await prepareCluster(dataDir);
  return databaseUrl({ host: socketDir, port: SOCKET_PORT, user: APP_USER, database: APP_DATABASE });
}
