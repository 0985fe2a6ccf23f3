import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { programEnv, root } from './start-program.ts';

/** Runs an admin command; on failure throws an error with its output. */
export function runAdmin(dataDir: string, args: string[]): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'server/src/admin/main.ts'), ...args], {
    cwd: root,
    env: programEnv(dataDir, { LOG_LEVEL: 'warn' }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => said.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const text = Buffer.concat(said).toString('utf8');
      if (code === 0) resolve(text);
      else reject(new Error(`admin ${args.join(' ')} failed:\n${text.slice(-2_000)}`));
    });
  });
}
