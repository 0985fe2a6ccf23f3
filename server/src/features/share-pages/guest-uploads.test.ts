import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const PASSWORD = 'chim bồ câu bay';
const MB = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
const BYTES = { ...TUS, 'content-type': 'application/offset+octet-stream' };

let server: TestServer;
let owner: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  owner = await newPerson(server);
});
afterAll(() => server.close());

type Link = { path: string; cookie: string; folder: string; id: string };

async function link(name: string, permission: 'READ' | 'WRITE' = 'WRITE'): Promise<Link> {
  const folder = (await owner.client.createDriveFolder({ body: { name } })).data.id;
  const body = { ids: [folder], share_withs: ['khach@minhphat.example'], password: PASSWORD, permission };
  const [made] = (await owner.client.createShares({ body })).data;
  const path = new URL(made?.link as string).pathname;
  const answer = await fetch(`${server.baseUrl}${path}/open`, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ password: PASSWORD }) },
  });
  return {
    path,
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    folder,
    id: made?.id as string,
  };
}

async function call(
  method: string,
  path: string,
  { cookie, headers = {}, body }: { cookie: string; headers?: Record<string, string>; body?: Buffer },
) {
  const answer = await fetch(server.baseUrl + path, {
    ...{ method, redirect: 'manual', headers: { cookie, 'accept-language': 'en', ...headers } },
    ...(body ? { body: body as Buffer<ArrayBuffer> } : {}),
  });
  const offset = answer.headers.get('upload-offset');
  const text = await answer.text();
  const reason = text.startsWith('{') ? (JSON.parse(text) as { reason?: string }).reason : undefined;
  return {
    status: answer.status,
    offset: offset === null ? null : Number(offset),
    headers: answer.headers,
    reason,
  };
}

function begin({ path, cookie, folder }: Link, name: string, size: number) {
  const metadata = `filename ${Buffer.from(name).toString('base64')}`;
  const headers = { ...TUS, 'upload-length': String(size), 'upload-metadata': metadata };
  return call('POST', `${path}/t/${folder}`, { cookie, headers });
}

async function reserved(): Promise<number> {
  const { rows } = await sql<{ reserved_bytes: number }>`
    select reserved_bytes from drive_state where mailbox_id = ${owner.mailbox}`.execute(server.context.db);
  return rows[0]?.reserved_bytes ?? 0;
}

test('SH-2 a guest’s upload goes on where it was cut, and becomes a file of the owner by a guest', async () => {
  const shared = await link('Bản vẽ');
  const { cookie } = shared;
  const bytes = randomBytes(10 * MB);
  const begun = await begin(shared, 'bản vẽ.bin', bytes.length);
  expect([begun.status, begun.offset, await reserved()]).toEqual([201, 0, bytes.length]);
  const at = begun.headers.get('location') as string;
  expect(at.startsWith(`${shared.path}/t/${shared.folder}/`)).toBe(true);
  const first = { cookie, headers: { ...BYTES, 'upload-offset': '0' }, body: bytes.subarray(0, 9 * MB) };
  expect((await call('PATCH', at, first)).offset).toBe(9 * MB);
  // The response was lost: the client asks for the offset, and continues.
  expect(await call('PATCH', at, first)).toMatchObject({ status: 409 });
  const state = await call('HEAD', at, { cookie, headers: TUS });
  expect([state.status, state.offset]).toEqual([200, 9 * MB]);
  const rest = {
    cookie,
    headers: { ...BYTES, 'upload-offset': String(9 * MB) },
    body: bytes.subarray(9 * MB),
  };
  expect(await call('PATCH', at, rest)).toMatchObject({ status: 204, offset: bytes.length });
  expect(await reserved()).toBe(0);
  const { data } = await owner.client.listDriveFiles({ query: { folder_id: shared.folder } });
  expect(data.map(({ name, size }) => [name, size])).toEqual([['bản vẽ.bin', bytes.length]]);
  const { data: versions } = await owner.client.listVersions({ params: { id: data[0]?.id as string } });
  expect(versions[0]?.author).toBe('Guest by link');
  // Uploading the same name again replaces nothing.
  const again = await begin(shared, 'bản vẽ.bin', 0);
  expect(again.status).toBe(201);
  const { data: both } = await owner.client.listDriveFiles({ query: { folder_id: shared.folder } });
  expect(both.map(({ name }) => name).sort()).toEqual(['bản vẽ (2).bin', 'bản vẽ.bin']);
});

test('SH-9 without a visit, for reading alone, by another link or after the end nothing is taken in', async () => {
  const shared = await link('Nhận tệp');
  const reading = await link('Chỉ đọc', 'READ');
  const begun = await begin(shared, 'a.bin', 4);
  const at = begun.headers.get('location') as string;
  const bytes = { headers: { ...BYTES, 'upload-offset': '0' }, body: Buffer.from('abcd') };
  const closed = await begin({ ...shared, cookie: '' }, 'a.bin', 4);
  expect([closed.offset, closed.headers.get('location')]).toEqual([null, null]);
  expect((await call('PATCH', at, { ...bytes, cookie: '' })).offset).toBeNull();
  expect((await begin(reading, 'a.bin', 4)).status).toBe(404);
  const other = await link('Nơi khác');
  const borrowed = at.replace(shared.path, other.path).replace(shared.folder, other.folder);
  expect((await call('PATCH', borrowed, { ...bytes, cookie: other.cookie })).status).toBe(404);
  const foreign = await fetch(`${server.baseUrl}${shared.path}/t/${shared.folder}`, {
    ...{ method: 'POST', headers: { cookie: shared.cookie, origin: 'https://evil.example', ...TUS } },
  });
  expect(foreign.status).toBe(403);
  await owner.client.revokeShare({ params: { id: shared.id } });
  expect((await call('PATCH', at, { ...bytes, cookie: shared.cookie })).status).toBe(404);
  const { data } = await owner.client.listDriveFiles({ query: { folder_id: shared.folder } });
  expect(data).toEqual([]);
});

test('SH-9 one link reserves no more than nine tenths of the room, for an hour until bytes come, in twenty uploads', async () => {
  const shared = await link('Đầy');
  const { used_bytes, quota_bytes } = (await owner.client.getDriveUsage({})).data;
  const room = quota_bytes - used_bytes - (await reserved());
  expect(await begin(shared, 'lớn.bin', Math.ceil(room * 0.95))).toMatchObject({
    status: 413,
    reason: expect.stringContaining('full'),
  });
  const begun = await begin(shared, 'lớn.bin', Math.floor(room * 0.85));
  expect(begun.status).toBe(201);
  expect((await begin(shared, 'nữa.bin', Math.floor(room * 0.1))).status).toBe(413);
  const at = begun.headers.get('location') as string;
  const before = await reserved();
  expect((await call('DELETE', at, { cookie: shared.cookie, headers: TUS })).status).toBe(204);
  expect(before - (await reserved())).toBe(Math.floor(room * 0.85));
  expect((await begin(shared, 'chạy.exe', 4)).reason).toContain('type');
  const last = [];
  for (let index = 0; index <= 20; index += 1) last.push(await begin(shared, `${index}.bin`, 1));
  expect(last.map(({ status }) => status)).toEqual([...Array.from({ length: 20 }, () => 201), 429]);
  await server.clock.advance(3_600_000);
  const late = last[0]?.headers.get('location') as string;
  expect((await call('HEAD', late, { cookie: shared.cookie, headers: TUS })).status).toBe(410);
});
