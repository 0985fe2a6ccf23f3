import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { COMPILE_CACHE } from './compile-cache.ts';
import type { TestServer } from './start-server.ts';
import { collectingProcess } from './statements/collecting-process.ts';

const ADMIN = join(import.meta.dirname, '..', 'admin', 'main.ts');

/** Starts `npm run admin -- …` on the data of this server. */
export function startAdmin(
  { context: { pgConfig, config } }: TestServer,
  args: string[],
  env: Record<string, string> = {},
  stdout: 'pipe' | number = 'pipe',
): ChildProcess {
  const given = { DATABASE_URL: databaseUrl(pgConfig), DATA_DIR: config.dataDir, DATABASE_POOL: '4', ...env };
  const collector = collectingProcess();
  return spawn(process.execPath, [...collector.args, ADMIN, ...args], {
    env: { PATH: '/usr/bin:/bin', ...COMPILE_CACHE, ...collector.env, ...given },
    stdio: ['pipe', stdout, 'pipe'],
  });
}

/** What it said until its end, and its exit code. */
export async function endOf(child: ChildProcess): Promise<{ code: number; out: string; err: string }> {
  let [out, err] = ['', ''];
  child.stdout?.on('data', (piece: Buffer) => (out += piece.toString()));
  child.stderr?.on('data', (piece: Buffer) => (err += piece.toString()));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}
