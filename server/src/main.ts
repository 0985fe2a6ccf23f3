import { checkStart, explainListenError } from './config/check-start.ts';
import { type Config, readConfig } from './config/config.ts';
import { readEnv } from './config/env.ts';
import { EnvError } from './config/env-faults.ts';
import { StartError } from './config/start-error.ts';
import { type AppContext, createContext } from './context.ts';
import { deliverArrivals } from './demo-world/deliver-arrivals.ts';
import { welcome } from './demo-world/welcome.ts';
import { tryConversions } from './features/previews/try-conversion.ts';
import { type Heartbeat, startHeartbeat } from './features/processes/heartbeat.ts';
import { type Running, startRoles } from './start-roles.ts';

const STOP_WITHIN_MS = 9_000;

async function main(): Promise<void> {
  const config = readConfig(readEnv());
  await checkStart(config);
  const context = await createContext(config);
  try {
    await start(config, context);
  } catch (error) {
    // What was opened must not stay behind: the embedded database would go on running.
    await context.close();
    throw explainListenError(error, config) ?? error;
  }
}

async function start(config: Config, context: AppContext): Promise<void> {
  if (config.seed === 'demo') context.startUp.waitingFor.add('demo world');
  const running = await startRoles(context);
  const starting = startHeartbeat(context, {
    roles: config.roles,
    operations: `${config.operations.host}:${running.operationsPort}`,
    onDrain: async () => drain(context, running, await starting, stop),
  });
  // In place before anything is waited for: what listens is to be ended gracefully.
  const stop = stopOnSignal(context, running, starting);
  try {
    await starting;
    void tryConversions(context, stop.signal);
    if (config.seed === 'demo') await fillWithDemo(context, running);
    process.stdout.write(await welcome(context.db, config, running));
  } catch (error) {
    // Stopped by a signal in the middle of it, what fails is no news.
    if (stop.asked) return;
    await starting.then(
      (heartbeat) => heartbeat.stop(),
      () => undefined,
    );
    await running.stop();
    throw error;
  }
}

/** HTTP listens already, and answers that it is not ready yet. */
async function fillWithDemo(context: AppContext, running: Running): Promise<void> {
  // It draws its pictures when it is loaded, which costs every other start a twentieth of its processor time.
  const { seedDemo } = await import('./demo-world/seed-demo.ts');
  const arrivals = await seedDemo({ ...context, db: context.background.db });
  context.startUp.waitingFor.delete('demo world');
  const { smtpPort } = running;
  if (smtpPort !== null)
    deliverArrivals(context, arrivals, { host: context.config.mail.host, port: smtpPort });
}

/** An administrator takes this process out: others get its visitors, and nothing that it began is cut off. */
async function drain(
  { clock, config, drain: state, log }: AppContext,
  running: Running,
  heartbeat: Heartbeat,
  stop: Stop,
): Promise<void> {
  state.begun = true;
  log.info({}, 'draining');
  void heartbeat.beat();
  const noticed = config.roles.has('http') ? config.drainSeconds * 1000 : 0;
  // A signal meanwhile ends it soon.
  await Promise.all([clock.sleep(noticed, stop.signal), running.drain()]);
  stop.run('drained');
}

type Stop = { asked: boolean; signal: AbortSignal; run(reason: string): void };

function stopOnSignal(context: AppContext, running: Running, starting: Promise<Heartbeat>): Stop {
  const stopping = new AbortController();
  const stop: Stop = { asked: false, signal: stopping.signal, run };
  function run(signal: string): void {
    if (stop.asked) return;
    stop.asked = true;
    stopping.abort();
    context.drain.begun = true;
    context.log.info({ signal }, 'stopping');
    context.clock.after(STOP_WITHIN_MS, () => {
      context.log.error({}, 'shutdown timed out');
      process.exit(1);
    });
    running
      .stop()
      .then(async () => (await starting).stop())
      .then(() => context.close())
      .then(
        () => context.log.info({}, 'stopped'),
        (error: Error) => {
          context.log.error({ reason: error.message }, 'shutdown failed');
          process.exitCode = 1;
        },
      );
  }
  process.on('SIGTERM', run);
  process.on('SIGINT', run);
  return stop;
}

main().catch((error: Error) => {
  // What the operator can put right is told in lines; anything else is a fault of ours and needs its stack.
  console.error(error instanceof EnvError || error instanceof StartError ? error.message : error);
  process.exit(1);
});
