import { buildApp } from './app.ts';
import type { AppContext } from './context.ts';

export type Running = {
  /** The ports that were given, for 0 any free one. */
  httpPort: number | null;
  stop(): Promise<void>;
};

/** Starts what this process is for; stops it in the opposite order. */
export async function startRoles(context: AppContext): Promise<Running> {
  await using started = new AsyncDisposableStack();
  const { config, log } = context;
  let httpPort: number | null = null;

  if (config.roles.has('http')) {
    const app = await buildApp(context);
    started.defer(() => app.close());
    await app.listen({ host: config.http.host, port: config.http.port });
    const address = app.server.address();
    httpPort = typeof address === 'object' && address !== null ? address.port : config.http.port;
    log.info({ host: config.http.host, port: httpPort }, 'HTTP is open');
  }

  const parts = started.move();
  return { httpPort, stop: () => parts.disposeAsync() };
}
