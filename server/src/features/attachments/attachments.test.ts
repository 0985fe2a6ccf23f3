import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { SESSION_COOKIE, SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Entry, fromBuffer, type ZipFile } from 'yauzl';
import { fileMail } from '../../test-kit/file-mail.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
let mailbox: number;
const logged: object[] = [];

beforeAll(async () => {
  const log = { debug() {}, info() {}, warn() {}, error: (fields: object) => void logged.push(fields) };
  server = await startTestServer({ log });
  lanAnh = await server.signIn('lan.anh@saomai.example');
  mailbox = await server.mailboxId('lan.anh@saomai.example');
});
afterAll(() => server.close());

type Attached = { name: string; contentType: string; bytes: Buffer; inline?: boolean };

async function attach(files: Attached[], subject = 'Chứng từ'): Promise<{ message: string; ids: string[] }> {
  const attachments = [];
  for (const { name, contentType, bytes, inline = false } of files) {
    const { key, size } = await server.context.blobs.put(bytes);
    attachments.push({ name, contentType, contentId: null, inline, size, blob: key, held: null });
  }
  const message = await fileMail(server.context, mailbox, { subject, attachments });
  const { data } = await lanAnh.getMessage({ params: { id: message }, query: {} });
  return { message, ids: data.files.map((file) => file.id) };
}

async function attachOne(file: Attached): Promise<string> {
  const { ids } = await attach([file]);
  return ids[0] as string;
}

function download(id: string, headers: Record<string, string> = {}, query = '', method = 'GET') {
  return fetch(`${server.baseUrl}/api/v2/files/${id}/download${query}`, {
    method,
    headers: { [SESSION_HEADER]: lanAnh.token, ...headers },
  });
}

function downloadZip(message: string) {
  return fetch(`${server.baseUrl}/api/v2/messages/${message}/attachments.zip`, {
    headers: { [SESSION_HEADER]: lanAnh.token },
  });
}

async function loseBlob(id: string): Promise<void> {
  const { db, blobs } = server.context;
  const { blob } = await db
    .selectFrom('attachments')
    .select('blob')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await blobs.removeStale(blob.toString('hex'), new Date(8.64e15));
}

describe('what is known of files', () => {
  test('AT-1 files are listed in the order of the ids that were asked', async () => {
    const { ids } = await attach([
      { name: 'Hợp đồng.docx', contentType: 'application/msword', bytes: Buffer.from('một') },
      { name: 'Ảnh.png', contentType: 'image/png', bytes: Buffer.from('hai!') },
    ]);
    const { data } = await lanAnh.listFiles({ query: { ids: [...ids].reverse().join(',') } });
    expect(data).toMatchObject([
      { id: ids[1], uuid: ids[1], name: 'Ảnh.png', size: 4, is_office: false, has_virus: false },
      { id: ids[0], name: 'Hợp đồng.docx', is_office: true },
    ]);
    expect((await lanAnh.getFile({ params: { id: ids[0] as string } })).data).toEqual(data[1]);
    expect((await lanAnh.listFiles({ query: { ids: '' } })).data).toEqual([]);
  });

  test('one unknown id among them answers 404', async () => {
    const id = await attachOne({ name: 'a.txt', contentType: 'text/plain', bytes: Buffer.from('a') });
    const call = lanAnh.listFiles({ query: { ids: `${id},01900000-0000-7000-8000-000000000000` } });
    await expect(call).rejects.toMatchObject({ status: 404, code: 'file_not_found' });
    await expect(lanAnh.getFile({ params: { id: 'weird' } })).rejects.toMatchObject({
      code: 'file_not_found',
    });
  });
});

describe('a download', () => {
  const bytes = Buffer.from('0123456789');

  test('answers the bytes as an attachment with its Vietnamese name, harmless, and asked for each time', async () => {
    const id = await attachOne({ name: 'Hợp "đồng" 50%.pdf', contentType: 'application/pdf', bytes });
    const answer = await download(id);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Hop _dong_ 50_.pdf"; filename*=UTF-8''H%E1%BB%A3p%20%22%C4%91%E1%BB%93ng%22%2050%25.pdf`,
    );
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-length')).toBe('10');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
  });

  test.each([
    ['text/html', 'application/octet-stream', 'attachment'],
    ['image/svg+xml', 'application/octet-stream', 'attachment'],
    ['application/xhtml+xml', 'application/octet-stream', 'attachment'],
    ['text/javascript', 'application/octet-stream', 'attachment'],
    ['image/png', 'image/png', 'inline'],
    ['application/pdf', 'application/pdf', 'inline'],
    ['video/mp4', 'video/mp4', 'inline'],
    ['text/plain', 'text/plain; charset=utf-8', 'inline'],
    ['application/zip', 'application/zip', 'attachment'],
    ['image/png\r\nset-cookie: a=b', 'application/octet-stream', 'attachment'],
  ])('of %s asked inline is served as %s, %s', async (stored, served, disposition) => {
    const id = await attachOne({ name: 'x', contentType: stored, bytes });
    const answer = await download(id, {}, '?inline=1');
    expect(answer.headers.get('content-type')).toBe(served);
    expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`^${disposition};`));
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    await answer.arrayBuffer();
  });

  test.each([
    ['bytes=2-4', 206, 'bytes 2-4/10', '234'],
    ['bytes=7-', 206, 'bytes 7-9/10', '789'],
    ['bytes=-3', 206, 'bytes 7-9/10', '789'],
    ['bytes=-300', 206, 'bytes 0-9/10', '0123456789'],
    ['bytes=8-300', 206, 'bytes 8-9/10', '89'],
    ['bytes=4-2', 200, null, '0123456789'],
    ['bytes=0-1,3-4', 200, null, '0123456789'],
    ['lines=1-2', 200, null, '0123456789'],
  ])('of the range %s answers %i', async (range, status, contentRange, text) => {
    const id = await attachOne({ name: 'a.txt', contentType: 'text/plain', bytes });
    const answer = await download(id, { range });
    expect([answer.status, answer.headers.get('content-range'), await answer.text()]).toEqual([
      status,
      contentRange,
      text,
    ]);
  });

  test.each(['bytes=10-', 'bytes=-0', 'bytes=99-100'])(
    'of the range %s outside of it answers 416',
    async (range) => {
      const id = await attachOne({ name: 'a.txt', contentType: 'text/plain', bytes });
      const answer = await download(id, { range });
      expect(answer.status).toBe(416);
      expect(answer.headers.get('content-range')).toBe('bytes */10');
      expect(await answer.json()).toMatchObject({ error: { code: 'range_not_satisfiable' } });
    },
  );

  test('that the browser has already answers 304, and a range of other bytes the whole', async () => {
    const id = await attachOne({ name: 'a.txt', contentType: 'text/plain', bytes });
    const tag = (await download(id, {}, '', 'HEAD')).headers.get('etag') as string;
    expect(tag).toMatch(/^"[0-9a-f]{64}"$/);
    const again = await download(id, { 'if-none-match': `"other", W/${tag}` });
    expect([again.status, await again.text()]).toEqual([304, '']);
    expect((await download(id, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await download(id, { range: 'bytes=0-0', 'if-range': tag })).status).toBe(206);
    expect((await download(id, { range: 'bytes=0-0', 'if-range': '"other"' })).status).toBe(200);
  });

  test('by HEAD answers the headers alone', async () => {
    const id = await attachOne({ name: 'a.txt', contentType: 'text/plain', bytes });
    const answer = await download(id, {}, '', 'HEAD');
    expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([
      200,
      '10',
      '',
    ]);
  });

  test('AU-2 is allowed by the cookie alone', async () => {
    const id = await attachOne({ name: 'a.txt', contentType: 'text/plain', bytes });
    const cookie = `${SESSION_COOKIE}=${lanAnh.token}`;
    const answer = await fetch(`${server.baseUrl}/api/v2/files/${id}/download`, { headers: { cookie } });
    expect(await answer.text()).toBe('0123456789');
    const described = await fetch(`${server.baseUrl}/api/v2/files/${id}`, { headers: { cookie } });
    expect(described.status).toBe(401);
  });

  test('of bytes that are lost answers 404 and tells the log', async () => {
    const id = await attachOne({ name: 'mất.txt', contentType: 'text/plain', bytes: Buffer.from('sẽ mất') });
    await loseBlob(id);
    logged.length = 0;
    const answer = await download(id);
    expect(await answer.json()).toMatchObject({ error: { code: 'file_not_found' } });
    expect(answer.headers.get('content-disposition')).toBeNull();
    expect(logged).toEqual([{ file: id, blob: expect.any(String) }]);
  });

  test('AP-36 in base64 answers the same bytes', async () => {
    const big = randomBytes(1_000_001);
    const id = await attachOne({ name: 'Số "liệu".bin', contentType: 'application/zip', bytes: big });
    const { data } = await lanAnh.downloadFileAsText({ params: { id } });
    expect(Buffer.from(data.content, 'base64').equals(big)).toBe(true);
    expect(data).toMatchObject({ name: 'Số "liệu".bin', content_type: 'application/zip' });
  });

  test('AP-36 in base64 of more than 25 MB is refused', async () => {
    const id = await attachOne({ name: 'to.bin', contentType: 'application/zip', bytes });
    await server.context.db
      .updateTable('attachments')
      .set({ size: 25 * 1024 * 1024 + 1 })
      .where('id', '=', id)
      .execute();
    await expect(lanAnh.downloadFileAsText({ params: { id } })).rejects.toMatchObject({ code: 'too_large' });
  });
});

async function unzip(bytes: Buffer): Promise<Map<string, Buffer>> {
  const zip = (await promisify<Buffer, object, ZipFile>(fromBuffer)(bytes, { lazyEntries: true })) as ZipFile;
  const files = new Map<string, Buffer>();
  const open = promisify<Entry, Readable>(zip.openReadStream.bind(zip) as never);
  zip.on('entry', async (entry: Entry) => {
    expect(entry.generalPurposeBitFlag & 0x800, 'the name is flagged as UTF-8').toBe(0x800);
    files.set(entry.fileName, await buffer(await open(entry)));
    zip.readEntry();
  });
  zip.readEntry();
  await once(zip, 'end');
  return files;
}

describe('all files of a message as a zip', () => {
  test('AT-9 holds each listed one, names made distinct, and says its length', async () => {
    const large = randomBytes(700_000);
    const { message } = await attach(
      [
        { name: 'Báo giá.pdf', contentType: 'application/pdf', bytes: large },
        { name: 'báo giá.PDF', contentType: 'application/pdf', bytes: Buffer.from('hai') },
        { name: 'Báo giá.pdf', contentType: 'application/pdf', bytes: Buffer.from('ba') },
        { name: '../../etc/passwd', contentType: 'text/plain', bytes: Buffer.from('bốn') },
        { name: '..', contentType: 'text/plain', bytes: Buffer.alloc(0) },
        { name: 'logo.png', contentType: 'image/png', bytes: Buffer.from('trong thân thư'), inline: true },
      ],
      'Báo giá / tháng 11',
    );
    const answer = await downloadZip(message);
    expect(answer.headers.get('content-type')).toBe('application/zip');
    expect(answer.headers.get('content-disposition')).toContain('filename="Bao gia _ thang 11.zip"');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(bytes.length));
    const files = await unzip(bytes);
    expect([...files.keys()]).toEqual([
      'Báo giá.pdf',
      'báo giá (2).PDF',
      'Báo giá (3).pdf',
      '.._.._etc_passwd',
      'file',
    ]);
    expect(files.get('Báo giá.pdf')?.equals(large)).toBe(true);
    expect(files.get('.._.._etc_passwd')?.toString()).toBe('bốn');
  });

  test('of a message without files answers 404', async () => {
    const message = await fileMail(server.context, mailbox);
    expect(await (await downloadZip(message)).json()).toMatchObject({ error: { code: 'file_not_found' } });
    expect(await (await downloadZip('x')).json()).toMatchObject({ error: { code: 'message_not_found' } });
  });

  test('breaks off where the bytes of one file are lost, instead of leaving it out', async () => {
    const { message, ids } = await attach([
      { name: 'a.bin', contentType: 'application/zip', bytes: randomBytes(400_000) },
      { name: 'b.bin', contentType: 'application/zip', bytes: randomBytes(100) },
    ]);
    await loseBlob(ids[1] as string);
    const answer = await downloadZip(message);
    expect(answer.status).toBe(200);
    await expect(answer.arrayBuffer()).rejects.toThrow();
  });

  test('is read only as fast as it is taken, and no further once the reader has left', async () => {
    const { message } = await attach(
      Array.from({ length: 6 }, (_, index) => ({
        name: `${index}.bin`,
        contentType: 'application/zip',
        bytes: randomBytes(4_000_000),
      })),
    );
    const sources: Readable[] = [];
    const { blobs } = server.context;
    const open = blobs.open.bind(blobs);
    vi.spyOn(blobs, 'open').mockImplementation(async (key, range) => {
      const source = await open(key, range);
      sources.push(source);
      return source;
    });
    const call = request(`${server.baseUrl}/api/v2/messages/${message}/attachments.zip`, {
      headers: { [SESSION_HEADER]: lanAnh.token },
    }).end();
    await once(call, 'response');
    await vi.waitFor(() => expect(sources.length).toBeGreaterThan(0));
    // An aborted call ends with an error.
    call.on('error', () => undefined);
    call.destroy();
    await vi.waitFor(() => expect(sources.every((source) => source.destroyed)).toBe(true));
    expect(sources.length).toBeLessThan(6);
  });
});

describe('a mail attached to a mail', () => {
  const raw = Buffer.from(
    [
      'From: =?utf-8?q?Kh=C3=A1ch?= <khach@minhphat.example>',
      'To: lan.anh@saomai.example',
      'Subject: =?utf-8?q?H=E1=BB=A3p_=C4=91=E1=BB=93ng?=',
      'Date: Fri, 20 Nov 2026 08:00:00 +0700',
      'Message-ID: <trong@minhphat.example>',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'Chào chị',
      '--b',
      'Content-Type: application/pdf; name=a.pdf',
      'Content-Disposition: attachment; filename=a.pdf',
      '',
      '%PDF',
      '--b--',
      '',
    ].join('\r\n'),
  );

  test('is opened with its text and the names of its files', async () => {
    const id = await attachOne({ name: 'thư.eml', contentType: 'message/rfc822', bytes: raw });
    const { data } = await lanAnh.openAttachedMessage({ params: { id } });
    expect(data).toMatchObject({
      message_id_header: 'trong@minhphat.example',
      from: { name: 'Khách', email: 'khach@minhphat.example' },
      to: [{ email: 'lan.anh@saomai.example' }],
      subject: 'Hợp đồng',
      body_type: 'text',
      date: Date.UTC(2026, 10, 20, 1) / 1000,
      files: [{ name: 'a.pdf', content_type: 'application/pdf' }],
    });
    expect(data.body.trim()).toBe('Chào chị');
  });

  test('is from nobody who was checked: an address of this service in it is said to be so', async () => {
    const bytes = Buffer.from('From: Minh <minh.tran@saomai.example>\r\nSubject: x\r\n\r\nx');
    const id = await attachOne({ name: 'thư.eml', contentType: 'message/rfc822', bytes });
    const { data } = await lanAnh.openAttachedMessage({ params: { id } });
    expect(data.from?.doubts).toEqual(['unchecked_claim']);
  });

  test('of another type is refused, and one whose bytes are lost is not found', async () => {
    const text = await attachOne({ name: 'a.txt', contentType: 'text/plain', bytes: raw });
    await expect(lanAnh.openAttachedMessage({ params: { id: text } })).rejects.toMatchObject({
      code: 'not_a_message',
    });
    const bytes = Buffer.concat([raw, Buffer.from('khác')]);
    const lost = await attachOne({ name: 'thư.eml', contentType: 'message/rfc822', bytes });
    await loseBlob(lost);
    await expect(lanAnh.openAttachedMessage({ params: { id: lost } })).rejects.toMatchObject({
      code: 'file_not_found',
    });
  });
});
