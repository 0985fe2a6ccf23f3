import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Ended = { code: number | null; said: string };

const LONGEST_MS = 50_000;

/** Runs a program to its end, or kills it after so many milliseconds as a machine that loses its power would. */
export async function runProgram(
  command: string[],
  options: { env: Record<string, string>; cwd?: string; input?: string; killAfterMs?: number },
): Promise<Ended> {
  const { env, cwd, input = '', killAfterMs = LONGEST_MS } = options;
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    ...{ env, timeout: killAfterMs, killSignal: 'SIGKILL' },
    ...(cwd === undefined ? {} : { cwd }),
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      said = (said + piece.toString()).slice(-20_000);
    });
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}
