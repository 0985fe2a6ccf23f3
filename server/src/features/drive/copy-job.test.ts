import type { DriveFile } from '@bocau/contract/drive.ts';
import type { DriveCopyJob } from '@bocau/contract/drive-copies.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { recountDrive } from '../../drive/recount/recount-drive.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { runCopy } from './run-copy.ts';

let server: TestServer;
let person: NewPerson;
let client: NewPerson['client'];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
  client = person.client;
  return async () => expect(await recountDrive(server.context.db, person.mailbox)).toEqual([]);
});

const refused = (status: number, code: string) => expect.objectContaining({ status, code });

async function folder(name: string, parent_id: string | null = null): Promise<string> {
  return (await client.createDriveFolder({ body: { name, parent_id } })).data.id;
}

async function upload(name: string, path: string, text: string): Promise<DriveFile> {
  const form = new FormData();
  form.set('path', path);
  form.set('on_conflict', 'fail');
  form.set('file', new Blob([text], { type: 'text/plain' }), name);
  return (await client.uploadDriveFile({ form })).data[0] as DriveFile;
}

const PARTS = 32;
const FILES = 64;
/** Including the folder itself. */
const ENTRIES = 1 + PARTS * (FILES + 1);

/** Doubles the number with each call. */
async function multiply(first: string, parent_id: string, times: number): Promise<string[]> {
  const ids = [first];
  while (ids.length < times) {
    const { data } = await client.copyDriveFiles({ body: { ids, parent_id } });
    ids.push(...data.map(({ id }) => id));
  }
  return ids;
}

/** A folder beyond the limit of one call: 32 folders of 64 files each. */
async function large(): Promise<string> {
  const whole = await folder('Hồ sơ');
  const part = await folder('Phần', whole);
  const file = await upload('0.bin', '/Hồ sơ/Phần', 'mười byte.');
  await multiply(file.id, part, FILES);
  await multiply(part, whole, PARTS);
  return whole;
}

const start = async (ids: string[], parent_id: string | null = null) =>
  (await client.startDriveCopy({ body: { ids, parent_id } })).data;
const latest = async () => (await client.listDriveCopies({})).data[0] as DriveCopyJob;
const usage = async () => (await client.getDriveUsage({})).data;
const names = async (folder_id?: string) =>
  (await client.listDriveFiles({ query: { limit: '500', ...(folder_id && { folder_id }) } })).data.map(
    ({ name }) => name,
  );

/** Runs until the first batch is committed, then crashes. */
async function runOneBatch(id: string): Promise<void> {
  const controller = new AbortController();
  const drivePublisher = { changed: () => controller.abort() };
  const run = { signal: controller.signal, lastAttempt: false };
  const payload = { mailbox_id: person.mailbox, id };
  await runCopy({ ...server.context, drivePublisher }, payload, run).catch((error: unknown) => {
    if (!controller.signal.aborted) throw error;
  });
}

test('a folder of more entries than one call copies is copied by a job, and is there when all of it is', async () => {
  const whole = await large();
  const before = await usage();
  const call = client.copyDriveFiles({ body: { ids: [whole], parent_id: null } });
  await expect(call).rejects.toEqual(refused(413, 'too_large'));
  const begun = await start([whole]);
  expect(begun).toMatchObject({ name: 'Hồ sơ', chosen: 1, state: 'running', total: ENTRIES, made: [] });
  expect((await usage()).reserved_bytes).toBe(before.used_bytes);
  for (let batch = 0; (await latest()).state === 'running'; batch += 1) {
    expect(batch).toBeLessThan(10);
    expect(await names()).toEqual(['Hồ sơ']);
    expect(await recountDrive(server.context.db, person.mailbox)).toEqual([]);
    await runOneBatch(begun.id);
  }
  const ended = await latest();
  expect(ended).toMatchObject({ state: 'done', total: ENTRIES, done: ENTRIES, left_out: 0, error: null });
  expect(await names()).toEqual(['Hồ sơ', 'Hồ sơ (2)']);
  expect(await usage()).toMatchObject({ used_bytes: 2 * before.used_bytes, reserved_bytes: 0 });
  const { data: parts } = await client.listDriveFiles({ query: { folder_id: ended.made[0] as string } });
  expect(parts).toHaveLength(PARTS);
  const shape = async (id: string) => (await names(id)).toSorted();
  expect(await shape(ended.made[0] as string)).toEqual(await shape(whole));
  expect(await names(parts[0]?.id)).toHaveLength(FILES);
});

test('a batch that is cut off is done again, once', async () => {
  const whole = await large();
  const { id } = await start([whole]);
  const { db } = server.context;
  await runOneBatch(id);
  await sql`
    create function cut_off() returns trigger language plpgsql as $$ begin raise 'cut off'; end $$`.execute(
    db,
  );
  await sql`create trigger cut_off before insert on drive_chunks execute function cut_off()`.execute(db);
  await expect(runOneBatch(id)).rejects.toThrow('cut off');
  await sql`drop trigger cut_off on drive_chunks`.execute(db);
  await sql`drop function cut_off`.execute(db);
  await runJobsUntilIdle(server.context);
  expect(await latest()).toMatchObject({ state: 'done', done: ENTRIES, left_out: 0 });
  expect((await usage()).used_bytes).toBe(2 * PARTS * FILES * Buffer.byteLength('mười byte.'));
});

test('a copy that is cancelled leaves nothing, and gives its room back', async () => {
  const whole = await large();
  const before = await usage();
  const { id } = await start([whole]);
  await runOneBatch(id);
  await runOneBatch(id);
  expect((await latest()).done).toBeGreaterThan(1);
  await client.cancelDriveCopy({ params: { id } });
  expect(await usage()).toMatchObject({ reserved_bytes: 0 });
  await runJobsUntilIdle(server.context);
  expect(await latest()).toMatchObject({ state: 'cancelled', made: [] });
  expect(await names()).toEqual(['Hồ sơ']);
  expect(await usage()).toEqual(before);
  const { rows } = await sql`
    select from drive_entries where mailbox_id = ${person.mailbox}`.execute(server.context.db);
  expect(rows).toHaveLength(ENTRIES);
});

test('a copy that has no room does not begin', async () => {
  const whole = await folder('To');
  await upload('to.txt', '/To', 'x'.repeat(700_000));
  await server.context.db
    .updateTable('mailboxes')
    .set({ drive_quota_mb: 1 })
    .where('id', '=', person.mailbox)
    .execute();
  await expect(start([whole])).rejects.toEqual(refused(413, 'drive_full'));
  expect((await client.listDriveCopies({})).data).toEqual([]);
});

test('the room of a copy is its own: what others add meanwhile does not end it', async () => {
  const whole = await folder('To');
  await upload('to.txt', '/To', 'x'.repeat(400_000));
  await server.context.db
    .updateTable('mailboxes')
    .set({ drive_quota_mb: 1 })
    .where('id', '=', person.mailbox)
    .execute();
  await start([whole]);
  await expect(upload('mới.txt', '/', 'x'.repeat(400_000))).rejects.toEqual(refused(413, 'drive_full'));
  await runJobsUntilIdle(server.context);
  expect(await latest()).toMatchObject({ state: 'done' });
});

test('what goes meanwhile is left out, and the copy says it', async () => {
  const whole = await folder('Hồ sơ');
  const gone = await folder('Bỏ', whole);
  await upload('a.txt', '/Hồ sơ/Bỏ', 'a');
  await upload('b.txt', '/Hồ sơ', 'b');
  const { id } = await start([whole]);
  await runOneBatch(id);
  await client.trashDriveFiles({ body: { ids: [gone] } });
  await runJobsUntilIdle(server.context);
  const ended = await latest();
  expect(ended).toMatchObject({
    state: 'done',
    left_out: 1,
    left_out_first: [{ name: 'Bỏ', reason: 'file_not_found' }],
  });
  expect(await names(ended.made[0])).toEqual(['Bỏ', 'b.txt']);
});

test('what takes the name of something that was copied is left out, and the copy says it', async () => {
  const whole = await folder('Hồ sơ');
  const first = await upload('a.txt', '/Hồ sơ', 'a');
  // Entries are copied in the order of their ids, which begin with the time.
  server.clock.pass(1_000);
  await multiply(first.id, whole, 512);
  server.clock.pass(1_000);
  const { id } = await start([whole]);
  await runOneBatch(id);
  await client.renameDriveFile({ params: { id: first.id }, body: { name: 'b.txt' } });
  await upload('a.txt', '/Hồ sơ', 'sau');
  await runJobsUntilIdle(server.context);
  expect(await latest()).toMatchObject({
    ...{ state: 'done', left_out: 1 },
    left_out_first: [{ name: 'a.txt', reason: 'already_exists' }],
  });
});

test('a copy whose folder goes meanwhile ends, and nothing of it is kept', async () => {
  const whole = await folder('Hồ sơ');
  await upload('a.txt', '/Hồ sơ', 'a');
  const target = await folder('Đích');
  const { id } = await start([whole], target);
  await runOneBatch(id);
  await client.trashDriveFiles({ body: { ids: [target] } });
  await runJobsUntilIdle(server.context);
  expect(await latest()).toMatchObject({ state: 'failed', error: 'file_not_found', made: [] });
  expect((await usage()).used_bytes).toBe(1);
});

test('several with the same name, and files, are copied by one job', async () => {
  const a = await folder('a');
  const b = await folder('b');
  const inA = await folder('Cùng tên', a);
  const inB = await folder('Cùng tên', b);
  const file = await upload('tệp.txt', '/a/Cùng tên', 'một');
  await start([inA, inB, file.id]);
  expect(await names()).toEqual(['a', 'b']);
  await runJobsUntilIdle(server.context);
  expect(await names()).toEqual(['a', 'b', 'Cùng tên', 'Cùng tên (2)', 'tệp.txt']);
});

test('nothing is copied below itself, and copies of others can neither be seen nor stopped', async () => {
  const whole = await folder('Hồ sơ');
  const inner = await folder('Trong', whole);
  await expect(start([whole], inner)).rejects.toEqual(refused(409, 'folder_into_itself'));
  const { id } = await start([whole]);
  const other = await newPerson(server);
  expect((await other.client.listDriveCopies({})).data).toEqual([]);
  await expect(other.client.cancelDriveCopy({ params: { id } })).rejects.toEqual(
    refused(404, 'job_not_found'),
  );
  await expect(other.client.startDriveCopy({ body: { ids: [whole], parent_id: null } })).rejects.toEqual(
    refused(404, 'file_not_found'),
  );
  await runJobsUntilIdle(server.context);
  expect(await latest()).toMatchObject({ state: 'done' });
});
