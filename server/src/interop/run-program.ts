import { spawn } from 'node:child_process';
import { once } from 'node:events';

export type Ended = { code: number | null; said: string };

const LONGEST_MS = 150_000;

/** Runs a program to its end, or kills it when it is told to, as a machine that loses its power would. */
export async function runProgram(
  command: string[],
  options: { env: Record<string, string>; cwd?: string; input?: string; kill?: AbortSignal },
): Promise<Ended> {
  const { env, cwd, input = '', kill } = options;
  const [program = '', ...args] = command;
  const child = spawn(program, args, {
    ...{ env, timeout: LONGEST_MS, killSignal: 'SIGKILL' },
    ...(cwd === undefined ? {} : { cwd }),
  });
  kill?.addEventListener('abort', () => child.kill('SIGKILL'));
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
