import { createHash, randomBytes } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { LIMITS } from '@bocau/contract/limits.ts';
import { ACCOUNT_HEADER, SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { changeDrive, TOP } from '../../drive/change-drive.ts';
import { createEntry } from '../../drive/entries/create-entry.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { changeDriveMeanwhile, endShareMeanwhile } from '../../test-kit/change-drive-meanwhile.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { type SecondServer, startSecondServer } from '../../test-kit/second-server.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { expireUploadsTask } from './drive-transfer.jobs.ts';

const MB = 1024 * 1024;
const CHUNK = 8 * MB;
const VIRUS = 'X5O!P%@AP';

let server: TestServer;
let second: SecondServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer({
    scanFile: async (stream) => {
      const infected = (await buffer(stream)).includes(VIRUS);
      return { has_virus: infected, message: infected ? 'Eicar' : null };
    },
  });
  second = await startSecondServer(server);
  an = await newPerson(server);
});
afterAll(async () => {
  await second.close();
  await server.close();
});

type Given = Record<string, string>;

function encode(metadata: Given): string {
  return Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

async function tus(
  method: string,
  path: string,
  headers: Given,
  body?: Buffer,
  who = an,
  at = server.baseUrl,
) {
  const answer = await fetch(new URL(path, `${at}/storage/v1/`), {
    method,
    headers: { [SESSION_HEADER]: who.client.token, 'tus-resumable': '1.0.0', ...headers },
    body: body ?? null,
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text };
}

async function begin(
  size: number,
  metadata: Given = { filename: 'Tệp.bin' },
  more: Given = {},
  body?: Buffer,
) {
  const given = { 'upload-length': String(size), 'upload-metadata': encode(metadata), ...more };
  const answer = await tus('POST', 'uploads', given, body);
  return { ...answer, path: answer.headers.get('location') ?? '' };
}

const BYTES = { 'content-type': 'application/offset+octet-stream' };

function send(path: string, offset: number, body: Buffer, more: Given = {}, who = an, at = server.baseUrl) {
  return tus('PATCH', path, { ...BYTES, 'upload-offset': String(offset), ...more }, body, who, at);
}

async function offsetOf(path: string): Promise<number> {
  const { status, headers } = await tus('HEAD', path, {});
  expect(status).toBe(200);
  return Number(headers.get('upload-offset'));
}

async function readBack(entryId: string | null): Promise<Buffer> {
  const answer = await fetch(`${server.baseUrl}/storage/v1/files/${entryId}/content`, {
    headers: { [SESSION_HEADER]: an.client.token },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

async function numbers() {
  const { rows } = await sql<{ used: number; reserved: number; counted: number; waiting: number }>`
    select used_bytes as used, reserved_bytes as reserved,
      (select coalesce(sum(size), 0)::bigint from drive_versions where mailbox_id = ${an.mailbox}) as counted,
      (select coalesce(sum(size), 0)::bigint from drive_uploads
        where mailbox_id = ${an.mailbox} and entry_id is null) as waiting
    from drive_state where mailbox_id = ${an.mailbox}`.execute(server.context.db);
  return rows[0] as { used: number; reserved: number; counted: number; waiting: number };
}

async function chunksOf(path: string): Promise<number[]> {
  const id = path.split('/').at(-1);
  const { rows } = await sql<{ size: number }>`
    select size from drive_chunks where version_id = ${id} order by start_at`.execute(server.context.db);
  return rows.map(({ size }) => size);
}

/** With the client of the protocol's authors. */
function byClient(bytes: Buffer, options: Partial<ConstructorParameters<typeof Upload>[1]> = {}) {
  return new Promise<{ entry: string | undefined; url: string }>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: `${server.baseUrl}/storage/v1/uploads`,
      headers: { [SESSION_HEADER]: an.client.token },
      metadata: { filename: 'Bản vẽ.bin', filetype: 'application/pdf' },
      retryDelays: [0, 20, 50, 100],
      onError: reject,
      onSuccess: ({ lastResponse }) =>
        resolve({ entry: lastResponse.getHeader('Drive-Entry-Id'), url: upload.url ?? '' }),
      ...options,
    });
    upload.start();
  });
}

/** Sends part of a longer body, and aborts once that has been received. */
async function breakOff(path: string, offset: number, body: Buffer, most: number): Promise<void> {
  const call = httpRequest(new URL(path, server.baseUrl), {
    method: 'PATCH',
    headers: {
      [SESSION_HEADER]: an.client.token,
      'tus-resumable': '1.0.0',
      'upload-offset': String(offset),
      'content-length': String(body.length),
      ...BYTES,
    },
  });
  call.on('error', () => undefined);
  call.write(body.subarray(0, most));
  await vi.waitFor(async () =>
    expect(await offsetOf(path)).toBeGreaterThanOrEqual(Math.floor(most / CHUNK) * CHUNK),
  );
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  call.once('close', () => resolve());
  call.destroy();
  await closed;
}

test('a file comes whole by the protocol’s own client, in one call and in small ones, as the same chunks', async () => {
  const bytes = randomBytes(2 * CHUNK + 5);
  const whole = await byClient(bytes);
  expect((await readBack(whole.entry ?? null)).equals(bytes)).toBe(true);
  const inPieces = await byClient(bytes, { chunkSize: 5 * MB });
  expect((await readBack(inPieces.entry ?? null)).equals(bytes)).toBe(true);
  expect(inPieces.entry).not.toBe(whole.entry);
  for (const { url } of [whole, inPieces]) expect(await chunksOf(url)).toEqual([CHUNK, CHUNK, 5]);
  const { used, reserved, counted } = await numbers();
  expect([used, reserved]).toEqual([counted, 0]);
  const withBytes = await byClient(bytes, { uploadDataDuringCreation: true });
  expect((await readBack(withBytes.entry ?? null)).equals(bytes)).toBe(true);
  const empty = await begin(0, { filename: 'Trống.txt' });
  expect(await readBack(empty.headers.get('drive-entry-id'))).toEqual(Buffer.alloc(0));
});

test('after a cut one chunk at most is sent again, by whichever process', async () => {
  const bytes = randomBytes(2 * CHUNK + 3 * MB);
  const { path } = await begin(bytes.length);
  await breakOff(path, 0, bytes, CHUNK + 3 * MB);
  let finished: string | null = null;
  await vi.waitFor(async () => {
    const other = await send(path, CHUNK, bytes.subarray(CHUNK), {}, an, second.baseUrl);
    expect([other.status, other.text]).toEqual([204, '']);
    finished = other.headers.get('drive-entry-id');
  });
  expect((await readBack(finished)).equals(bytes)).toBe(true);
  // Repeating gives the same response, and no duplicates.
  const before = await numbers();
  const again = await send(path, bytes.length, Buffer.alloc(0));
  const head = await tus('HEAD', path, {});
  expect(again.headers.get('drive-entry-id')).toBe(head.headers.get('drive-entry-id'));
  expect(await numbers()).toEqual(before);
});

test('bytes that come one by one are not written again and again, and become the same chunks', async () => {
  const bytes = randomBytes(CHUNK + 10);
  const stored = async () => {
    let sum = 0;
    for await (const { size } of server.context.blobs.list()) sum += size;
    return sum;
  };
  const before = await stored();
  const { path } = await begin(bytes.length);
  const cuts = [CHUNK - 1000, ...Array.from({ length: 20 }, (_, index) => CHUNK - 999 + index), CHUNK + 3];
  for (const [index, end] of [...cuts, bytes.length].entries()) {
    const start = cuts[index - 1] ?? 0;
    expect((await send(path, start, bytes.subarray(start, end))).status).toBe(204);
    // The rest of a chunk is in few pieces.
    expect((await chunksOf(path)).length).toBeLessThan(6);
    if (end === CHUNK - 980) expect((await stored()) - before).toBeLessThan(CHUNK);
  }
  expect((await stored()) - before).toBeLessThan(3 * CHUNK);
  expect(await chunksOf(path)).toEqual([CHUNK, 10]);
  expect((await readBack((await tus('HEAD', path, {})).headers.get('drive-entry-id'))).equals(bytes)).toBe(
    true,
  );
});

test('what is left between the last byte and the file is finished by whoever asks', async () => {
  const bytes = randomBytes(70_000);
  const { path } = await begin(bytes.length);
  const id = path.split('/').at(-1) as string;
  const { db, blobs } = server.context;
  const { key } = await blobs.put(bytes);
  await sql`insert into drive_chunks (mailbox_id, version_id, start_at, size, blob)
    values (${an.mailbox}, ${id}, 0, ${bytes.length}, decode(${key}, 'hex'))`.execute(db);
  await db.updateTable('drive_uploads').set({ received: bytes.length }).where('id', '=', id).execute();
  const { headers } = await tus('HEAD', path, {});
  expect(await readBack(headers.get('drive-entry-id'))).toEqual(bytes);
});

test('each refusal has its status: 400, 404, 409, 410, 412, 413, 423 and 460', async () => {
  const { path } = await begin(1000);
  const body = randomBytes(500);
  const binh = await newPerson(server);
  const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
  expect(await statusOf(send(path, 5, body))).toBe(409);
  expect(await statusOf(send(path, 0, body, { 'tus-resumable': '0.2.2' }))).toBe(412);
  expect(await statusOf(send(path, 0, body, { 'content-type': 'text/plain' }))).toBe(415);
  expect(await statusOf(send(path, 0, randomBytes(1001)))).toBe(413);
  const wrong = createHash('sha1').update('khác').digest('base64');
  expect(await statusOf(send(path, 0, body, { 'upload-checksum': `sha1 ${wrong}` }))).toBe(460);
  expect(await statusOf(send(path, 0, body, { 'upload-checksum': `crc32 ${wrong}` }))).toBe(400);
  expect(await offsetOf(path)).toBe(0);
  const right = createHash('sha256').update(body).digest('base64');
  expect(await statusOf(send(path, 0, body, { 'upload-checksum': `sha256 ${right}` }))).toBe(204);
  expect(await offsetOf(path)).toBe(500);
  for (const unknown of [path, path.replace(/.$/, (last) => (last === '0' ? '1' : '0')), 'uploads/x']) {
    for (const method of ['HEAD', 'DELETE'])
      expect(await statusOf(tus(method, unknown, {}, undefined, binh))).toBe(404);
    expect(await statusOf(send(unknown, 500, body, {}, binh))).toBe(404);
  }
  expect((await begin(10_240 * MB)).status).toBe(413);
  for (const filename of ['a.exe', 'a/b.txt', '..', 'a\u202eb.txt', 'x'.repeat(256)]) {
    expect((await begin(5, { filename })).status, filename).toBe(400);
  }
  expect((await begin(5, { filename: 'a', on_conflict: 'nothing' })).status).toBe(400);
  expect((await begin(5, { filename: 'a', parent_id: path.split('/').at(-1) as string })).status).toBe(404);

  const open = httpRequest(new URL(path, server.baseUrl), {
    method: 'PATCH',
    headers: {
      [SESSION_HEADER]: an.client.token,
      'tus-resumable': '1.0.0',
      'upload-offset': '500',
      ...BYTES,
    },
  });
  open.on('error', () => undefined);
  open.write(body.subarray(0, 10));
  await vi.waitFor(async () => {
    const { db } = server.context;
    const id = path.split('/').at(-1) as string;
    const writing = db.selectFrom('drive_uploads').select('lease').where('id', '=', id);
    expect((await writing.executeTakeFirstOrThrow()).lease).not.toBeNull();
  });
  expect(await statusOf(send(path, 500, body, {}, an, second.baseUrl))).toBe(423);
  // The lease of a dead process expires soon.
  server.clock.set(server.clock.now() + 11_000);
  const taken = await send(path, 500, body, {}, an, second.baseUrl);
  expect(taken.status).toBe(204);
  open.destroy();
  expect((await readBack(taken.headers.get('drive-entry-id'))).length).toBe(1000);

  const options = await fetch(`${server.baseUrl}/storage/v1/uploads`, { method: 'OPTIONS' });
  expect(options.headers.get('tus-extension')).toBe(
    'creation,creation-with-upload,expiration,checksum,termination',
  );
});

test('AU-2 nothing of an upload that names its account is taken in the session of another one', async () => {
  const binh = await newPerson(server);
  const ofAn = { [ACCOUNT_HEADER.name]: ACCOUNT_HEADER.value(an.email) };
  const { path } = await begin(20, { filename: 'của An.bin' }, ofAn);
  const bytes = Buffer.alloc(20);
  const metadata = encode({ filename: 'của An.bin' });
  const asked = { 'upload-length': '20', 'upload-metadata': metadata, ...BYTES, ...ofAn };
  const refused = [await tus('POST', 'uploads', asked, bytes, binh), await send(path, 0, bytes, ofAn, binh)];
  for (const { status, text } of refused) {
    expect([status, JSON.parse(text).error.code]).toEqual([401, 'other_account']);
  }
  for (const method of ['HEAD', 'DELETE']) {
    expect((await tus(method, path, ofAn, undefined, binh)).status).toBe(401);
  }
  const folder = { body: { name: 'Của An', parent_id: null }, account: an.email };
  await expect(binh.client.createDriveFolder(folder)).rejects.toMatchObject({ code: 'other_account' });
  expect((await binh.client.listDriveFiles({ query: {} })).data).toEqual([]);
  expect(await offsetOf(path)).toBe(0);
  expect((await send(path, 0, bytes, ofAn)).status).toBe(204);
});

test('what is given up or expires gives back its room, and its bytes go', async () => {
  const before = await numbers();
  const bytes = randomBytes(CHUNK + 9);
  const given = await begin(bytes.length + 1, { filename: 'Bỏ dở.bin' }, BYTES, bytes);
  expect([given.status, given.headers.get('upload-offset')]).toEqual([201, String(bytes.length)]);
  expect((await numbers()).reserved - before.reserved).toBe(bytes.length + 1);
  const { path } = await begin(100);
  expect((await tus('DELETE', path, {})).status).toBe(204);
  expect((await tus('HEAD', path, {})).status).toBe(404);
  server.clock.set(server.clock.now() + 25 * 3_600_000);
  expect((await tus('HEAD', given.path, {})).status).toBe(410);
  expect((await send(given.path, bytes.length, Buffer.alloc(1))).status).toBe(410);
  await inTransaction(server.context.db, (tx) => addJob(tx, expireUploadsTask, {}));
  await runJobsUntilIdle(server.context);
  expect(await chunksOf(given.path)).toEqual([]);
  const after = await numbers();
  expect([after.used, after.reserved, after.waiting]).toEqual([before.used, 0, 0]);
  const { rows } = await sql`select from orphaned_blobs where blob = ${createHash('sha256')
    .update(bytes.subarray(0, CHUNK))
    .digest()}`.execute(server.context.db);
  expect(rows).toHaveLength(1);
});

test('how far an upload has come is answered with what it was begun with', async () => {
  const { data: folder } = await an.client.createDriveFolder({ body: { name: 'Bản vẽ' } });
  const given = { filename: 'Bản vẽ.pdf', filetype: 'application/pdf', on_conflict: 'replace' };
  for (const metadata of [{ filename: 'a' }, given, { ...given, parent_id: folder.id }]) {
    const { path } = await begin(5, metadata);
    const { headers } = await tus('HEAD', path, {});
    const wanted = { on_conflict: 'rename', filetype: 'application/octet-stream', ...metadata };
    const answered = (headers.get('upload-metadata') ?? '').split(',').toSorted();
    expect(answered).toEqual(encode(wanted).split(',').toSorted());
    await tus('DELETE', path, {});
  }
});

/** Sends twenty bytes of an upload; something happens when half of them have arrived. */
function sendWithPause(path: string, { client }: NewPerson, meanwhile: () => Promise<unknown>) {
  return new Promise<number | undefined>((resolve, reject) => {
    const going = httpRequest(new URL(path, server.baseUrl), {
      method: 'PATCH',
      headers: {
        [SESSION_HEADER]: client.token,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        ...BYTES,
      },
    });
    going.once('response', (answer) => resolve(answer.resume().statusCode));
    going.once('error', reject);
    going.write(Buffer.alloc(10));
    const id = path.split('/').at(-1) as string;
    const writing = server.context.db.selectFrom('drive_uploads').select('lease').where('id', '=', id);
    vi.waitFor(async () => expect((await writing.executeTakeFirstOrThrow()).lease).not.toBeNull())
      .then(meanwhile)
      .then(() => going.end(Buffer.alloc(10)), reject);
  });
}

test('an upload that is given up while its bytes come leaves nothing', async () => {
  const before = await numbers();
  const { path } = await begin(20);
  const status = await sendWithPause(path, an, async () =>
    expect((await tus('DELETE', path, {})).status).toBe(204),
  );
  expect(status).toBe(423);
  expect((await tus('HEAD', path, {})).status).toBe(404);
  expect([await chunksOf(path), await numbers()]).toEqual([[], before]);
});

test('a creation whose bytes are refused, or break off, reserves nothing', async () => {
  const before = await numbers();
  const bytes = randomBytes(500);
  const wrong = { ...BYTES, 'upload-checksum': `sha1 ${createHash('sha1').update('khác').digest('base64')}` };
  expect((await begin(bytes.length, undefined, wrong, bytes)).status).toBe(460);
  expect((await begin(bytes.length - 1, undefined, BYTES, bytes)).status).toBe(413);
  expect(await numbers()).toEqual(before);
  const call = httpRequest(new URL('uploads', `${server.baseUrl}/storage/v1/`), {
    method: 'POST',
    headers: {
      [SESSION_HEADER]: an.client.token,
      'tus-resumable': '1.0.0',
      'upload-length': String(bytes.length),
      'upload-metadata': encode({ filename: 'Đứt.bin' }),
      'content-length': String(bytes.length),
      ...BYTES,
    },
  });
  call.on('error', () => undefined);
  call.write(bytes.subarray(0, 10));
  await vi.waitFor(async () => expect((await numbers()).reserved - before.reserved).toBe(bytes.length));
  call.destroy();
  await vi.waitFor(async () => expect(await numbers()).toEqual(before));
});

test('what would lie too deep is refused before any of its bytes come', async () => {
  const ids = Array.from({ length: LIMITS.driveDepth }, () => newId(server.context.clock));
  await changeDrive(server.context, an.mailbox, async (change) => {
    for (const [index, id] of ids.entries()) {
      const parentId = ids[index - 1] ?? TOP;
      await createEntry(change, { id, parentId, name: 'sâu', file: null, onConflict: 'rename' });
    }
  });
  const refused = await begin(5, { filename: 'a.txt', parent_id: ids.at(-1) as string });
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([400, 'drive_too_deep']);
  expect((await begin(0, { filename: 'a.txt', parent_id: ids.at(-2) as string })).status).toBe(201);
});

test('a hundred uploads may wait to be finished, and no more', async () => {
  const { db } = server.context;
  const { path } = await begin(1);
  const id = path.split('/').at(-1) as string;
  await sql`
    insert into drive_uploads
    select (jsonb_populate_record(u, jsonb_build_object('id', gen_random_uuid(), 'size', 0))).*
    from drive_uploads u, generate_series(2, 100) where u.id = ${id}`.execute(db);
  expect((await begin(1)).status).toBe(429);
  expect((await tus('DELETE', path, {})).status).toBe(204);
  // Two concurrent ones cannot both pass when there is room for one.
  const drive = { context: server.context, mailboxId: an.mailbox };
  const both = await changeDriveMeanwhile(drive, () => Promise.all([begin(1), begin(1)]), {
    after: async () => undefined,
  });
  const statuses = both?.status === 'fulfilled' ? both.value.map(({ status }) => status) : [];
  expect(statuses.sort()).toEqual([201, 429]);
  await sql`delete from drive_uploads where author_mailbox_id = ${an.mailbox} and size = 0`.execute(db);
});

test('AT-6 what has come whole is scanned for viruses, and what is too large for that says so', async () => {
  const { db } = server.context;
  const scanned = async (filename: string, bytes: Buffer) => {
    const { path } = await begin(bytes.length, { filename });
    const { headers } = await send(path, 0, bytes);
    return db
      .selectFrom('drive_versions')
      .select(['has_virus', 'scan_message'])
      .where('entry_id', '=', headers.get('drive-entry-id') as string)
      .executeTakeFirst();
  };
  expect(await scanned('sạch.txt', Buffer.from('sạch'))).toEqual({ has_virus: false, scan_message: null });
  expect(await scanned('bẩn.txt', Buffer.from(VIRUS))).toEqual({ has_virus: true, scan_message: 'Eicar' });
  expect(await scanned('lớn.bin', Buffer.alloc(101 * MB))).toEqual({
    has_virus: false,
    scan_message: 'Error: too large to be scanned',
  });
});

test('SH-9 bytes that were still coming when the share was revoked become no file', async () => {
  const binh = await newPerson(server);
  const { data: folder } = await an.client.createDriveFolder({ body: { name: 'Nhận tệp' } });
  const body = { ids: [folder.id], share_withs: [binh.email], permission: 'WRITE' as const };
  const [share] = (await an.client.createShares({ body })).data;
  const metadata = encode({ filename: 'muộn.bin', parent_id: folder.id });
  const headers = { 'upload-length': '20', 'upload-metadata': metadata };
  const path = (await tus('POST', 'uploads', headers, undefined, binh)).headers.get('location') as string;
  const status = await sendWithPause(path, binh, () =>
    an.client.revokeShare({ params: { id: share?.id as string } }),
  );
  expect(status).toBe(404);
  // Nor do those that wait for the drive's lock, such as during a virus scan.
  const { data: again } = await an.client.createShares({ body });
  const whole = (await tus('POST', 'uploads', headers, undefined, binh)).headers.get('location') as string;
  const drive = { context: server.context, mailboxId: an.mailbox };
  const late = await endShareMeanwhile(drive, again[0]?.id as string, () =>
    send(whole, 0, Buffer.alloc(20), {}, binh),
  );
  expect(late).toMatchObject({ status: 'fulfilled', value: { status: 404 } });
  expect((await an.client.listDriveFiles({ query: { folder_id: folder.id } })).data).toEqual([]);
});
