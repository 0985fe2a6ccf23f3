import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemClock } from './platform/clock.ts';
import { findPostmaster } from './platform/db/postgres-cluster.ts';
import { SYSTEM_PATH } from './platform/db/postgres-identity.ts';
import { COMPILE_CACHE } from './test-kit/compile-cache.ts';
import { freePort } from './test-kit/free-port.ts';

const DEV = join(import.meta.dirname, 'dev.ts');
const LISTENING = /"msg":"HTTP listening"/;
const READY = /is ready\./;

let dataDir: string;
let port: string;
let webPort: string;
let dev: ChildProcess;
const lines: string[] = [];
let said: () => void = () => undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bocau-dev-'));
  [port, webPort] = [String(await freePort()), String(await freePort())];
  dev = spawn(process.execPath, [DEV, '--inspect=127.0.0.1:0', `--web-port=${webPort}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...COMPILE_CACHE,
      ...{ PATH: SYSTEM_PATH, SEED: 'none', DATA_DIR: dataDir, PORT: port },
      ...{ OPERATIONS_PORT: '0', SMTP_PORT: '0', LMTP_PORT: '0', SUBMISSION_PORT: '0' },
      ...{ IMAP_PORT: '0', POP3_PORT: '0' },
    },
  });
  for (const stream of [dev.stdout, dev.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      said();
    });
  }
  await times(1, LISTENING);
});

afterAll(async () => {
  if (dev.exitCode === null) {
    dev.kill('SIGTERM');
    await once(dev, 'exit');
  }
  await rm(dataDir, { recursive: true, force: true });
});

/** Resolves once it has said so that often. */
async function times(count: number, words: RegExp): Promise<void> {
  while (lines.filter((line) => words.test(line)).length < count) {
    await new Promise<void>((resolve) => {
      said = resolve;
    });
  }
}

test('npm run dev serves the sources of the web client beside the server, which can be debugged', async () => {
  await times(1, /Local:/);
  const page = await (await fetch(`http://127.0.0.1:${webPort}/`)).text();
  expect(page).toContain('/@vite/client');
  expect(page).toContain('/src/main.tsx');
  expect((await fetch(`http://127.0.0.1:${webPort}/api/v2/auth/session`)).status).toBe(200);
  expect((await fetch(`http://127.0.0.1:${webPort}/src/main.tsx`)).headers.get('content-type')).toContain(
    'javascript',
  );
  expect(lines.filter((line) => line.startsWith('Debugger listening on ws://127.0.0.1:'))).toHaveLength(1);
});

test('a changed file of the server starts it again, and the embedded database runs on', async () => {
  const written = systemClock.now() / 1000;
  const database = await findPostmaster(join(dataDir, 'pg'));
  await utimes(join(import.meta.dirname, 'app.ts'), written, written);
  await times(2, LISTENING);
  expect(await findPostmaster(join(dataDir, 'pg'))).toEqual(database);
  expect((await fetch(`http://127.0.0.1:${port}/api/v2/auth/session`)).status).toBe(200);
});

test('all of it ends with it, the database last', async () => {
  // Before it is ready a signal ends it at once, with nothing to say.
  await times(2, READY);
  dev.kill('SIGINT');
  // With all that it said.
  const [code] = await once(dev, 'close');
  expect(code).toBe(130);
  expect(lines.filter((line) => line.includes('"msg":"stopped"'))).toHaveLength(2);
  expect(await findPostmaster(join(dataDir, 'pg'))).toBeNull();
});
