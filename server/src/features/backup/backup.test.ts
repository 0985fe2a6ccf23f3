import type { Dirent } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkMailboxes } from '../../admin/doctor/check-database.ts';
import { sendProposalTask } from '../../calendar/proposals/propose-time.ts';
import { recountCalendar } from '../../calendar/recount/recount-calendar.ts';
import { recountContacts } from '../../contacts/recount/recount-contacts.ts';
import { createContext } from '../../context.ts';
import { CALENDAR } from '../../kernel/calendar.ts';
import { CONTACTS } from '../../kernel/contacts.ts';
import { journals } from '../../kernel/kernels.ts';
import { areBlobsHeld } from '../../mail/blob-hold.store.ts';
import { startSend } from '../../mail/outbox/start-send.ts';
import { type Backup, listBackups, openBackup } from '../../platform/backups/backup-folder.ts';
import { linesOf, readSealed } from '../../platform/backups/sealed-file.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { openBlobStore, type S3Credentials } from '../../platform/blobs/open-blob-store.ts';
import { startTestS3Server } from '../../platform/blobs/test-s3-server.ts';
import { inTransaction, openDatabase } from '../../platform/db/database.ts';
import { kyselyOf } from '../../platform/db/kysely-of.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { silentLogger } from '../../platform/logger.ts';
import { knownMigrations, migrateDatabase } from '../../prepare-database.ts';
import type { Tables } from '../../tables.ts';
import { createEmptyDatabase, createTestDatabase } from '../../test-kit/database.ts';
import { fileMail, fileMails } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { makeOwnThings } from '../../test-kit/own-things.ts';
import { dateJobsByClock, runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { type TestContext, testContext } from '../../test-kit/test-context.ts';
import { writeDraft } from '../../test-kit/write-mail.ts';
import { collectBlobs } from '../cleaning/collect-blobs.ts';
import { readChanges } from '../notifications/read-changes.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { verifyBackup } from './verify-backup.ts';

const nothing = () => undefined;
const LAN_ANH = 'lan.anh@saomai.example';

let server: TestServer;
let dir: string;
let an: NewPerson;
let binh: NewPerson;
const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
  dir = await mkdtemp(join(tmpdir(), 'bocau-backup-'));
  [an, binh] = [await newPerson(server), await newPerson(server)];
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

const backUp = (to: string, blobs: BlobStore = server.context.blobs, keep: number | null = null) =>
  makeBackup({ ...server.context, blobs }, join(dir, to), nothing, keep);

/** Starts the program on the restored backup of a folder. */
async function restored(
  from: string,
  s3?: { url: string; credentials: S3Credentials },
  makeDatabase = createTestDatabase,
): Promise<TestContext> {
  const { config, clock } = server.context;
  const { pgConfig, drop } = await makeDatabase();
  closing.push(drop);
  const dataDir = await mkdtemp(join(dir, 'restored-'));
  const { url, credentials } = s3 ?? { url: `file:${join(dataDir, 'blobs')}`, credentials: null };
  const blobs = await openBlobStore(url, { clock, credentials });
  await restoreBackup(
    {
      ...{ pgConfig, blobs, clock, migrations: await knownMigrations() },
      migrate: (only) => migrateDatabase(pgConfig, config, { only }),
    },
    join(dir, from),
    await openBackup(join(dir, from)),
    { withoutLost: false, by: 'root', progress: nothing },
  );
  await blobs.close();
  const context = await createContext(
    { ...config, dataDir, blobStore: { url, credentials, compress: true } },
    { pgConfig, clock, log: silentLogger, webClient: null },
  );
  closing.push(() => context.close());
  return testContext(context);
}

async function rowsOf({ folder, manifest }: Backup, table: string): Promise<string[]> {
  const file = manifest.tables.find((one) => one.table === table);
  if (!file) throw new Error(`${table} is not in the backup`);
  const lines: string[] = [];
  for await (const line of linesOf(readSealed(folder, file))) lines.push(line.toString());
  return lines.sort();
}

async function messageIds(context: TestContext): Promise<Set<string | null>> {
  const rows = await context.db.selectFrom('messages').select('message_id_header').execute();
  return new Set(rows.map((row) => row.message_id_header));
}

/** Indexes and constraints, which a restore drops and recreates. */
async function indexesOf({ db }: TestContext): Promise<unknown[]> {
  const { rows } = await sql`
    select indexdef from pg_indexes where schemaname = 'public'
    union all
    select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) || ' ' || convalidated
    from pg_constraint where connamespace = 'public'::regnamespace
    order by 1`.execute(db);
  return rows;
}

/** Delivers mail by LMTP continuously; returns the acknowledged ids. */
function deliver(): { acknowledged: string[]; stop(): Promise<void> } {
  const acknowledged: string[] = [];
  let stopped = false;
  async function work() {
    const port = server.running.lmtpPort as number;
    const client = await connectMail({ host: '127.0.0.1', port, protocol: 'lmtp' });
    for (let count = 0; !stopped; count += 1) {
      const id = `<luong-${count}@minhphat.example>`;
      const raw = `From: khach@minhphat.example\r\nTo: ${LAN_ANH}\r\nMessage-ID: ${id}\r\nSubject: ${count}\r\n\r\nThư ${count}\r\n`;
      const { message } = await client.send({ from: 'khach@minhphat.example', to: [LAN_ANH], raw });
      if (message[0]?.code === 250) acknowledged.push(id.slice(1, -1));
    }
    client.end();
  }
  const working = work();
  return {
    acknowledged,
    async stop() {
      stopped = true;
      await working;
    },
  };
}

describe('a backup under deliveries', () => {
  test('holds what was acknowledged before it began, with every blob, and restores to the same rows', async () => {
    const mails = Array.from({ length: 40 }, (_, place) => ({
      subject: `Thư ${place}`,
      text: 'x'.repeat(place * 500),
    }));
    await fileMails(server.context, await server.mailboxId(LAN_ANH), mails);
    // A row of nearly every kind.
    await makeOwnThings(server.context, binh.mailbox);
    const deliveries = deliver();
    closing.push(() => deliveries.stop());
    await expect.poll(() => deliveries.acknowledged.length, { timeout: 10_000 }).toBeGreaterThan(3);
    const before = [...deliveries.acknowledged];
    const made = await backUp('flow');
    await deliveries.stop();
    expect(deliveries.acknowledged.length).toBeGreaterThan(before.length);
    expect(made.manifest.lost).toEqual([]);
    const backup = await openBackup(join(dir, 'flow'));
    expect(await verifyBackup(server.clock, join(dir, 'flow'), backup, nothing)).toEqual([]);

    const context = await restored('flow');
    const ids = await messageIds(context);
    expect(before.filter((id) => !ids.has(id))).toEqual([]);
    expect(await checkMailboxes(context.db)).toEqual([expect.objectContaining({ level: 'ok' })]);
    expect(await indexesOf(context)).toEqual(await indexesOf(server.context));
    // What follows from cards and events came back with them.
    for (const kernel of [CONTACTS, CALENDAR]) {
      const kept = kernel.mailboxRows.filter(({ table }) => !Object.hasOwn(kernel.leftOut, table));
      const names = backup.manifest.tables.map(({ table }) => table);
      expect(names).toEqual(expect.arrayContaining(kept.map(({ table }) => table)));
    }
    expect(await rowsOf(backup, 'calendar_sources')).not.toEqual([]);
    expect(await rowsOf(backup, 'contact_sources')).not.toEqual([]);
    const differences = async () => [
      ...(await recountContacts(context.db, binh.mailbox)),
      ...(await recountCalendar(context.db, binh.mailbox)),
    ];
    expect(await differences()).toEqual([]);
    // A table that had not come back would be missed.
    await sql`create table kept as select * from calendar_occurrences`.execute(context.db);
    await sql`delete from calendar_occurrences`.execute(context.db);
    expect(await differences()).not.toEqual([]);
    await sql`insert into calendar_occurrences select * from kept`.execute(context.db);
    await sql`drop table kept`.execute(context.db);
    // Repeated, it references the same existing blobs and has the same rows.
    const again = await makeBackup(context, join(dir, 'again'), nothing);
    expect(again.manifest.lost).toEqual([]);
    expect(again.manifest.blobs).toMatchObject({ rows: made.manifest.blobs.rows });
    const second = await openBackup(join(dir, 'again'));
    const identitiesOf = ({ manifest }: Backup) =>
      manifest.identities.filter(({ table }) => table !== 'audit_log');
    expect(identitiesOf(second)).toEqual(identitiesOf(backup));
    // The restore is recorded in the audit log.
    const acts = await rowsOf(second, 'audit_log');
    expect(acts.filter((row) => row.includes('installation_restored'))).toHaveLength(1);
    expect(acts).toHaveLength((await rowsOf(backup, 'audit_log')).length + 1);
    // Their numbers jump, so that clients fetch anew.
    const states: string[] = journals().map(({ state }) => state);
    for (const { table } of backup.manifest.tables) {
      if ([...states, 'audit_log', 'schema_migrations'].includes(table)) continue;
      expect([table, await rowsOf(second, table)]).toEqual([table, await rowsOf(backup, table)]);
    }
  });

  test('of an older release is restored by this one', async () => {
    const { blobs, clock, config } = server.context;
    const { pgConfig, drop } = await createEmptyDatabase();
    closing.push(drop);
    const older = new Set([...(await knownMigrations())].sort().slice(0, -1));
    await migrateDatabase(pgConfig, config, { only: older });
    const { db, close } = openDatabase<Tables>({
      ...{ pgConfig, poolSize: 1 },
      log: silentLogger,
      applicationName: 'test',
    });
    await sql`insert into domains (name, verified, created_at) values ('cu.example', true, 1)`.execute(
      kyselyOf(db),
    );
    await close();
    await makeBackup({ pgConfig, blobs, clock }, join(dir, 'older'), nothing);
    const context = await restored('older', undefined, createEmptyDatabase);
    expect(await context.db.selectFrom('domains').select(['id', 'name']).execute()).toEqual([
      { id: 1, name: 'cu.example' },
    ]);
    const { rows } =
      await sql`insert into domains (name, verified, created_at) values ('moi.example', true, 1) returning id`.execute(
        context.db,
      );
    expect(rows).toEqual([{ id: 2 }]);
  });

  test('restores into S3', async () => {
    const s3 = await startTestS3Server();
    closing.push(() => s3.close());
    const context = await restored('flow', s3);
    const again = await makeBackup(context, join(dir, 'from-s3'), nothing);
    expect(again.manifest.lost).toEqual([]);
    expect(again.copied).toBe(again.manifest.blobs.rows);
  });
});

describe('what is restored', () => {
  test('sends nothing a second time that may have left since, and brings here what did not come', async () => {
    const { context } = server;
    const elsewhere = 'khach@xa.example';
    const [begun, waiting, later, daily] = await Promise.all(
      Array.from({ length: 4 }, () => writeDraft(an, [binh.email, elsewhere])),
    );
    const now = Math.floor(server.clock.now() / 1000);
    await an.client.sendMail({ body: { msg_id: begun?.id as string, async: true } });
    const { id: outboxId } = await outboxOf(context, begun?.id);
    await startSend(context, { mailboxId: an.mailbox, outboxId });
    await an.client.sendMail({ body: { msg_id: waiting?.id as string, async: true } });
    await an.client.scheduleMail({ body: { msg_id: later?.id as string, timestamp: now + 30 * DAY } });
    const rule = { period: { by_days: 1 }, time_send: '08:00', start_day: dayOf(now + DAY) };
    await an.client.sendPeriodically({ body: { msg_id: daily?.id as string, ...rule } });
    const { seq } = await context.db
      .selectFrom('mailbox_state')
      .select('seq')
      .where('mailbox_id', '=', an.mailbox)
      .executeTakeFirstOrThrow();
    await dateJobsByClock(context);
    await backUp('sending');
    server.clock.pass(3 * DAY * 1000);

    const after = await restored('sending');
    const ran = await runJobsUntilIdle(after);
    expect(ran).toContain('finish_restore');
    expect(await outboxOf(after, begun?.id)).toMatchObject({ state: 'unclear' });
    const recipients = await after.db
      .selectFrom('outbox_recipients')
      .select(['email', 'state'])
      .where('outbox_id', '=', outboxId)
      .orderBy('email')
      .execute();
    expect(recipients).toEqual([
      { email: elsewhere, state: 'unclear' },
      { email: binh.email, state: 'delivered' },
    ]);
    expect(await outboxOf(after, waiting?.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('may have been sent'),
    });
    expect(await outboxOf(after, later?.id)).toMatchObject({ state: 'held', due_at: now + 30 * DAY });
    const period = await after.db
      .selectFrom('periodic_sends')
      .select(['state', 'next_at', 'sent_count'])
      .where('message_id', '=', daily?.id as string)
      .executeTakeFirstOrThrow();
    expect(period).toMatchObject({ state: 'active', sent_count: 0 });
    expect(period.next_at).toBeGreaterThan(now + 3 * DAY);
    expect(period.next_at).toBeLessThan(now + 5 * DAY);

    // Everyone has to sign in again, and a client with this number, or later ones, reloads its mailbox.
    expect(await after.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
    for (const since of [seq, seq + 5])
      expect(await readChanges(after.db, an.mailbox, since)).toBe('too_old');
  });

  test('CL-290 tells nobody elsewhere of a meeting a second time, tells who asks that it may have been, and colleagues what they lack', async () => {
    const { context } = server;
    const elsewhere = 'khach@xa.example';
    const guests = [binh.email, elsewhere].map((email) => ({ name: '', email }));
    const at = (clock: string) => ({ day: '2026-12-01', clock, zone: 'Asia/Ho_Chi_Minh' });
    const fields = { title: 'Họp giá', start: at('09:00'), end: at('10:00'), guests };
    const { id } = (await an.client.createEvent({ body: { fields } })).data;
    const alone = { ...fields, title: 'Gặp khách', guests: guests.slice(1) };
    await an.client.createEvent({ body: { fields: alone } });
    const proposal = { mailboxId: an.mailbox, objectId: id, round: id };
    await inTransaction(context.db, (tx) => addJob(tx, sendProposalTask, proposal));
    await dateJobsByClock(context);
    await backUp('meetings');
    server.clock.pass(DAY * 1000);

    const after = await restored('meetings');
    const { rows: proposals } = await sql`
      select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${sendProposalTask.name}`.execute(after.db);
    expect(proposals).toEqual([{ payload: { ...proposal, mayHaveLeft: true } }]);
    const ran = await runJobsUntilIdle(after);
    expect(ran).toContain('calendar_owed');
    expect(await after.db.selectFrom('calendar_owed').select('object_id').execute()).toEqual([]);
    const told = await after.db
      .selectFrom('outbox_recipients as r')
      .innerJoin('outbox as o', (join) =>
        join.onRef('o.mailbox_id', '=', 'r.mailbox_id').onRef('o.id', '=', 'r.outbox_id'),
      )
      .innerJoin('messages as m', (join) =>
        join.onRef('m.mailbox_id', '=', 'o.mailbox_id').onRef('m.id', '=', 'o.message_id'),
      )
      .select(['r.email', 'r.state', 'r.attempts', 'r.reply', 'o.state as whole', 'm.subject'])
      .where('m.subject', 'like', 'Lời mời%')
      .orderBy('m.subject')
      .orderBy('r.email')
      .execute();
    const unclear = { state: 'unclear', attempts: 0, whole: 'unclear' };
    const may = expect.stringContaining('when the backup was made');
    expect(told).toMatchObject([
      { email: elsewhere, ...unclear, reply: may, subject: expect.stringContaining('Gặp khách') },
      { email: elsewhere, ...unclear, reply: may, subject: expect.stringContaining('Họp giá') },
      { email: binh.email, state: 'delivered', whole: 'unclear' },
    ]);
    // Who asks reads of it in their inbox, and a colleague has the meeting.
    expect(ran.filter((task) => task === 'report_failure').length).toBeGreaterThanOrEqual(2);
    const invited = await after.db
      .selectFrom('calendar_objects')
      .select('mailbox_id')
      .where('uid', '=', (eb) =>
        eb
          .selectFrom('calendar_objects')
          .select('uid')
          .where('id', '=', id)
          .where('mailbox_id', '=', an.mailbox),
      )
      .execute();
    expect(invited.map(({ mailbox_id }) => mailbox_id).sort()).toEqual([an.mailbox, binh.mailbox].sort());
  });

  test('is refused where there is something already, in one line', async () => {
    const { pgConfig, blobs, clock } = server.context;
    const migrations = await knownMigrations();
    const deps = { pgConfig, blobs, clock, migrations, migrate: async () => expect.unreachable() };
    await backUp('refused');
    const from = join(dir, 'refused');
    const backup = await openBackup(from);
    const options = { withoutLost: false, by: 'root', progress: nothing };
    await expect(restoreBackup(deps, from, backup, options)).rejects.toThrow(
      /^The installation is not empty: it has \d+ domains and \d+ mailboxes\. /,
    );
    const older = { ...deps, migrations: new Set([...migrations].slice(0, -1)) };
    await expect(restoreBackup(older, from, backup, options)).rejects.toThrow(
      'The backup is of a newer program',
    );
  });
});

const DAY = 24 * 3600;

function dayOf(seconds: number): string {
  return new Date((seconds + 7 * 3600) * 1000).toISOString().slice(0, 10);
}

async function outboxOf(context: TestContext, messageId: string | undefined) {
  return context.db
    .selectFrom('outbox')
    .select(['id', 'state', 'error', 'due_at'])
    .where('message_id', '=', messageId as string)
    .executeTakeFirstOrThrow();
}

describe('a backup', () => {
  test('copies a blob once, holds the collection off, and is none when it is cut off', async () => {
    const { context } = server;
    await backUp('cut');
    await fileMails(
      context,
      an.mailbox,
      Array.from({ length: 30 }, (_, place) => ({ text: `mới ${place}` })),
    );
    const { key } = await context.blobs.put(Buffer.from('gone'));
    await sql`insert into orphaned_blobs (blob, at) values (decode(${key}, 'hex'), 1)`.execute(context.db);
    server.clock.pass(3 * 24 * 3_600_000);
    const killed = () => Promise.reject(new Error('killed'));
    let read = 0;
    const cut: BlobStore = {
      ...context.blobs,
      check: killed,
      async open(blob, range) {
        read += 1;
        if (read === 5) {
          expect(await areBlobsHeld(context.db)).toBe(true);
          await collectBlobs(context, new AbortController().signal);
          expect(await context.blobs.stat(key)).not.toBeNull();
          await expect(backUp('meanwhile')).rejects.toThrow('Another backup is being made');
        }
        return read > 20 ? killed() : context.blobs.open(blob, range);
      },
    };
    const whole = await listBackups(join(dir, 'cut'));
    const target = backUp('cut', cut);
    await expect(target).rejects.toThrow('killed');
    expect(await areBlobsHeld(context.db)).toBe(false);
    expect(await listBackups(join(dir, 'cut'))).toEqual(whole);

    const next = await backUp('cut');
    expect(next.copied).toBeGreaterThan(0);
    expect(next.copied).toBeLessThan(30);
    expect(await listBackups(join(dir, 'cut'))).toEqual([...whole, next.name]);
    expect((await backUp('cut')).copied).toBe(0);
    await collectBlobs(context, new AbortController().signal);
    expect(await context.blobs.stat(key)).toBeNull();
  });
});

describe('verifying', () => {
  test('finds a flipped byte, a missing blob, a changed file and the manifest of another backup', async () => {
    await backUp('spoiled');
    const folder = join(dir, 'spoiled');
    const faults = async () =>
      (await verifyBackup(server.clock, folder, await openBackup(folder), nothing)).map(
        ({ what, reason }) => `${what.split(' ')[0]} ${reason}`,
      );
    const blobs = (await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile(),
    );
    const [first, second] = blobs.map(({ parentPath, name }) => join(parentPath, name)) as [string, string];
    const bytes = await readFile(first);
    await flip(first);
    await rename(second, join(dir, 'aside'));
    expect((await faults()).sort()).toEqual([
      'blob it is missing',
      expect.stringMatching(/^blob (its bytes are not those|it can not be read)/),
    ]);
    await writeFile(first, bytes);
    await rename(join(dir, 'aside'), second);
    expect(await faults()).toEqual([]);

    const [older] = await listBackups(folder);
    await fileMail(server.context, an.mailbox);
    const newer = await backUp('spoiled');
    const manifest = join(folder, newer.name, 'manifest.json');
    await copyFile(manifest, join(dir, 'aside'));
    await copyFile(join(folder, older as string, 'manifest.json'), manifest);
    expect(await faults()).toContain('file messages.copy.zst is not what was written');
    await copyFile(join(dir, 'aside'), manifest);
    await flip(join(folder, newer.name, 'folders.copy.zst'));
    expect(await faults()).toEqual(['file folders.copy.zst is not what was written']);
    await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('"program"', '"programme"'));
    await expect(openBackup(folder)).rejects.toThrow('is not what was written: its hash differs');
  });

  test('tells the next backup what is damaged, which copies it again', async () => {
    await backUp('mended');
    const folder = join(dir, 'mended');
    const faults = async () => verifyBackup(server.clock, folder, await openBackup(folder), nothing);
    const [first, second] = (
      await readdir(join(folder, 'blobs'), { recursive: true, withFileTypes: true })
    ).filter((entry) => entry.isFile()) as [Dirent, Dirent];
    await flip(join(first.parentPath, first.name));
    // Damaged when it was verified, but intact by now: it stays.
    await writeFile(join(folder, 'damaged-blobs'), `${second.name}\nnonsense\n`);
    expect((await backUp('mended')).copied).toBe(0);
    // Only reading this one fails.
    const path = join(second.parentPath, second.name);
    await rename(path, join(dir, 'moved'));
    await mkdir(path);
    expect(await faults()).toHaveLength(2);
    await rmdir(path);
    await rename(join(dir, 'moved'), path);
    expect(await readFile(join(folder, 'damaged-blobs'), 'utf8')).toBe(`${first.name}\n`);
    // When it cannot be moved aside, the next backup tries again.
    const aside = join(folder, 'blobs', 'damaged');
    await rename(aside, join(dir, 'moved'));
    await writeFile(aside, '');
    expect(await backUp('mended')).toMatchObject({ copied: 0, problems: [{ what: `blob ${first.name}` }] });
    await rm(aside);
    await rename(join(dir, 'moved'), aside);
    const { copied, manifest } = await backUp('mended');
    expect({ copied, lost: manifest.lost }).toEqual({ copied: 1, lost: [] });
    expect(await faults()).toEqual([]);
    expect((await backUp('mended')).copied).toBe(0);
  });

  test('is refused in the folder of another installation, whose backups stay', async () => {
    const { config } = server.context;
    await backUp('foreign');
    const { pgConfig, drop } = await createEmptyDatabase();
    closing.push(drop);
    await migrateDatabase(pgConfig, config, {});
    const folder = join(dir, 'foreign');
    const before = await readdir(folder);
    const another = makeBackup({ ...server.context, pgConfig }, folder, nothing, 1);
    await expect(another).rejects.toThrow(/is of another installation .* a folder of its own/);
    expect(await readdir(folder)).toEqual(before);
    expect(await verifyBackup(server.clock, folder, await openBackup(folder), nothing)).toEqual([]);
    expect((await backUp('foreign', undefined, 1)).removed.backups).toBe(1);
  });

  test('older backups go with the blobs that were theirs alone', async () => {
    await backUp('kept');
    const kept = join(dir, 'kept');
    const id = await fileMail(server.context, binh.mailbox, { text: 'chỉ ở đây' });
    await backUp('kept');
    await sql`delete from messages where mailbox_id = ${binh.mailbox} and id = ${id}`.execute(
      server.context.db,
    );
    expect((await backUp('kept', undefined, 3)).removed).toEqual({ backups: 0, blobs: 0 });
    const manifest = join(kept, (await listBackups(kept)).at(-1) as string, 'manifest.json');
    await rename(manifest, join(dir, 'moved'));
    await writeFile(manifest, '');
    // An unreadable backup prevents the removal of older ones, but not the new backup.
    expect(await backUp('kept', undefined, 2)).toMatchObject({
      removed: { backups: 0, blobs: 0 },
      problems: [{ what: 'older backups' }],
    });
    await rename(join(dir, 'moved'), manifest);
    const { removed } = await backUp('kept', undefined, 1);
    expect(removed).toEqual({ backups: 4, blobs: 1 });
    expect(await listBackups(kept)).toHaveLength(1);
    expect(await verifyBackup(server.clock, kept, await openBackup(kept), nothing)).toEqual([]);
  });
});

async function flip(path: string): Promise<void> {
  const bytes = await readFile(path);
  const middle = Math.floor(bytes.length / 2);
  bytes.writeUInt8(bytes.readUInt8(middle) ^ 1, middle);
  await writeFile(path, bytes);
}
