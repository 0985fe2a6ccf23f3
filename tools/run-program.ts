import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';

export type ProgramResult = { code: number; output: string };

/** A program that `yields`, and whatever it starts, takes of the processors what others leave. */
export type Beside = 'as others' | 'yields';

/** Behind what the program under test puts back itself, at 10: it reads documents for whoever waits for a journey. */
const YIELDING = 15;

const running = new Set<ChildProcess>();
let stoppedBy: NodeJS.Signals | null = null;

/** Forwards signals to all running children and exits once the last of them has ended. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (stoppedBy) return;
    stoppedBy = signal;
    for (const child of running) child.kill(signal);
    exitWhenStopped();
  });
}

function exitWhenStopped(): void {
  if (stoppedBy && running.size === 0) process.exit(128 + constants.signals[stoppedBy]);
}

/** Runs a JavaScript or TypeScript program on the current Node; its output is shown, collected, or both. */
export function runProgram(
  args: string[],
  output: 'show' | 'collect' | 'show and collect',
  beside: Beside = 'as others',
): Promise<ProgramResult> {
  const stdio = output === 'show' ? 'inherit' : 'pipe';
  // Without a UTF-8 locale, Chromium cannot write file names in Vietnamese.
  const language = { LANG: 'C.UTF-8', ...process.env };
  const env = process.stdout.isTTY ? language : { ...language, NO_COLOR: '1' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', stdio, stdio] });
  running.add(child);
  if (beside === 'yields' && child.pid !== undefined) setPriority(child.pid, YIELDING);
  const chunks: Buffer[] = [];
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    from?.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      if (output !== 'collect') to.write(chunk);
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      running.delete(child);
      exitWhenStopped();
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString('utf8') });
    });
  });
}
