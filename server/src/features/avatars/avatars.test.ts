import { crc32, deflateSync } from 'node:zlib';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { MOST_WAITING, queuedDrawing } from '../../platform/pictures/square-picture.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  an = await newPerson(server);
});
afterAll(() => server.close());

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d5bd6' } });

async function upload(
  bytes: Buffer,
  { client }: NewPerson = an,
): Promise<{ status: number; avatar: string; code: string; problem: string }> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'ảnh.png');
  const answer = await fetch(`${server.baseUrl}/api/v2/avatar`, {
    method: 'POST',
    headers: { [SESSION_HEADER]: client.token },
    body: form,
  });
  const said = (await answer.json()) as {
    data?: { avatar: string };
    error?: { code: string; details?: { problem?: string } };
  };
  return {
    status: answer.status,
    avatar: said.data?.avatar ?? '',
    code: said.error?.code ?? '',
    problem: said.error?.details?.problem ?? '',
  };
}

/** A PNG whose header alone states its size. */
function emptyPng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(typed));
    return Buffer.concat([length, typed, check]);
  };
  const sign = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const dots = chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)));
  return Buffer.concat([sign, chunk('IHDR', header), dots, chunk('IEND', Buffer.alloc(0))]);
}

test('AC-4 AP-61 AP-71 a picture is drawn anew as squares, without what a camera wrote into it', async () => {
  const photo = await drawn(400, 300)
    .withExif({ IFD0: { Make: 'Máy ảnh', ImageDescription: 'nhà riêng' } })
    .jpeg()
    .toBuffer();
  const first = await upload(photo);
  expect(first.status).toBe(200);
  for (const [query, side] of [
    ['', 96],
    ['?width=256', 256],
  ] as const) {
    const answer = await fetch(server.baseUrl + first.avatar + query);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=3600');
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
    expect((await fetch(server.baseUrl + first.avatar + query, { headers })).status).toBe(304);
    const { width, height, format, exif } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([width, height, format, exif]).toEqual([side, side, 'webp', undefined]);
  }
  // Uploading the same image again gives a new URL, and the old one is gone.
  const second = await upload(photo);
  expect(second.avatar).not.toBe(first.avatar);
  expect((await fetch(server.baseUrl + first.avatar)).status).toBe(404);
  expect((await an.client.getAvatar({})).data).toEqual({ avatar: second.avatar });
  expect((await an.client.getUserInfo({})).data.avatar).toBe(second.avatar);
});

test('AC-4 what is no png or jpg, too small, too heavy or a bomb is refused', async () => {
  expect(await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatchObject({
    code: 'file_not_allowed',
    problem: 'is no png or jpg',
  });
  expect(await upload(await drawn(200, 200).webp().toBuffer())).toMatchObject({ code: 'file_not_allowed' });
  expect(await upload(await drawn(99, 400).png().toBuffer())).toMatchObject({
    problem: 'is smaller than 100 × 100',
  });
  expect(await upload(Buffer.alloc(2 * 1024 * 1024 + 1))).toMatchObject({ status: 413, code: 'too_large' });
  expect(await upload(emptyPng(60_000))).toMatchObject({ status: 400, problem: 'has too many pixels' });
  expect(await upload(emptyPng(200).subarray(0, 60))).toMatchObject({
    status: 400,
    problem: 'can not be read',
  });
});

test('AC-4 one picture is drawn at a time, and who would be one too many is told to come back', async () => {
  const busy = Promise.withResolvers<void>();
  const drawing = Array.from({ length: MOST_WAITING + 1 }, () => queuedDrawing(() => busy.promise));
  const picture = await drawn(120, 120).png().toBuffer();
  expect(await upload(picture)).toMatchObject({ status: 429, code: 'too_many_requests' });
  busy.resolve();
  await Promise.all(drawing);
  expect(await upload(picture)).toMatchObject({ status: 200 });
});

test('AC-4 people of the same domain see it by the address, others do not, and it can be removed', async () => {
  const { avatar } = await upload(await drawn(120, 120).png().toBuffer());
  const colleague = await newPerson(server);
  expect((await colleague.client.listAvatars({})).data).toEqual([{ email: an.email, avatar }]);
  const stranger = await server.signIn('nam.vo@bienxanh.example');
  expect((await stranger.listAvatars({})).data).toEqual([]);
  expect((await an.client.removeAvatar({})).data).toEqual({ avatar: null });
  expect((await fetch(server.baseUrl + avatar)).status).toBe(404);
});

test('AC-4 who is suspended keeps the picture among colleagues, who was deleted does not', async () => {
  const away = await newPerson(server);
  const { avatar } = await upload(await drawn(120, 120).png().toBuffer(), away);
  const owner = await server.signIn(lanAnh.email);
  const params = { id: String(away.mailbox) };
  await owner.setSuspension({ params, body: { sign_in: true, sending: true, receiving: true } });
  const seen = async () => (await an.client.listAvatars({})).data.filter(({ email }) => email === away.email);
  expect(await seen()).toEqual([{ email: away.email, avatar }]);
  const answer = await fetch(server.baseUrl + avatar);
  expect(answer.status).toBe(200);
  await owner.deletePerson({ params });
  expect(await seen()).toEqual([]);
  const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
  expect((await fetch(server.baseUrl + avatar, { headers })).status).toBe(404);
});
