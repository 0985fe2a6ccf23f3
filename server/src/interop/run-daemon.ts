import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { systemClock } from '../platform/clock.ts';

export type Daemon = {
  /** Its output so far. */
  words(): string;
  signal(signal: NodeJS.Signals): void;
  stop(): Promise<void>;
};

const START_MS = 60_000;
const PATIENCE_MS = 15_000;
const LOOK_AGAIN_MS = 50;

/** Runs a program in the foreground and waits until it listens; it is ended by its own pid. */
export async function runDaemon(
  command: string[],
  env: Record<string, string>,
  port: number,
  stopSignal: NodeJS.Signals = 'SIGTERM',
): Promise<Daemon> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      said = (said + piece.toString()).slice(-20_000);
    });
  }
  const ended = once(child, 'close').catch((error: Error) => {
    said += error.message;
  });
  const daemon = {
    words: () => said,
    signal: (signal: NodeJS.Signals) => void child.kill(signal),
    async stop() {
      child.kill(stopSignal);
      await ended;
    },
  };
  const until = systemClock.now() + START_MS;
  while (!(await listens(port))) {
    if (child.exitCode !== null || child.pid === undefined || systemClock.now() > until) {
      await daemon.stop();
      throw new Error(`${program} does not listen: ${said}`);
    }
    await systemClock.sleep(LOOK_AGAIN_MS);
  }
  return daemon;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** Polls until there is a result, for as long as another program may need under load. */
export async function waitFor<T>(look: () => Promise<T | null>, what: () => string): Promise<T> {
  const until = systemClock.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    if (systemClock.now() > until) throw new Error(`It did not come: ${what()}`);
    await systemClock.sleep(LOOK_AGAIN_MS);
  }
}
