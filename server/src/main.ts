import { readConfig } from './config/config.ts';
import { EnvError, readEnv } from './config/env.ts';
import { createContext } from './context.ts';
import { startRoles } from './start-roles.ts';

const STOP_WITHIN_MS = 9_000;

async function main(): Promise<void> {
  const config = readConfig(readEnv());
  const context = await createContext(config);
  const running = await startRoles(context);
  let stopping = false;
  const stop = (signal: string) => {
    if (stopping) return;
    stopping = true;
    context.log.info({ signal }, 'Stopping');
    context.clock.after(STOP_WITHIN_MS, () => {
      context.log.error({}, 'Did not stop in time');
      process.exit(1);
    });
    running
      .stop()
      .then(() => context.close())
      .then(
        () => context.log.info({}, 'Stopped'),
        (error: Error) => {
          context.log.error({ reason: error.message }, 'Did not stop cleanly');
          process.exitCode = 1;
        },
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

main().catch((error: Error) => {
  console.error(error instanceof EnvError ? `Configuration: ${error.message}` : error);
  process.exit(1);
});
