import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';

export const ROOT = join(import.meta.dirname, '../../..');
export const DEPLOY = join(ROOT, 'deploy');
const KEY = Buffer.alloc(32).toString('base64');

/** A file below `deploy/`. */
export const shipped = (path: string) => readFile(join(DEPLOY, path), 'utf8');

/** The shipped settings, with a key in place of the one to be chosen. */
export async function readShippedSettings(): Promise<{ env: Record<string, string>; config: Config }> {
  const lines = (await shipped('bocau.env')).replace('SECRETS_KEY_VALUE', KEY).split('\n');
  const env = Object.fromEntries(
    lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s, 2) as [string, string]),
  );
  return { env, config: readConfig(readEnv(env)) };
}

/** The flags and the environment that `npm start` gives to Node. */
export async function startedWith(): Promise<{ flags: string[]; environment: string }> {
  const read = async (name: string) => JSON.parse(await readFile(join(ROOT, 'server', name), 'utf8'));
  const given = Object.entries((await read('process-env.json')) as Record<string, string>);
  return {
    flags: (await read('node-flags.json')) as string[],
    environment: given.map(([name, value]) => `${name}=${value}`).join(' '),
  };
}
