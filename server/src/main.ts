import { type Config, readConfig } from './config/config.ts';
import { EnvError, readEnv } from './config/env.ts';
import { type AppContext, createContext } from './context.ts';
import { deliverArrivals } from './seed/deliver-arrivals.ts';
import { seedDemo } from './seed/seed-demo.ts';
import { welcome } from './seed/welcome.ts';
import { type Running, startRoles } from './start-roles.ts';

const STOP_WITHIN_MS = 9_000;

async function main(): Promise<void> {
  const config = readConfig(readEnv());
  const context = await createContext(config);
  try {
    await start(config, context);
  } catch (error) {
    // What was opened must not stay behind: the embedded database would go on running.
    await context.close();
    throw error;
  }
}

async function start(config: Config, context: AppContext): Promise<void> {
  if (config.seed === 'demo') context.startUp.waitingFor = 'demo world';
  const running = await startRoles(context);
  const stop = stopOnSignal(context, running);
  try {
    if (config.seed === 'demo') await fillWithDemo(context, running);
    process.stdout.write(await welcome(context.db, config, running));
  } catch (error) {
    // Stopped by a signal in the middle of it, what fails is no news.
    if (stop.asked) return;
    await running.stop();
    throw error;
  }
}

/** HTTP is open already, and says that it is not ready yet. */
async function fillWithDemo(context: AppContext, running: Running): Promise<void> {
  const arrivals = await seedDemo(context);
  context.startUp.waitingFor = null;
  const { smtpPort } = running;
  if (smtpPort !== null)
    deliverArrivals(context, arrivals, { host: context.config.mail.host, port: smtpPort });
}

function stopOnSignal(context: AppContext, running: Running): { asked: boolean } {
  const stop = { asked: false };
  const run = (signal: string) => {
    if (stop.asked) return;
    stop.asked = true;
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
  process.on('SIGTERM', run);
  process.on('SIGINT', run);
  return stop;
}

main().catch((error: Error) => {
  console.error(error instanceof EnvError ? `Configuration: ${error.message}` : error);
  process.exit(1);
});
