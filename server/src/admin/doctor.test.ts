import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { noteBackup } from '../features/backup/last-backup.store.ts';
import { createDomain } from '../features/people/create-people.ts';
import { sealTotpSecret } from '../features/session/second-step/seal-secret.ts';
import { CARD_VERSION } from '../mail/mailbox/card-version.ts';
import { systemClock } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { SUPERUSER } from '../platform/db/postgres-cluster.ts';
import type { DnsResolver } from '../platform/smtp/judge-sender.ts';
import { fileMail } from '../test-kit/file-mail.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { createTestClock } from '../test-kit/test-clock.ts';
import { readActiveDomainNames } from './accounts.store.ts';
import { isolationFinding } from './doctor/check-office.ts';
import { type Examination, examine } from './doctor.ts';

const CERTIFICATES = join(import.meta.dirname, '../test-kit/certificates');
const BACKUP = '20261122T023000Z';
const wellKept: DnsResolver = async (name, type) => {
  if (type === 'MX') return [{ exchange: 'mail.saomai.example', priority: 10 }];
  return [[name.startsWith('_dmarc.') ? 'v=DMARC1; p=reject' : 'v=spf1 mx -all']];
};

let server: TestServer;
let backups: string;
beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail,imap' } });
  backups = await mkdtemp(join(tmpdir(), 'bocau-doctor-'));
  await mkdir(join(backups, BACKUP));
  await writeFile(join(backups, BACKUP, 'manifest.json'), '');
});
afterAll(async () => {
  await server.close();
  await rm(backups, { recursive: true });
});

async function diagnose(env: Record<string, string> = {}, by: Partial<Examination> = {}) {
  const { pgConfig, config } = server.context;
  let text = '';
  const code = await examine(
    readConfig(
      readEnv({
        DATA_DIR: config.dataDir,
        PORT: '0',
        OPERATIONS_PORT: '0',
        SMTP_PORT: '0',
        LMTP_PORT: '0',
        SUBMISSION_PORT: '0',
        IMAP_PORT: '0',
        POP3_PORT: '0',
        SOFFICE: 'none',
        ...env,
      }),
    ),
    { write: (piece) => (text += piece) },
    {
      clock: createTestClock(systemClock.now()),
      resolver: wellKept,
      pgConfig,
      ...by,
    },
  );
  return { code, lines: text.trimEnd().split('\n') };
}

const backupNow = () => ({
  ...{ name: BACKUP, dir: backups, lost: 0 },
  at: Math.floor(systemClock.now() / 1000),
});

test('the doctor finds nothing wrong where nothing is', async () => {
  await inTransaction(server.context.db, (tx) => noteBackup(tx, backupNow()));
  const { httpPort, smtpPort, lmtpPort, imapPort, pop3Port } = server.running;
  const { code, lines } = await diagnose({
    PORT: String(httpPort),
    SMTP_PORT: String(smtpPort),
    LMTP_PORT: String(lmtpPort),
    IMAP_PORT: String(imapPort),
    POP3_PORT: String(pop3Port),
  });
  expect(lines.filter((line) => !line.startsWith('ok'))).toEqual([]);
  expect(code).toBe(0);
  expect(lines).toContain(`ok    ports: HTTP 127.0.0.1:${httpPort} answers`);
  expect(lines).toContain(`ok    ports: SMTP 127.0.0.1:${smtpPort} answers`);
  expect(lines).toContain(`ok    ports: LMTP 127.0.0.1:${lmtpPort} answers`);
  expect(lines).toContain(`ok    ports: IMAP 127.0.0.1:${imapPort} answers`);
  expect(lines).toContain(`ok    ports: POP3 127.0.0.1:${pop3Port} answers`);
  expect(lines).toContain('ok    DNS of saomai.example: SPF: v=spf1 mx -all');
});

test('the doctor makes nothing where nothing is', async () => {
  const nowhere = join(backups, 'nowhere');
  const { lines } = await diagnose({ DATA_DIR: nowhere });
  expect(lines).toContain(
    `warn  blob store: there is none in ${nowhere}/blobs yet; the first start makes it`,
  );
  expect(existsSync(nowhere)).toBe(false);
});

test('the doctor says how old the newest backup is, and that there is none', async () => {
  const { db } = server.context;
  const finding = async () => (await diagnose()).lines.filter((line) => line.includes(' backup: '));
  const since = async (hours: number, lost = 0) => {
    const made = { ...backupNow(), lost };
    await inTransaction(db, (tx) => noteBackup(tx, { ...made, at: made.at - hours * 3600 }));
    return finding();
  };
  const named = `${BACKUP} in ${backups}`;
  expect(await since(35)).toEqual([`ok    backup: ${named}, 35 hours old`]);
  expect(await since(36)).toEqual([`warn  backup: ${named}, 36 hours old`]);
  expect(await since(1, 3)).toEqual([
    `warn  backup: ${named}, 1 hours old, without 3 blobs that could not be copied`,
  ]);
  expect(await since(7 * 24)).toEqual([`fail  backup: ${named}, 168 hours old`]);
  await db.deleteFrom('last_backup').execute();
  expect(await finding()).toEqual(["warn  backup: none has been made yet; 'backup --out DIR' makes one"]);
});

test('the doctor warns of a newest backup that is not where it was made', async () => {
  const { db } = server.context;
  const since = async (hours: number, lost = 0) => {
    const made = { ...backupNow(), dir: join(backups, 'gone'), lost };
    await inTransaction(db, (tx) => noteBackup(tx, { ...made, at: made.at - hours * 3600 }));
    return (await diagnose()).lines.filter((line) => line.includes(' backup: '));
  };
  const named = `${BACKUP} in ${join(backups, 'gone')}`;
  const gone = ', but it is not there any more, or this user may not read it';
  expect(await since(1)).toEqual([`warn  backup: ${named}, 1 hours old${gone}`]);
  expect(await since(7 * 24)).toEqual([`fail  backup: ${named}, 168 hours old${gone}`]);
  await db.deleteFrom('last_backup').execute();
});

test('the doctor warns of a BACKUP_DIR that is no folder or can not be read', async () => {
  const warnings = async (dir: string) =>
    (await diagnose({ BACKUP_DIR: dir })).lines.filter((line) => line.includes('BACKUP_DIR'));
  expect(await warnings(backups)).toEqual([]);
  const file = join(backups, BACKUP, 'manifest.json');
  for (const wrong of [join(backups, 'gone'), file]) {
    expect(await warnings(wrong)).toEqual([
      `warn  configuration: BACKUP_DIR ${wrong} is no folder that can be read`,
    ]);
  }
});

test('the doctor says which secrets the keys do not open', async () => {
  const { db } = server.context;
  const mailboxId = await server.mailboxId('lan.anh@saomai.example');
  const finding = async (env: Record<string, string> = {}) =>
    (await diagnose(env)).lines.filter((line) => line.includes(' secrets: '));
  expect(await finding()).toEqual(['ok    secrets: none is stored']);
  const secret = sealTotpSecret(server.context.secrets, mailboxId, Buffer.from('12345678901234567890'));
  await db.insertInto('second_steps').values({ mailbox_id: mailboxId, totp_secret: secret }).execute();
  const right = Buffer.alloc(32, 7).toString('base64');
  const other = Buffer.alloc(32, 8).toString('base64');
  expect(await finding({ SECRETS_KEY: `${other},${right}` })).toEqual([
    'ok    secrets: SECRETS_KEY opens all 1',
  ]);
  const lost = 'fail  secrets: 1 second steps can not be read: their key is not in';
  expect(await finding({ SECRETS_KEY: other })).toEqual([`${lost} SECRETS_KEY`]);
  // Nor is a new key created in place of a lost one.
  const file = join(server.context.config.dataDir, 'secrets.key');
  expect(await finding()).toEqual([`${lost} ${file}`]);
  expect(existsSync(file)).toBe(false);
  await db.deleteFrom('second_steps').execute();
});

test('the doctor tells list rows that wait for the rebuild from damage', async () => {
  const { db } = server.context;
  const mailboxId = await server.mailboxId('minh.tran@saomai.example');
  await fileMail(server.context, mailboxId, { subject: 'Một' });
  const version = (of: number) =>
    db
      .updateTable('derived_versions')
      .set({ version: of })
      .where('mailbox_id', '=', mailboxId)
      .where('what', '=', 'cards')
      .execute();
  await sql`update list_rows set card = jsonb_set(card::jsonb, '{subject}', '"Hai"')::json
    where mailbox_id = ${mailboxId}`.execute(db);
  await version(CARD_VERSION - 1);
  const waiting = await diagnose();
  expect(waiting.lines).toContain(
    'warn  counts: minh.tran@saomai.example: its list rows wait for the rebuild',
  );
  expect(waiting.code).toBe(0);
  await version(CARD_VERSION);
  const damaged = await diagnose();
  expect(damaged.lines).toContainEqual(
    expect.stringMatching(
      /^fail {2}counts: minh\.tran@saomai\.example: the row of thread .* shows something else/,
    ),
  );
  await sql`update list_rows set card = jsonb_set(card::jsonb, '{subject}', '"Một"')::json
    where mailbox_id = ${mailboxId}`.execute(db);
});

test('the doctor advises a given PostgreSQL with a log larger than it need be', async () => {
  const { pgConfig } = server.context;
  const name = 'user' in pgConfig ? pgConfig.database : '';
  const owner = new pg.Client({ ...pgConfig, user: SUPERUSER });
  await owner.connect();
  try {
    await owner.query(`alter database ${name} set wal_compression = off`);
    const { code, lines } = await diagnose();
    expect(lines).toContain("warn  database: wal_compression is off; with 'lz4' its log takes half the room");
    expect(lines.join('\n')).not.toContain('checkpoint_timeout');
    expect(code).toBe(0);
  } finally {
    await owner.query(`alter database ${name} reset wal_compression`);
    await owner.end();
  }
});

test('the doctor warns of LMTP and of the figures where others reach them; SMTP alone opens neither', async () => {
  const open = await diagnose({ SMTP_LISTEN_HOST: '0.0.0.0' });
  expect(open.lines.join('\n')).not.toMatch(/LMTP_LISTEN_HOST|OPERATIONS_HOST/);
  const wider = await diagnose({ LMTP_LISTEN_HOST: '0.0.0.0', OPERATIONS_HOST: '0.0.0.0' });
  expect(wider.lines).toContainEqual(
    expect.stringMatching(/^warn {2}configuration: LMTP_LISTEN_HOST 0\.0\.0\.0: /),
  );
  expect(wider.lines).toContainEqual(
    expect.stringMatching(/^warn {2}configuration: OPERATIONS_HOST 0\.0\.0\.0: /),
  );
});

test('the doctor speaks TLS with the port that is encrypted from the start', async () => {
  const tls = {
    MAIL_TLS_CERT: join(CERTIFICATES, 'mail.test.cert.pem'),
    MAIL_TLS_KEY: join(CERTIFICATES, 'mail.test.key.pem'),
  };
  const other = await startTestServer({ env: { ROLES: 'mail', ...tls, SUBMISSION_TLS_PORT: '0' } });
  const { smtpPort, submissionTlsPort } = other.running;
  const right = await diagnose({ ...tls, SUBMISSION_TLS_PORT: String(submissionTlsPort) });
  expect(right.lines).toContain(`ok    ports: submission by TLS 127.0.0.1:${submissionTlsPort} answers`);
  const wrong = await diagnose({ ...tls, SUBMISSION_TLS_PORT: String(smtpPort) });
  expect(wrong.lines).toContain(
    `fail  ports: submission by TLS 127.0.0.1:${smtpPort} is taken by another program`,
  );
  await other.close();
});

test('the doctor warns of DNS that says nothing, or does not answer in time', async () => {
  const silent: DnsResolver = (name) =>
    name.endsWith('saomai.example')
      ? new Promise(() => undefined)
      : Promise.reject(Object.assign(new Error('nothing'), { code: 'ENODATA' }));
  const clock = createTestClock(systemClock.now());
  const moving = systemClock.every(50, () => void clock.advance(1_000));
  const { code, lines } = await diagnose({}, { resolver: silent, clock }).finally(() => moving.stop());
  expect(code).toBe(0);
  expect(lines).toContain(
    'warn  DNS of saomai.example: MX, SPF and DMARC could not be looked up: no answer within 5 s',
  );
  expect(lines.filter((line) => line.includes('DNS of saomai.example'))).toHaveLength(1);
  expect(lines).toContain('warn  DNS of bienxanh.example: no MX record: no mail finds its way here');
});

test('the doctor asks no more of DNS once three domains in a row could not be looked up', async () => {
  const { db } = server.context;
  const names = ['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => `${name}.example`);
  for (const name of names) await createDomain(server.context, name, true);
  const asked = new Set<string>();
  const refusing =
    (answered: string): DnsResolver =>
    (name, type) => {
      const domain = name.replace('_dmarc.', '');
      asked.add(domain);
      if (domain === answered) return wellKept(name, type);
      return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    };
  const dns = async (answered = '') => {
    asked.clear();
    const { code, lines } = await diagnose({}, { resolver: refusing(answered) });
    expect(code).toBe(0);
    return lines.filter((line) => line.includes('DNS'));
  };
  const others = (await readActiveDomainNames(db)).length - 3;
  expect(await dns()).toEqual([
    `warn  DNS: a1.example, a2.example, a3.example could not be looked up: ECONNREFUSED; ${others} more were not asked`,
  ]);
  expect([...asked]).toEqual(names.slice(0, 3));
  const mixed = await dns('a2.example');
  expect(mixed[0]).toBe('warn  DNS of a1.example: MX, SPF and DMARC could not be looked up: ECONNREFUSED');
  expect(mixed.slice(1, 4)).toContain('ok    DNS of a2.example: MX: mail.saomai.example');
  expect(mixed.slice(4)).toEqual([
    `warn  DNS: a3.example, a4.example, a5.example could not be looked up: ECONNREFUSED; ${others - 2} more were not asked`,
  ]);
  await db.deleteFrom('domains').where('name', 'in', names).execute();
});

test('the doctor fails a port that another program has, a store that can not be written, a wrong key', async () => {
  const stranger = createServer((socket) => socket.end('hello\r\n'));
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
  const { port } = stranger.address() as { port: number };
  const certificate = join(CERTIFICATES, 'mail.test.cert.pem');
  const { code, lines } = await diagnose({
    PORT: String(port),
    BLOB_STORE: 'file:/dev/null/blobs',
    MAIL_TLS_CERT: certificate,
    MAIL_TLS_KEY: certificate,
  });
  stranger.close();
  expect(code).toBe(1);
  expect(lines).toContain(`fail  ports: HTTP 127.0.0.1:${port} is taken by another program`);
  expect(lines).toContainEqual(
    expect.stringMatching(/^fail {2}blob store: file:\/dev\/null\/blobs can not be written/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^fail {2}certificate: /));
});

test('the doctor fails a database that can not be reached, and a clock that is far off', async () => {
  const nowhere = { connectionString: 'postgres://nobody@127.0.0.1:1/nothing' };
  const unreachable = await diagnose({}, { pgConfig: nowhere });
  expect(unreachable.code).toBe(1);
  expect(unreachable.lines).toContainEqual(expect.stringMatching(/^fail {2}database: .*ECONNREFUSED/));
  const late = await diagnose({}, { clock: createTestClock(0) });
  expect(late.lines).toContainEqual(expect.stringMatching(/^fail {2}clock: /));
});

test('the doctor fails counts that do not agree with the messages', async () => {
  const mailboxId = await server.mailboxId('lan.anh@saomai.example');
  await fileMail(server.context, mailboxId, { subject: 'Một' });
  await server.context.db
    .updateTable('mailbox_state')
    .set({ used_bytes: 1 })
    .where('mailbox_id', '=', mailboxId)
    .execute();
  const { code, lines } = await diagnose();
  expect(code).toBe(1);
  expect(lines).toContainEqual(
    expect.stringMatching(/^fail {2}counts: lan\.anh@saomai\.example: 1 bytes are said/),
  );
});

test('the doctor says how far LibreOffice can be set apart', async () => {
  expect((await diagnose()).lines).toContain('ok    office: no LibreOffice, no previews of documents');
  const { lines } = await diagnose({ SOFFICE: '/bin/true' });
  expect(lines.filter((line) => line.includes(' office: '))).toEqual([
    expect.stringMatching(/^(ok {4}|warn {2})office: \/bin\/true (runs apart|has no network|can read)/),
  ]);
  expect(isolationFinding('soffice', 'offline')).toMatchObject({
    level: 'warn',
    text: expect.stringContaining('can read what this program can'),
  });
});

test('the doctor asks the spam filter whether it is there, and says which gateways are believed', async () => {
  const rspamd = createHttpServer((_request, response) => void response.end('pong\r\n'));
  await new Promise<void>((resolve) => rspamd.listen(0, '127.0.0.1', resolve));
  const { port } = rspamd.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const there = await diagnose({ RSPAMD: url, RSPAMD_CONTROLLER: url });
  expect(there.lines).toContain(`ok    spam: RSPAMD 127.0.0.1:${port} answers`);
  expect(there.lines).toContain(`ok    spam: RSPAMD_CONTROLLER 127.0.0.1:${port} answers`);
  await new Promise((resolve) => rspamd.close(resolve));
  const gone = await diagnose({ RSPAMD: url });
  expect(gone.lines).toContainEqual(expect.stringMatching(/^warn {2}spam: RSPAMD can not be asked: /));
  const named = await diagnose({ TRUSTED_AUTHSERV: 'mx.example, gate' });
  expect(named.lines.join('\n')).toContain('; mx.example, gate are believed on LMTP');
});
