import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { changeDrive } from '../../drive/change-drive.ts';
import { type EntryRow, readEntry } from '../../drive/entries/entries.store.ts';
import { saveVersion } from '../../drive/saves/save-version.ts';
import { versionOf } from '../../drive/versions/add-version.ts';
import { sendDriveZip } from '../../drive/zips/send-drive-zip.ts';
import { newId } from '../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { refusalOf } from '../../test-kit/write-mail.ts';

const MB = 1024 * 1024;

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  an = await newPerson(server);
});
afterAll(() => server.close());

type Given = { name: string; bytes: Buffer | string; type?: string };

function formOf(files: Given[], fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const { name, bytes, type } of files)
    form.append('file', new Blob([bytes], { type: type ?? '' }), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function fieldsFirst(fields: Record<string, string>, { name, bytes }: Given): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', new Blob([bytes]), name);
  return form;
}

async function upload(file: Given, fields: Record<string, string> = {}) {
  const { data } = await an.client.uploadDriveFile({ form: formOf([file], fields) });
  return data[0] as (typeof data)[number];
}

async function read(path: string, headers: Record<string, string> = {}, method = 'GET', who = an) {
  const answer = await fetch(`${server.baseUrl}/storage/v1/files/${path}`, {
    method,
    headers: { [SESSION_HEADER]: who.client.token, ...headers },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

async function numbers() {
  const { rows } = await sql<{ used: number; counted: number; chunks: number }>`
    select (select used_bytes from drive_state where mailbox_id = ${an.mailbox}) as used,
      (select coalesce(sum(size), 0)::bigint from drive_versions where mailbox_id = ${an.mailbox}) as counted,
      (select count(*)::integer from drive_chunks where mailbox_id = ${an.mailbox}) as chunks`.execute(
    server.context.db,
  );
  return rows[0] as { used: number; counted: number; chunks: number };
}

test('AP-80 DV-9 a file of several chunks comes back byte for byte, whole and by ranges across chunks', async () => {
  const bytes = randomBytes(17 * MB + 5);
  const before = await numbers();
  const file = await upload({ name: 'Bản vẽ nhà xưởng.bin', bytes });
  expect(file).toMatchObject({
    name: 'Bản vẽ nhà xưởng.bin',
    display_name: '/Bản vẽ nhà xưởng.bin',
    type: 'file',
    size: bytes.length,
    owner: an.email,
    href: `/storage/v1/files/${file.id}/content`,
    parent_id: null,
  });
  const after = await numbers();
  expect(after.chunks - before.chunks).toBe(3);
  expect(after.used - before.used).toBe(bytes.length);
  expect(after.used).toBe(after.counted);

  const whole = await read(`${file.id}/content`);
  expect(whole.bytes.equals(bytes)).toBe(true);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(bytes.length),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'accept-ranges': 'bytes',
  });
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename="Ban ve nha xuong.bin"/);
  for (const [start, end] of [
    [0, 1],
    [8 * MB - 3, 8 * MB + 3],
    [8 * MB, 8 * MB + 1],
    [5 * MB, 17 * MB + 5],
  ] as const) {
    const part = await read(`${file.id}/content`, { range: `bytes=${start}-${end - 1}` });
    expect(part.status).toBe(206);
    expect(part.bytes.equals(bytes.subarray(start, end)), `${start} to ${end}`).toBe(true);
  }
  const etag = whole.headers.get('etag') as string;
  expect((await read(`${file.id}/content`, { 'if-none-match': etag })).status).toBe(304);
  const stale = await read(`${file.id}/content`, { range: 'bytes=0-1', 'if-range': '"other"' });
  expect([stale.status, stale.bytes.length]).toEqual([200, bytes.length]);
  const head = await read(`${file.id}/content`, {}, 'HEAD');
  expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([
    200,
    String(bytes.length),
    0,
  ]);
  const beyond = await read(`${file.id}/content`, { range: `bytes=${bytes.length}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`]);
});

test('AP-80 a name that is taken gets a number, a new version, or a refusal', async () => {
  const first = await upload({ name: 'Báo giá.txt', bytes: 'một' });
  expect((await upload({ name: 'báo giá.TXT', bytes: 'hai' })).name).toBe('báo giá (2).TXT');
  const replaced = await upload({ name: 'Báo giá.txt', bytes: 'ba' }, { on_conflict: 'replace' });
  expect(replaced.id).toBe(first.id);
  expect((await read(`${first.id}/content`)).bytes.toString()).toBe('ba');
  const old = `${first.id}/versions/${first.prop.version_id}/content`;
  expect((await read(old)).bytes.toString()).toBe('một');
  const before = await numbers();
  const refused = an.client.uploadDriveFile({
    form: formOf([{ name: 'Báo giá.txt', bytes: 'bốn' }], { on_conflict: 'fail' }),
  });
  expect((await refusalOf(refused)).code).toBe('already_exists');
  expect(await numbers()).toEqual(before);
  const orphan = createHash('sha256').update('bốn').digest();
  const { rows } = await sql`select from orphaned_blobs where blob = ${orphan}`.execute(server.context.db);
  expect(rows).toHaveLength(1);
});

test('AT-4 the type is told by the bytes, and what is no file to keep is refused', async () => {
  const file = await upload({ name: 'ảnh.png', bytes: '<script>', type: 'image/png' });
  expect(file.content_type).toBe('application/octet-stream');
  const name = (given: string) =>
    refusalOf(an.client.uploadDriveFile({ form: formOf([{ name: given, bytes: 'x' }]) }));
  expect(await name('hóa đơn.pdf.EXE')).toMatchObject({ status: 400, code: 'file_not_allowed' });
  expect(await name('a\u202efdp.txt')).toMatchObject({ status: 400, code: 'file_name_invalid' });
  const astray = an.client.uploadDriveFile({
    form: formOf([{ name: 'a.txt', bytes: 'x' }], { path: '/Không' }),
  });
  expect(await refusalOf(astray)).toMatchObject({ status: 404, code: 'file_not_found' });
});

test('a path is taken whole, and a field that is too long or no text is refused', async () => {
  const names = ['m', 'n', 'o', 'p', 'q'].map((letter) => letter.repeat(250));
  let parent_id: string | null = null;
  for (const name of names)
    parent_id = (await an.client.createDriveFolder({ body: { name, parent_id } })).data.id;
  const file = await upload({ name: 'sâu.txt', bytes: 'x' }, { path: `/${names.join('/')}` });
  expect(file.parent_id).toBe(parent_id);
  const send = (path: string) =>
    refusalOf(an.client.uploadDriveFile({ form: fieldsFirst({ path }, { name: 'a.txt', bytes: 'x' }) }));
  for (const path of [`/${'x'.repeat(9_000)}`, '/a\0b']) {
    expect(await send(path)).toMatchObject({ status: 400, code: 'invalid_input' });
  }
});

test('a full drive refuses a file, and counts nothing of it', async () => {
  const { db } = server.context;
  const setQuota = (mb: number) =>
    db.updateTable('mailboxes').set({ drive_quota_mb: mb }).where('id', '=', an.mailbox).execute();
  const before = await numbers();
  await setQuota(Math.ceil(before.used / MB));
  const bytes = Buffer.alloc(2 * MB);
  const send = (given: Buffer) =>
    refusalOf(an.client.uploadDriveFile({ form: formOf([{ name: 'lớn.bin', bytes: given }]) }));
  expect(await send(bytes)).toMatchObject({ status: 413, code: 'drive_full' });
  // Without any free space, nothing is stored even temporarily.
  await setQuota(Math.floor(before.used / MB));
  const small = randomBytes(9);
  expect(await send(small)).toMatchObject({ status: 413, code: 'drive_full' });
  expect(await server.context.blobs.stat(createHash('sha256').update(small).digest('hex'))).toBeNull();
  // Uploads into another user's folder count against that user's quota.
  const binh = await newPerson(server);
  const { data: theirs } = await binh.client.createDriveFolder({ body: { name: 'Của Bình' } });
  const body = { ids: [theirs.id], share_withs: [an.email], permission: 'WRITE' as const };
  await binh.client.createShares({ body });
  const { data: taken } = await an.client.uploadDriveFile({
    form: fieldsFirst({ parent_id: theirs.id }, { name: 'lớn.bin', bytes }),
  });
  expect(taken[0]).toMatchObject({ owner: binh.email, size: bytes.length });
  await setQuota(10_240);
  expect(await numbers()).toEqual(before);
});

test('DV-15 a file of somebody else is not there, by whatever door', async () => {
  const file = await upload({ name: 'Lương.txt', bytes: 'của An' });
  const binh = await newPerson(server);
  for (const path of [`${file.id}/content`, `${file.id}/versions/${file.prop.version_id}/content`]) {
    expect((await read(path, {}, 'GET', binh)).status).toBe(404);
    expect((await read(path, { range: 'bytes=0-1' }, 'HEAD', binh)).status).toBe(404);
  }
});

test('a folder and files of others come as one zip, deep ones too, under names that any system takes', async () => {
  const { data: folder } = await an.client.createDriveFolder({ body: { name: 'Dự án' } });
  const { data: deep } = await an.client.createDriveFolder({ body: { name: 'Ảnh', parent_id: folder.id } });
  await an.client.createDriveFolder({ body: { name: 'Trống', parent_id: folder.id } });
  const large = randomBytes(9 * MB);
  await upload({ name: 'lớn.bin', bytes: large }, { parent_id: deep.id });
  await upload({ name: 'a:b.txt', bytes: 'một' }, { parent_id: folder.id });
  await upload({ name: 'a*b.txt', bytes: 'hai' }, { parent_id: folder.id });
  const alone = await upload({ name: 'riêng.txt', bytes: '' });
  const ask = (ids: string[], who = an) =>
    fetch(`${server.baseUrl}/storage/v1/zip?ids=${ids.join(',')}`, {
      headers: { [SESSION_HEADER]: who.client.token },
    });
  const answer = await ask([folder.id, alone.id]);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const files = await unzip(Buffer.from(await answer.arrayBuffer()));
  expect([...files.keys()].sort()).toEqual(
    [
      'Dự án/',
      'Dự án/Trống/',
      'Dự án/Ảnh/',
      'Dự án/Ảnh/lớn.bin',
      'Dự án/a_b (2).txt',
      'Dự án/a_b.txt',
      'riêng.txt',
    ].sort(),
  );
  expect(files.get('Dự án/Ảnh/lớn.bin')?.equals(large)).toBe(true);
  expect((await ask([folder.id])).headers.get('content-disposition')).toContain('Du an.zip');
  const binh = await newPerson(server);
  expect((await ask([folder.id, alone.id], binh)).status).toBe(404);
});

test('a file that is saved while a zip is read is in it as it is now, and one that is gone is left out', async () => {
  const { context } = server;
  const { data: folder } = await an.client.createDriveFolder({ body: { name: 'Đang soạn' } });
  const parent_id = folder.id;
  const [, edited, gone] = [
    await upload({ name: 'a.bin', bytes: randomBytes(MB) }, { parent_id }),
    await upload({ name: 'b.txt', bytes: 'một' }, { parent_id }),
    await upload({ name: 'c.txt', bytes: 'sẽ mất' }, { parent_id }),
  ];
  const save = async (text: string) => {
    const written = [
      { blob: (await context.blobs.put(Buffer.from(text))).key, size: Buffer.byteLength(text) },
    ];
    const author = { mailboxId: an.mailbox, name: an.email };
    const scan = { has_virus: false, scan_message: null };
    const id = newId(context.clock);
    const version = versionOf(written, { id, contentType: 'text/plain', author, source: 'office', scan });
    await changeDrive(context, an.mailbox, async (change) => {
      const entry = (await readEntry(change.tx, an.mailbox, edited.id)) as EntryRow;
      await saveVersion(change, entry, { version, lock: 'phiên', wasAskedFor: false });
    });
  };
  await save('hai');
  const entry = (await readEntry(context.db, an.mailbox, folder.id)) as EntryRow;
  const root = { mailboxId: an.mailbox, entry };
  const { stream } = sendDriveZip(context, [root], { method: 'GET', withViruses: false });
  await once(stream as Readable, 'readable');
  await save('ba bốn năm');
  await an.client.trashDriveFiles({ body: { ids: [gone.id] } });
  await an.client.deleteDriveFiles({ body: { ids: [gone.id] } });
  await runJobsUntilIdle(context);
  const files = await unzip(await buffer(stream as Readable));
  expect([...files.keys()]).toEqual(['Đang soạn/', 'Đang soạn/a.bin', 'Đang soạn/b.txt']);
  expect(files.get('Đang soạn/b.txt')?.toString()).toBe('ba bốn năm');
});

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = await promisify<Buffer, { lazyEntries: boolean }, ZipFile>(fromBuffer)(bytes, {
    lazyEntries: true,
  });
  const files = new Map<string, Buffer>();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  zip.on('end', resolve).on('error', reject);
  zip.on('entry', (entry: Entry) => {
    zip.openReadStream(entry, async (error, stream) => {
      if (error) return reject(error);
      files.set(entry.fileName, await buffer(stream));
      zip.readEntry();
    });
  });
  zip.readEntry();
  await promise;
  return files;
}
