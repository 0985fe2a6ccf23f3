import type { Config } from '../config/config.ts';
import { type AppContext, createContext } from '../context.ts';
import { silentLogger } from '../platform/logger.ts';
import { type Running, startRoles } from '../start-roles.ts';
import type { TestServer } from './start-server.ts';

export type SecondServer = { context: AppContext; running: Running; baseUrl: string; close(): Promise<void> };

/** Another server over the same database, with its own connections and memory, like a second process. */
export async function startSecondServer(
  { context: first }: TestServer,
  differing: Partial<Config> = {},
): Promise<SecondServer> {
  const { clock, config, pgConfig } = first;
  const context = await createContext({ ...config, ...differing }, { clock, log: silentLogger, pgConfig });
  const running = await startRoles(context);
  return {
    ...{ context, running, baseUrl: `http://127.0.0.1:${running.httpPort}` },
    async close() {
      await running.stop();
      await context.close();
    },
  };
}
