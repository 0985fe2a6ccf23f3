import { execFile } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { SYSTEM_PATH } from '../platform/db/postgres-identity.ts';
import { COMPILE_CACHE } from '../test-kit/compile-cache.ts';
import { createTestDatabase, type TestDatabase } from '../test-kit/database.ts';
import { queryOnce } from '../test-kit/query-once.ts';

const MAIN = join(import.meta.dirname, '..', 'main.ts');
const FREE_PORTS = {
  ...{ PORT: '0', OPERATIONS_PORT: '0', SMTP_PORT: '0', LMTP_PORT: '0', SUBMISSION_PORT: '0' },
  ...{ IMAP_PORT: '0', POP3_PORT: '0' },
};
const NOBODY = 65534;

let dir: string;
const listening: Server[] = [];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'bocau-start-'));
});

afterEach(async () => {
  for (const server of listening.splice(0)) server.close();
  await rm(dir, { recursive: true, force: true });
});

/** The real program, expected to exit by itself. */
function start(
  env: Record<string, string>,
  user: { uid?: number; gid?: number } = {},
): Promise<{ code: unknown; stdout: string; stderr: string }> {
  const options = {
    ...user,
    env: { ...COMPILE_CACHE, PATH: SYSTEM_PATH, SEED: 'none', DATA_DIR: dir, ...FREE_PORTS, ...env },
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

async function takePort(): Promise<string> {
  const server = createServer().listen({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  listening.push(server);
  return String((server.address() as AddressInfo).port);
}

describe('the program that can not start says why in a line each, and ends with code 1', () => {
  test('when its configuration is wrong', async () => {
    expect(await start({ ROLES: 'http,post', MAIL_NAME: 'mx.example.com' })).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Configuration: ROLES="http,post": expected any of http, mail, jobs, imap, separated by commas\n' +
        'Configuration: MAIL_NAME="mx.example.com": this variable is now named MAIL_HOSTNAME\n',
    });
  });

  test('when ports are taken, and before it makes a database', async () => {
    const names = ['PORT', 'SMTP_PORT', 'LMTP_PORT', 'SUBMISSION_PORT', 'IMAP_PORT', 'POP3_PORT'];
    const taken: [string, string][] = [];
    for (const name of names) taken.push([name, await takePort()]);
    const ended = await start(Object.fromEntries(taken));
    const line = (name: string, port: string) =>
      `${name}=${port}: another program listens on 127.0.0.1:${port}. Stop it, or set ${name} to a free port.\n`;
    expect(ended).toEqual({
      code: 1,
      stdout: '',
      stderr: taken.map(([name, port]) => line(name, port)).join(''),
    });
    expect(await readdir(dir)).toEqual([]);
  });

  test('when an installation is expected and none is there, and makes none', async () => {
    expect(await start({ MIGRATE: 'never' })).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /^DATA_DIR="\S+": there is no installation there\. Correct DATA_DIR; [^\n]+\n$/,
      ),
    });
    expect(await readdir(dir)).toEqual([]);
  });

  test('when two of its ports are the same, or the address is not one of this machine', async () => {
    const port = await takePort();
    for (const server of listening.splice(0)) await once(server.close(), 'close');
    const ended = await start({ PORT: port, SMTP_PORT: port, SMTP_LISTEN_HOST: '127.0.0.1' });
    expect(ended).toMatchObject({
      code: 1,
      stderr: `SMTP_PORT=${port}: PORT is the same port. Set them to two free ports.\n`,
    });
    const { stderr } = await start({ PORT: port, HOST: '192.0.2.1' });
    expect(stderr).toBe(
      `HOST="192.0.2.1": can not listen on 192.0.2.1:${port} (EADDRNOTAVAIL). Set HOST to an address of this machine, or to 0.0.0.0 for all of them.\n`,
    );
  });

  test('when its data folder can not be made', async () => {
    const file = join(dir, 'file');
    await writeFile(file, '');
    const { code, stdout, stderr } = await start({ DATA_DIR: join(file, 'data') });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^DATA_DIR=".*\/file\/data": the folder can not be written: ENOTDIR: .* set DATA_DIR to another folder\.\n$/,
    );
  });

  test('when it may not write its data folder and that of its blobs', async () => {
    await chmod(dir, 0o755);
    const closed = [join(dir, 'data'), join(dir, 'blobs')];
    for (const folder of closed) await mkdir(folder, { mode: 0o500 });
    // Root can write everywhere.
    const user = process.geteuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
    const ended = await start({ DATA_DIR: closed[0] ?? '', BLOB_STORE: `file:${closed[1]}` }, user);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /^DATA_DIR=".*": the folder can not be written: EACCES: .* Let user \d+ write there, .*\nBLOB_STORE=".*": .*EACCES.*\n$/,
    );
  });

  test('when the embedded database does not start', async () => {
    await mkdir(join(dir, 'pg'), { mode: 0o700 });
    await writeFile(join(dir, 'pg', 'PG_VERSION'), '15\n');
    const { code, stderr } = await start({});
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^DATA_DIR=".*": \S+\/pg was made by PostgreSQL 15; this program brings 18\. Correct that .*\n$/,
    );
  });

  test('when its certificate or its DKIM key can not be used', async () => {
    const { publicKey } = generateKeyPairSync('ed25519');
    const file = join(dir, 'key.pem');
    await writeFile(file, publicKey.export({ type: 'spki', format: 'pem' }));
    const missing = join(dir, 'missing.pem');
    const ended = await start({
      ...{ MAIL_TLS_CERT: missing, MAIL_TLS_KEY: file, DKIM_SELECTOR: 'mail', DKIM_KEY: file },
    });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /^MAIL_TLS_CERT=".*": the file can not be read: ENOENT.*\nDKIM_KEY=".*": this is no private key: .*\n$/,
    );
    const { stderr } = await start({ MAIL_TLS_CERT: file, MAIL_TLS_KEY: file });
    expect(stderr).toMatch(/^MAIL_TLS_CERT=".*", MAIL_TLS_KEY=".*": these can not be used for TLS: .*\n$/);
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const ofOtherKind = join(import.meta.dirname, '../test-kit/certificates/mail.test.cert.pem');
    const mixed = await start({ MAIL_TLS_CERT: ofOtherKind, MAIL_TLS_KEY: file });
    expect(mixed.stderr).toMatch(
      /: these can not be used for TLS: the key does not belong to the certificate/,
    );
  });

  test('when nothing listens where the database should be', async () => {
    const port = await takePort();
    for (const server of listening.splice(0)) await once(server.close(), 'close');
    expect(await start({ DATABASE_URL: `postgres://me:hush@127.0.0.1:${port}/mail` })).toEqual({
      code: 1,
      stdout: '',
      stderr: `DATABASE_URL="postgres://***@127.0.0.1:${port}/mail": the database can not be reached: connect ECONNREFUSED 127.0.0.1:${port}. Start it, or correct DATABASE_URL.\n`,
    });
  });
});

describe('with a database that answers, it says so too', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(() => database.drop());

  test('when that refuses the connection', async () => {
    const url = databaseUrl(database.pgConfig).replace(/test_\w+$/, 'no_such_database');
    const { code, stderr } = await start({ DATABASE_URL: url });
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^DATABASE_URL=".*": the database refuses the connection: .*"no_such_database" does not exist\. Correct .*\n$/,
    );
  });

  test.each([
    [
      'fails',
      `delete from schema_migrations where name = (select min(name) from schema_migrations)`,
      /001-\S+ failed: .* already exists/,
    ],
    [
      'of a newer program took something away',
      `insert into schema_migrations (name, sha256, at) values ('999-contract-later.sql', '', 0)`,
      /The database has 999-contract-later\.sql applied, which this program does not know/,
    ],
  ])('when a migration %s', async (_what, sql, reason) => {
    await queryOnce(database.pgConfig, sql);
    const env = { DATABASE_URL: databaseUrl(database.pgConfig), MIGRATE: 'start' };
    const { code, stdout, stderr } = await start(env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^DATABASE_URL=".*": the database could not be migrated: [^\n]*\n$/);
    expect(stderr).toMatch(reason);
  });
});
