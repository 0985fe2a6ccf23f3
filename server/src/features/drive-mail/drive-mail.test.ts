import { randomBytes } from 'node:crypto';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../../platform/db/database.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectMail } from '../../test-kit/smtp-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { untilWaiting } from '../../test-kit/until-waiting.ts';
import { refusalOf } from '../../test-kit/write-mail.ts';

const MB = 1024 * 1024;

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
  an = await newPerson(server);
  binh = await newPerson(server);
});
afterAll(() => server.close());

async function upload(name: string, bytes: Buffer, who = an) {
  const form = new FormData();
  form.append('file', new Blob([bytes]), name);
  const { data } = await who.client.uploadDriveFile({ form });
  return data[0] as (typeof data)[number];
}

async function read(path: string, who = an): Promise<Buffer> {
  const answer = await fetch(`${server.baseUrl}${path}`, { headers: { [SESSION_HEADER]: who.client.token } });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const fileOf = (driveFile: { file_url: string }) => driveFile.file_url.split('=')[1] as string;

/** A message with one attachment of these bytes. */
async function receive(name: string, bytes: Buffer) {
  const lines = bytes.toString('base64').match(/.{1,76}/g) ?? [];
  const raw = `From: khach@minhphat.example\r\nTo: ${an.email}\r\nSubject: ${name}\r\nMessage-ID: <${randomBytes(8).toString('hex')}@minhphat.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=ranh\r\n\r\n--ranh\r\nContent-Type: text/plain\r\n\r\nXin xem\r\n--ranh\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${lines.join('\r\n')}\r\n--ranh--\r\n`;
  server.clock.set(server.clock.now() + 1000);
  const client = await connectMail({
    host: '127.0.0.1',
    port: server.running.smtpPort as number,
    protocol: 'smtp',
  });
  await client.send({ from: 'khach@minhphat.example', to: [an.email], raw: Buffer.from(raw) });
  await client.end();
  return newest();
}

async function newest() {
  const { data } = await an.client.listThreads({ query: { in: 'INBOX' } });
  const id = data[0]?.message_ids.at(-1) as string;
  return (await an.client.getMessage({ params: { id }, query: {} })).data;
}

async function numbers() {
  const { rows } = await sql<{ used: number; versions: number; chunks: number; blobs: number }>`
    select coalesce((select used_bytes from drive_state where mailbox_id = ${an.mailbox}), 0) as used,
      (select count(*)::integer from drive_versions where mailbox_id = ${an.mailbox}) as versions,
      (select count(*)::integer from drive_chunks where mailbox_id = ${an.mailbox}) as chunks,
      (select count(distinct blob)::integer from attachments where mailbox_id = ${an.mailbox}) as blobs`.execute(
    server.context.db,
  );
  return rows[0] as { used: number; versions: number; chunks: number; blobs: number };
}

test('DV-12 AP-69 AT-1 a received attachment is saved without its bytes, shown with the message, and found again', async () => {
  const bytes = randomBytes(300_000);
  const message = await receive('bao-gia.pdf', bytes);
  const id = message.files[0]?.id as string;
  expect(message.files[0]?.drive_file).toBeNull();
  const before = await numbers();
  const { data: folder } = await an.client.createDriveFolder({ body: { name: 'Báo giá' } });
  const saved = await an.client.saveToDrive({ params: { id }, body: { folder_id: folder.id } });
  const { drive_file: copy } = saved.data;

  const { data: file } = await an.client.getDriveFile({ params: { id: fileOf(copy) } });
  expect(file).toMatchObject({ display_name: '/Báo giá/bao-gia.pdf', size: bytes.length });
  expect((await read(file.href)).equals(bytes)).toBe(true);
  const { rows } = await sql<{ held: boolean }>`
    select held_by is not null as held from drive_chunks
    where mailbox_id = ${an.mailbox} and version_id = ${file.prop.version_id ?? null}`.execute(
    server.context.db,
  );
  expect(rows).toEqual([{ held: true }]);
  expect((await numbers()).used - before.used).toBe(bytes.length);
  expect((await newest()).files[0]?.drive_file).toEqual(copy);

  const again = await an.client.saveToDrive({ params: { id }, body: {} });
  expect(again.data.drive_file).toEqual(copy);
  // The same file in another message maps to the same drive file.
  const other = await receive('bao-gia.pdf', bytes);
  const otherId = other.files[0]?.id as string;
  expect((await an.client.saveToDrive({ params: { id: otherId }, body: {} })).data.drive_file).toEqual(copy);
  expect((await newest()).files[0]?.drive_file).toEqual(copy);
  expect((await numbers()).versions - before.versions).toBe(1);
});

test('DV-13 a file of the same bytes that is the person’s own is found, and said to be', async () => {
  const bytes = Buffer.from('%PDF-1.4 của tôi');
  const own = await upload('của tôi.pdf', bytes);
  const id = (await receive('gui-lai.pdf', bytes)).files[0]?.id as string;
  const save = async (body: { replace?: boolean }) =>
    (await an.client.saveToDrive({ params: { id }, body })).data;
  const found = await save({});
  expect([fileOf(found.drive_file), found.found]).toEqual([own.id, true]);
  const copy = await save({ replace: false });
  expect([fileOf(copy.drive_file) === own.id, copy.found]).toEqual([false, false]);
});

test('DV-13 AP-69 one more copy, or the latest version of the one that is there', async () => {
  const old = await receive('hop-dong.pdf', Buffer.from('%PDF-1.4 một'));
  const id = old.files[0]?.id as string;
  const { drive_file: copy } = (await an.client.saveToDrive({ params: { id }, body: {} })).data;
  const second = (await an.client.saveToDrive({ params: { id }, body: { replace: false } })).data.drive_file;
  expect(second).not.toEqual(copy);
  const { data: twin } = await an.client.getDriveFile({ params: { id: fileOf(second) } });
  expect(twin.name).toBe('hop-dong (2).pdf');

  // Edited since: saving again adds the attachment's bytes as the latest version.
  const form = new FormData();
  form.append('on_conflict', 'replace');
  form.append('file', new Blob(['%PDF-1.4 hai']), 'hop-dong (2).pdf');
  await an.client.uploadDriveFile({ form });
  const { versions } = await numbers();
  const replaced = (await an.client.saveToDrive({ params: { id }, body: { replace: true } })).data.drive_file;
  expect(replaced).toEqual(second);
  expect((await read(twin.href)).toString()).toBe('%PDF-1.4 một');
  expect((await numbers()).versions).toBe(versions + 1);
  await an.client.saveToDrive({ params: { id }, body: { replace: true } });
  expect((await numbers()).versions).toBe(versions + 1);
});

test('AP-68 AP-82 files of the drive become attachments: one chunk by its name, several put together once', async () => {
  const small = await upload('Danh sách.csv', Buffer.from('tên;số\n'));
  const large = randomBytes(9 * MB);
  const two = await upload('Bản vẽ.bin', large);
  const { data: files } = await an.client.attachDriveFiles({ body: { hrefs: [two.href, small.id] } });
  expect(files.map(({ name, size }) => ({ name, size }))).toEqual([
    { name: 'Bản vẽ.bin', size: large.length },
    { name: 'Danh sách.csv', size: small.size },
  ]);
  const [first, second] = files.map(({ id }) => id) as [string, string];
  expect((await read(`/api/v2/files/${first}/download`)).equals(large)).toBe(true);
  expect((await read(`/api/v2/files/${second}/download`)).toString()).toBe('tên;số\n');
  const { blobs } = await numbers();
  const stored = (await an.client.attachStoredFiles({ body: { hrefs: [two.href] } })).data;
  expect(stored[0]).toMatchObject({ name: 'Bản vẽ.bin' });
  expect((await numbers()).blobs).toBe(blobs);

  // Permanently deleted by its owner while it is being attached.
  const gone = await upload('Xoá.bin', Buffer.from('xoá'));
  const version = (await an.client.getDriveFile({ params: { id: gone.id } })).data.prop.version_id ?? null;
  let attached: Promise<{ status: number; code: string }> | undefined;
  await inTransaction(server.context.db, async (tx) => {
    await sql`lock table drive_chunks in access exclusive mode`.execute(tx);
    attached = refusalOf(an.client.attachDriveFiles({ body: { hrefs: [gone.href] } }));
    await untilWaiting(server.context.db, 1);
    await sql`delete from drive_chunks where version_id = ${version}`.execute(tx);
    await sql`delete from drive_versions where id = ${version}`.execute(tx);
  });
  expect(await attached).toMatchObject({ status: 404, code: 'file_not_found' });

  const { data: draft } = await an.client.createDraft({
    body: { action: 'new', subject: 'Gửi bản vẽ', files: [first, second] },
  });
  expect(draft.files.map(({ name }) => name)).toEqual(['Bản vẽ.bin', 'Danh sách.csv']);
});

test('DV-12 AP-68 what was saved out of a message is attached again without its bytes', async () => {
  const bytes = randomBytes(200_000);
  const id = (await receive('bien-ban.pdf', bytes)).files[0]?.id as string;
  const { drive_file: copy } = (await an.client.saveToDrive({ params: { id }, body: {} })).data;
  const { data: files } = await an.client.attachDriveFiles({ body: { hrefs: [fileOf(copy)] } });
  expect((await read(`/api/v2/files/${files[0]?.id}/download`)).equals(bytes)).toBe(true);
  const { rows } = await sql<{ held: boolean }>`
    select held_by is not null as held from attachments
    where mailbox_id = ${an.mailbox} and id = ${files[0]?.id ?? null}`.execute(server.context.db);
  expect(rows).toEqual([{ held: true }]);
});

test('AT-3 DV-14 DV-15 too large, another’s, no file, without a drive: refused, and nothing is made', async () => {
  const { db } = server.context;
  const file = await upload('To.bin', Buffer.from('to'));
  const theirs = await upload('Riêng.txt', Buffer.from('riêng'), binh);
  const { data: folder } = await an.client.createDriveFolder({ body: { name: 'Không phải tệp' } });
  const attach = (hrefs: string[]) => refusalOf(an.client.attachDriveFiles({ body: { hrefs } }));
  for (const href of [theirs.href, theirs.id, folder.id, '/etc/passwd', file.id.replace(/^./, 'x')]) {
    expect(await attach([file.href, href])).toMatchObject({ status: 404, code: 'file_not_found' });
  }
  await sql`update drive_versions set size = ${25 * MB + 1} where mailbox_id = ${an.mailbox}
    and entry_id = ${file.id}`.execute(db);
  expect(await attach([file.href])).toMatchObject({
    status: 413,
    code: 'too_large',
    details: { name: 'To.bin' },
  });
  const own = (await receive('cua-toi.pdf', Buffer.from('%PDF'))).files[0]?.id as string;
  const save = (who: NewPerson, id: string, body = {}) =>
    refusalOf(who.client.saveToDrive({ params: { id }, body }));
  expect(await save(binh, own)).toMatchObject({ status: 404, code: 'file_not_found' });
  expect(await save(an, own, { folder_id: theirs.id })).toMatchObject({ status: 404 });
  await sql`update mailboxes set enable_drive = false where id = ${an.mailbox}`.execute(db);
  expect(await save(an, own)).toMatchObject({ status: 403, code: 'drive_disabled' });
  expect(await attach([file.href])).toMatchObject({ status: 403, code: 'drive_disabled' });
  await sql`update mailboxes set enable_drive = true where id = ${an.mailbox}`.execute(db);
  // A full drive refuses a copy, and mail still works.
  await sql`update mailboxes set drive_quota_mb = 0 where id = ${an.mailbox}`.execute(db);
  expect(await save(an, own)).toMatchObject({ status: 413, code: 'drive_full' });
});

test('AT-6 DV-12 what is infected says so in the drive and as an attachment again; the mailbox must have room', async () => {
  const { db } = server.context;
  const small = await upload('Nhỏ.txt', Buffer.from('nhỏ'), binh);
  await sql`update drive_versions set has_virus = true where mailbox_id = ${binh.mailbox}`.execute(db);
  const { data } = await binh.client.attachDriveFiles({ body: { hrefs: [small.href] } });
  expect(data[0]).toMatchObject({ name: 'Nhỏ.txt', has_virus: true });
  const saved = await binh.client.saveToDrive({
    params: { id: data[0]?.id as string },
    body: { replace: false },
  });
  const { data: copy } = await binh.client.getDriveFile({ params: { id: fileOf(saved.data.drive_file) } });
  expect(copy.prop.has_virus).toBe(true);
  await sql`update mailboxes set quota_mb = 0 where id = ${binh.mailbox}`.execute(db);
  expect(await refusalOf(binh.client.attachDriveFiles({ body: { hrefs: [small.href] } }))).toMatchObject({
    code: 'quota_exceeded',
  });
});
