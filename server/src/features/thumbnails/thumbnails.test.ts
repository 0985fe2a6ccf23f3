import { deflateSync } from 'node:zlib';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: NewPerson;
let infected = '';

beforeAll(async () => {
  const scanFile = async () => ({ has_virus: infected !== '', message: infected || null });
  server = await startTestServer({ scanFile });
  an = await newPerson(server);
});
afterAll(() => server.close());

async function upload(name: string, bytes: Buffer, type = 'image/png'): Promise<string> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], name, { type }));
  return (await an.client.uploadDriveFile({ form })).data[0]?.id as string;
}

function thumbnail(id: string, headers: Record<string, string> = {}, person = an) {
  return fetch(`${server.baseUrl}/storage/v1/files/${id}/thumbnail?v=1`, {
    headers: { [SESSION_HEADER]: person.client.token, ...headers },
  });
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#1d5bd6' } });

/** A few bytes of PNG that claim this size (decompression bomb). */
function bomb(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const whole = Buffer.alloc(body.length + 8);
    whole.writeUInt32BE(data.length);
    body.copy(whole, 4);
    return whole;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)))]);
}

test('DV-9 an image in the drive has a small picture, which is drawn once and asked for each time', async () => {
  const id = await upload('ảnh.jpg', await picture(1600, 800).jpeg().toBuffer(), 'image/jpeg');
  const answer = await thumbnail(id);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([width, height]).toEqual([400, 200]);
  const tag = answer.headers.get('etag') as string;
  expect((await thumbnail(id, { 'if-none-match': tag })).status).toBe(304);
  const kept = await server.context.db.selectFrom('drive_thumbnails').selectAll().execute();
  expect(kept).toHaveLength(1);
  const stranger = await newPerson(server);
  expect((await thumbnail(id, { 'if-none-match': tag }, stranger)).status).toBe(404);
});

test('DV-9 a small image is not enlarged; what is no image, broken, or infected has no picture', async () => {
  const small = await thumbnail(await upload('nhỏ.png', await picture(20, 30).png().toBuffer()));
  expect(await sharp(Buffer.from(await small.arrayBuffer())).metadata()).toMatchObject({
    width: 20,
    height: 30,
  });
  const none = async (name: string, bytes: Buffer, type?: string) =>
    (await thumbnail(await upload(name, bytes, type))).status;
  expect(await none('a.txt', Buffer.from('chữ'), 'text/plain')).toBe(409);
  expect(await none('a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml')).toBe(
    409,
  );
  expect(await none('hỏng.png', Buffer.from('\x89PNG\r\n\x1a\nhỏng', 'latin1'))).toBe(409);
  infected = 'Eicar';
  expect(await none('virus.png', await picture(20, 20).png().toBuffer())).toBe(409);
  infected = '';
});

test('an image that claims to be enormous costs next to nothing, and is not tried twice', async () => {
  const id = await upload('bom.png', bomb(60_000));
  const before = process.cpuUsage();
  expect((await thumbnail(id)).status).toBe(409);
  expect((await thumbnail(id)).status).toBe(409);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(2);
});
