import { X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { readEnv } from '../config/env.ts';
import { type LastBackup, readLastBackup } from '../features/backup/last-backup.store.ts';
import { measureBackup } from '../features/backup/measure-backup.ts';
import { measureReminders } from '../features/calendar/measure-reminders.ts';
import { startHeartbeat } from '../features/processes/heartbeat.ts';
import { readLanes, readProcessStatus } from '../features/processes/read-status.ts';
import { deliverToDestinationTask } from '../mail/outbox/sending-tasks.ts';
import { listBackups } from '../platform/backups/backup-folder.ts';
import { systemClock } from '../platform/clock.ts';
import { createClient } from '../platform/db/connection-config.ts';
import { inTransaction } from '../platform/db/database.ts';
import { INTERACTIVE } from '../platform/db/deadlines.ts';
import { MIGRATION_LOCK } from '../platform/db/migrate.ts';
import { databaseUrl } from '../platform/db/pg-config.ts';
import { addJob } from '../platform/jobs/add-job.ts';
import { MIGRATE_JOBS_LOCK } from '../platform/jobs/migrate-jobs.ts';
import { createMetrics } from '../platform/metrics.ts';
import { measureCertificate } from '../platform/tls/measure-certificate.ts';
import { startChildServer } from '../test-kit/child-server.ts';
import { newPerson } from '../test-kit/new-person.ts';
import { connectMail } from '../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { backup } from './backup.ts';
import { checkBackup } from './doctor/check-database.ts';
import { checkRoles } from './doctor/check-roles.ts';
import { drainCommand } from './drain.ts';
import { statusCommand } from './status.ts';
import { verify } from './verify.ts';

let server: TestServer;
let dir: string;

beforeAll(async () => {
  server = await startTestServer();
  dir = await mkdtemp(join(tmpdir(), 'bocau-status-'));
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

function gather() {
  const said = { text: '' };
  return { said, write: (text: string) => (said.text += text) };
}

const status = (...args: string[]) => statusWith({}, ...args);

async function statusWith(
  other: Record<string, string>,
  ...args: string[]
): Promise<{ code: number; text: string }> {
  const env = { DATABASE_URL: databaseUrl(server.context.pgConfig), DATA_DIR: dir, ...other };
  const out = gather();
  const code = await statusCommand.runWithout(readConfig(readEnv(env)), out, { args, err: gather() });
  return { code, text: out.said.text };
}

async function drain(...args: string[]): Promise<string> {
  const out = gather();
  await drainCommand.run({
    ...{ context: { ...server.context, clock: systemClock }, args, out, err: gather() },
  });
  return out.said.text;
}

test('a process shows itself, is lost when it has not been seen for a while, and is forgotten after a day', async () => {
  const { clock, context } = server;
  const about = { roles: ['http'], operations: '127.0.0.1:8081', onDrain: () => undefined };
  const states = async () =>
    (await readProcessStatus(context.db, clock)).map(({ id, state }) => `${id} ${state}`);
  const one = { ...context, instance: { id: 'mail1-aaaaaa', version: 'one' } };
  const first = await startHeartbeat(one, about);
  expect(await readProcessStatus(context.db, clock)).toMatchObject([
    { id: 'mail1-aaaaaa', version: 'one', roles: ['http'], operations: '127.0.0.1:8081', state: 'running' },
  ]);
  clock.pass(30_000);
  expect(await states()).toEqual(['mail1-aaaaaa lost']);
  await first.beat();
  expect(await states()).toEqual(['mail1-aaaaaa running']);

  clock.pass(25 * 3600_000);
  const other = await startHeartbeat({ ...context, instance: { id: 'mail2-bbbbbb', version: 'two' } }, about);
  expect(await states()).toEqual(['mail2-bbbbbb running']);
  await first.stop();
  await other.stop();
  expect(await states()).toEqual([]);
});

test('what waits in the queues is counted by lane, with the age of what is due longest', async () => {
  const { db } = server.context;
  const empty = (await readLanes(db)).find(({ lane }) => lane === deliverToDestinationTask.lane);
  const runAt = new Date(systemClock.now() - 90_000);
  await inTransaction(db, (tx) => addJob(tx, deliverToDestinationTask, {} as never, { runAt }));
  const counted = (await readLanes(db)).find(({ lane }) => lane === deliverToDestinationTask.lane);
  expect(counted).toMatchObject({
    waiting: (empty?.waiting ?? 0) + 1,
    due: (empty?.due ?? 0) + 1,
    running: 0,
  });
  expect(counted?.oldest_due).toBeGreaterThanOrEqual(90);
});

test('`status` names what runs, and `drain` takes it out: what is under way ends, and the process with 0', async () => {
  expect(await status()).toMatchObject({
    code: 1,
    text: expect.stringContaining('No process shows itself.'),
  });
  const env = {
    ROLES: 'http,mail,jobs',
    DRAIN_SECONDS: '0',
    DATABASE_URL: databaseUrl(server.context.pgConfig),
  };
  const child = await startChildServer({ dataDir: dir, env });
  const { code, text } = await status('--json');
  const { processes, pending, database, blobs } = JSON.parse(text);
  expect([code, pending, blobs]).toEqual([0, [], { ok: true }]);
  expect(database).toMatchObject({ standby: false, version: expect.stringMatching(/^\d+\./) });
  const [{ id, operations }] = processes;
  expect(processes).toMatchObject([{ pid: child.pid, roles: ['http', 'mail', 'jobs'], state: 'running' }]);
  expect((await status()).text).toMatch(new RegExp(`^process .*\\n${id}  http,mail,jobs .* running `));
  const ready = await fetch(`http://${operations}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([200, expect.objectContaining({ instance: id })]);

  const lmtp = Number((await child.logged('SMTP and LMTP listening')).lmtp);
  const slow = await connectMail({ host: '127.0.0.1', port: lmtp, protocol: 'lmtp' });
  await slow.command('MAIL FROM:<>');
  const ended = drain(id, '--wait');
  await child.logged('draining');
  const late = await fetch(`http://${operations}/readyz`);
  expect([late.status, await late.json()]).toEqual([503, expect.objectContaining({ reason: 'draining' })]);
  expect(JSON.parse((await status('--json')).text).processes).toMatchObject([{ id, state: 'draining' }]);
  expect(await drain(id)).toMatch(`${id} drains: `);
  await slow.command('QUIT');
  expect(await child.exited).toEqual({ code: 0, signal: null });
  expect(await ended).toBe(`${id} has ended.\n`);
  expect(child.lines.filter(({ level }) => level >= 40)).toEqual([]);
  await expect(drain(id)).rejects.toThrow(`There is no process ${id}; 'status' lists them`);
});

test('CL-291 `status` and the doctor say at once that no running process has the role jobs', async () => {
  const { clock, context } = server;
  const about = { operations: '127.0.0.1:8081', onDrain: () => undefined };
  const beating = (id: string, ...roles: string[]) =>
    startHeartbeat({ ...context, clock: systemClock, instance: { id, version: 'one' } }, { ...about, roles });
  const web = await beating('web1-aaaaaa', 'http');
  const without = await status();
  expect(without.code).toBe(1);
  expect(without.text).toContain('No running process has the role jobs');
  expect(await checkRoles(context.db, systemClock)).toMatchObject([{ level: 'fail', subject: 'processes' }]);
  const worker = await beating('jobs1-bbbbbb', 'jobs');
  const whole = await status();
  expect([whole.code, whole.text]).toEqual([0, expect.not.stringContaining('No running process')]);
  expect(await checkRoles(context.db, systemClock)).toMatchObject([{ level: 'ok' }]);
  await worker.stop();
  await web.stop();
  // A database without the program says nothing of it.
  expect(await checkRoles(context.db, clock)).toEqual([]);
});

test('CL-291 the metrics tell how long the oldest reminder has been due', async () => {
  const { clock, context } = server;
  const an = await newPerson(server);
  const oldest = async () => {
    const metrics = createMetrics();
    measureReminders({ metrics, db: context.db, clock });
    const text = await metrics.registry.metrics();
    return Number(/^bocau_reminders_oldest_due_seconds\{of="due"\} (\d+)$/m.exec(text)?.[1]);
  };
  expect(await oldest()).toBe(0);
  const wall = new Date(clock.now() + (7 * 3600 + 1800) * 1000).toISOString();
  const start = { day: wall.slice(0, 10), clock: wall.slice(11, 16), zone: 'Asia/Ho_Chi_Minh' };
  await an.client.createEvent({ body: { fields: { title: 'Nhắc', start, end: start, reminders: [10] } } });
  expect(await oldest()).toBe(0);
  clock.pass(40 * 60_000);
  expect(await oldest()).toBeGreaterThanOrEqual(15 * 60);
  expect(await oldest()).toBeLessThanOrEqual(21 * 60);
});

test('`status` and the metrics know the newest backup and when the certificate expires', async () => {
  const files = join(import.meta.dirname, '../test-kit/certificates');
  const tls = {
    MAIL_TLS_CERT: join(files, 'mail.test.cert.pem'),
    MAIL_TLS_KEY: join(files, 'mail.test.key.pem'),
  };
  const certificate = new X509Certificate(await readFile(tls.MAIL_TLS_CERT));
  const expires = Math.floor(Date.parse(certificate.validTo) / 1000);
  expect((await status()).text).toMatch(/^backup +none has been made$/m);

  const out = gather();
  const context = { ...server.context, clock: systemClock };
  await backup.run({ context, args: ['--out', join(dir, 'backups')], out, err: gather() });
  const [name] = await listBackups(join(dir, 'backups'));
  expect(out.said.text).toContain(`Backup ${name}`);
  const { text } = await statusWith(tls);
  expect(text).toMatch(new RegExp(`^backup +${name} in ${join(dir, 'backups')}, \\d+ s old$`, 'm'));
  expect(text).toMatch(/^certificate +expires in \d+ days$/m);
  expect((await statusWith({ ...tls, MAIL_TLS_CERT: join(dir, 'none.pem') })).text).toMatch(
    /^certificate +can not be read: ENOENT/m,
  );

  const { db } = server.context;
  const metrics = createMetrics();
  measureBackup(metrics, db);
  measureCertificate(metrics, { certFile: tls.MAIL_TLS_CERT, keyFile: tls.MAIL_TLS_KEY });
  const told = await metrics.registry.metrics();
  const { at } = (await readLastBackup(db)) as LastBackup;
  expect(told).toContain(`bocau_backup_timestamp_seconds{of="newest"} ${at}\n`);
  expect(told).toContain(`bocau_certificate_expires_timestamp_seconds{of="mail"} ${expires}\n`);
});

test('what `verify` finds damaged in the newest backup is known to `status`, the doctor and the metrics until it is whole', async () => {
  const { context } = server;
  const { db } = context;
  const folder = join(dir, 'verified');
  const clock = systemClock;
  await backup.run({ context: { ...context, clock }, args: ['--out', folder], out: gather(), err: gather() });
  const { name } = (await readLastBackup(db)) as LastBackup;
  const verifyWith = async (env: Record<string, string>) => {
    const told = gather();
    const code = await verify.runWithout(readConfig(readEnv(env)), gather(), { args: [folder], err: told });
    return { code, text: told.said.text };
  };
  const installation = { DATABASE_URL: databaseUrl(context.pgConfig), DATA_DIR: dir };
  const known = async () => {
    const metrics = createMetrics();
    measureBackup(metrics, db);
    const counted = /^bocau_backup_damaged\{of="newest"\} (\d+)$/m.exec(await metrics.registry.metrics());
    const { level } = await checkBackup(db, clock.now());
    return [counted?.[1], level, /, (\d+) parts found damaged$/m.exec((await status()).text)?.[1]];
  };
  const whole = ['0', 'ok', undefined];
  expect(await known()).toEqual(whole);

  const file = join(folder, name, 'messages.copy.zst');
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(1));
  // Somewhere else it is only printed, and no installation is made.
  const spare = await verifyWith({ DATA_DIR: join(dir, 'spare') });
  expect(spare).toMatchObject({ code: 1, text: expect.not.stringContaining('do not hear') });
  expect([await known(), existsSync(join(dir, 'spare'))]).toEqual([whole, false]);
  expect((await verifyWith(installation)).code).toBe(1);
  expect(await known()).toEqual(['1', 'fail', '1']);
  const deaf = await verifyWith({ ...installation, DATABASE_URL: 'postgres://127.0.0.1:1/none' });
  expect(deaf).toMatchObject({ code: 1, text: expect.stringContaining('do not hear of this: ') });

  await writeFile(file, bytes);
  expect((await verifyWith(installation)).code).toBe(0);
  expect(await known()).toEqual(whole);
});

test.each([MIGRATION_LOCK, MIGRATE_JOBS_LOCK])(
  '`status` answers at once while somebody migrates (lock %i)',
  async (key) => {
    const { pgConfig } = server.context;
    const migrating = createClient({ pgConfig, applicationName: 'test', deadlines: INTERACTIVE });
    await migrating.connect();
    await migrating.query('select pg_advisory_lock($1)', [key]);
    expect(await status()).toMatchObject({
      code: 1,
      text: expect.stringMatching(/^schema +a migration is running$/m),
    });
    await migrating.end();
  },
);

test('a process that is stopped while it drains ends soon, and with 0', async () => {
  const env = { ROLES: 'mail', DRAIN_SECONDS: '600', DATABASE_URL: databaseUrl(server.context.pgConfig) };
  const child = await startChildServer({ dataDir: dir, env });
  const [{ id }] = JSON.parse((await status('--json')).text).processes;
  // A client that keeps delivering mail.
  const lmtp = Number((await child.logged('SMTP and LMTP listening')).lmtp);
  const slow = await connectMail({ host: '127.0.0.1', port: lmtp, protocol: 'lmtp' });
  await slow.command('MAIL FROM:<>');
  await drain(id);
  await child.logged('draining');
  child.kill('SIGTERM');
  expect(await child.exited).toEqual({ code: 0, signal: null });
  slow.destroy();
});
