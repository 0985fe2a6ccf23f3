import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Returns a program's output; a failure includes it in the message. */
export async function runCommand(command: string[], input = ''): Promise<string> {
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
  }
  // It may exit without reading it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${said.slice(-4_000)}`);
  return said;
}
