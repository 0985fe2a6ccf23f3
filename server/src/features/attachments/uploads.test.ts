import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const MB = 1024 * 1024;
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: TestServer;
let lanAnh: Awaited<ReturnType<TestServer['signIn']>>;
const faults: object[] = [];
let scan: (bytes: Buffer) => { has_virus: boolean; message: string | null } = () => ({
  has_virus: false,
  message: null,
});

beforeAll(async () => {
  const error = (fields: object) => void faults.push(fields);
  server = await startTestServer({
    log: { debug() {}, info() {}, warn() {}, error },
    scanFile: async (stream) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      return scan(Buffer.concat(chunks));
    },
  });
  lanAnh = await server.signIn('lan.anh@saomai.example');
});
afterAll(async () => {
  await server.close();
  expect(faults).toEqual([]);
});

type Given = { name: string; bytes: Buffer | string; type?: string };

function formOf(files: Given[], fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const { name, bytes, type } of files)
    form.append('file', new Blob([bytes], { type: type ?? '' }), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

async function upload(files: Given[], fields: Record<string, string> = {}) {
  return (await lanAnh.uploadFile({ form: formOf(files, fields) })).data;
}

/** A form in the encoding of other programs. */
async function post(body: string | Buffer, contentType = 'multipart/form-data; boundary=x') {
  const answer = await fetch(`${server.baseUrl}/api/v2/files`, {
    method: 'POST',
    headers: { [SESSION_HEADER]: lanAnh.token, 'content-type': contentType },
    body,
  });
  return {
    status: answer.status,
    body: (await answer.json()) as { data?: { name: string }[]; error?: { code: string } },
  };
}

const part = (headers: string, bytes: string) => `--x\r\n${headers}\r\n\r\n${bytes}\r\n`;

async function countFiles(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from attachments`.execute(
    server.context.db,
  );
  return rows[0]?.count ?? -1;
}

function download(id: string) {
  return fetch(`${server.baseUrl}/api/v2/files/${id}/download`, {
    headers: { [SESSION_HEADER]: lanAnh.token },
  });
}

describe('an upload', () => {
  test('AU-2 AT-1 that names its account is not taken in the session of another one', async () => {
    const before = await countFiles();
    const form = () => formOf([{ name: 'a.txt', bytes: 'a' }]);
    const wrong = lanAnh.uploadFile({ form: form(), account: 'minh@saomai.example' });
    await expect(wrong).rejects.toMatchObject({ status: 401, code: 'other_account' });
    expect(await countFiles()).toBe(before);
    const { data } = await lanAnh.uploadFile({ form: form(), account: 'lan.anh@saomai.example' });
    expect(data).toHaveLength(1);
  });

  test('AP-32 AP-33 AT-1 of several files answers each of them, and their bytes come back', async () => {
    const bytes = randomBytes(3 * MB);
    const files = await upload([
      { name: 'Hợp đồng số 12.docx', bytes: Buffer.concat([Buffer.from('PK\x03\x04'), bytes]) },
      { name: 'Ảnh chụp.png', bytes: PNG },
    ]);
    expect(files).toEqual([
      {
        id: expect.any(String),
        uuid: files[0]?.id,
        name: 'Hợp đồng số 12.docx',
        size: 3 * MB + 4,
        content_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        content_id: null,
        inlineImage: false,
        is_office: true,
        has_virus: false,
        message: null,
        drive_file: null,
      },
      expect.objectContaining({ name: 'Ảnh chụp.png', content_type: 'image/png', is_office: false }),
    ]);
    const [first = '', second = ''] = files.map((file) => file.id);
    expect((await lanAnh.getFile({ params: { id: first } })).data).toEqual(files[0]);
    expect(
      Buffer.from(await (await download(first)).arrayBuffer())
        .subarray(4)
        .equals(bytes),
    ).toBe(true);
    expect(Buffer.from(await (await download(second)).arrayBuffer()).equals(PNG)).toBe(true);
  });

  test.each([
    ['raw UTF-8', 'filename="Báo giá tháng 7.pdf"', 'Báo giá tháng 7.pdf'],
    ['RFC 5987', `filename*=UTF-8''B%C3%A1o%20gi%C3%A1.pdf`, 'Báo giá.pdf'],
    ['a path', 'filename="C:\\Users\\lan\\..\\Báo giá.pdf"', 'Báo giá.pdf'],
    ['an unknown charset', `filename*=klingon''B%C3%A1o.pdf`, expect.stringMatching(/\.pdf$/)],
    ['a right-to-left mark', 'filename="an\u202egnp.txt"', 'angnp.txt'],
    ['no messages', 'filename="..."', 'attachment-1.bin'],
  ])('takes a file name written as %s', async (_what, disposition, name) => {
    const { status, body } = await post(
      `${part(`Content-Disposition: form-data; name="file"; ${disposition}`, 'abc')}--x--\r\n`,
    );
    expect([status, body.data?.[0]?.name]).toEqual([200, name]);
  });

  test.each([
    ['ảnh.png', 'image/png', 'không phải ảnh', 'application/octet-stream'],
    ['trang.html', 'text/html', '<p>Chào', 'text/html'],
    ['ghi chú.txt', 'application/x-evil', 'xin chào', 'text/plain'],
    ['ghi chú.txt', 'text/plain', 'a\0b', 'application/octet-stream'],
    ['không đuôi', 'application/x-own', 'abc', 'application/x-own'],
    ['không đuôi', 'text/html\r\nx: y', 'abc', 'application/octet-stream'],
    ['bảng.xlsx', '', 'không phải zip', 'application/octet-stream'],
    ['giấy tờ.bin', 'image/gif', '%PDF-1.7', 'application/pdf'],
  ])('of %s called %s is of the type that its bytes and name show', async (name, type, bytes, stored) => {
    const { boundary, body } = writeForm(name, type.replace(/[\r\n]/g, ' '), bytes);
    const answer = await post(body, `multipart/form-data; boundary=${boundary}`);
    expect(answer.body.data?.[0]).toMatchObject({ content_type: stored });
  });

  function writeForm(name: string, type: string, bytes: string) {
    const head = `Content-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}`;
    return { boundary: 'x', body: `${part(head, bytes)}--x--\r\n` };
  }

  test('AT-3 of 25 MB is taken, of one byte more refused as too large, which names 25 MB', async () => {
    const [file] = await upload([{ name: 'vừa.zip', bytes: Buffer.alloc(25 * MB) }]);
    expect(file?.size).toBe(25 * MB);
    const before = await countFiles();
    const small = { name: 'nhỏ.txt', bytes: 'abc' };
    const call = upload([small, { name: 'to.zip', bytes: Buffer.alloc(25 * MB + 1) }, small]);
    await expect(call).rejects.toMatchObject({ status: 413, code: 'too_large', details: { limit: '25 MB' } });
    expect(await countFiles()).toBe(before);
  });

  test.each(['cài đặt.exe', 'virus.TXT.Scr', 'a.BAT', 'a.ace', 'a.lha', 'winmail.tnef', 'a.exe. '])(
    'AT-4 of %s is refused by its last extension',
    async (name) => {
      const extension = /(\w+)\W*$/.exec(name)?.[1]?.toLowerCase();
      await expect(upload([{ name, bytes: 'abc' }])).rejects.toMatchObject({
        status: 400,
        code: 'file_not_allowed',
        details: { extension },
      });
    },
  );

  test('AT-4 of a name that only holds such an extension is taken', async () => {
    expect(await upload([{ name: 'a.exe.txt', bytes: 'abc' }])).toHaveLength(1);
  });

  test('beyond the quota is refused; files that wait for a draft count', async () => {
    const { client, mailbox } = await newPerson(server);
    await server.context.db.updateTable('mailboxes').set({ quota_mb: 2 }).where('id', '=', mailbox).execute();
    const form = () => formOf([{ name: 'a.bin', bytes: Buffer.alloc(MB + 1) }]);
    await client.uploadFile({ form: form() });
    await expect(client.uploadFile({ form: form() })).rejects.toMatchObject({
      code: 'quota_exceeded',
      status: 413,
    });
    await client.uploadFile({ form: formOf([{ name: 'b.bin', bytes: Buffer.alloc(1000) }]) });
  });

  test('AT-7 answers what the scan says, and that it failed where it did', async () => {
    scan = (bytes) => ({
      has_virus: bytes.includes('EICAR'),
      message: bytes.includes('EICAR') ? 'Eicar' : 'OK',
    });
    const files = await upload([
      { name: 'a.txt', bytes: 'EICAR' },
      { name: 'b.txt', bytes: 'sạch' },
    ]);
    expect(files).toMatchObject([
      { has_virus: true, message: 'Eicar' },
      { has_virus: false, message: 'OK' },
    ]);
    expect((await lanAnh.getFile({ params: { id: files[0]?.id as string } })).data).toEqual(files[0]);
    scan = () => {
      throw new Error('no such file: /var/lib/bocau/blobs');
    };
    expect(await upload([{ name: 'c.txt', bytes: 'x' }])).toMatchObject([
      { has_virus: false, message: 'Error: the scan failed' },
    ]);
    scan = () => ({ has_virus: false, message: null });
  });
});

describe('a form that is none', () => {
  const head = 'Content-Disposition: form-data; name="file"; filename="a.txt"';
  test.each([
    ['nothing', '', 'multipart/form-data; boundary=x', [400, 'invalid_input']],
    ['no boundary', 'abc', 'multipart/form-data', [400, 'malformed_body']],
    ['another boundary', part(head, 'abc'), 'multipart/form-data; boundary=y', [400, 'malformed_body']],
    ['no end', part(head, 'abc'), 'multipart/form-data; boundary=x', [400, 'malformed_body']],
    [
      'an end in the headers',
      '--x\r\nContent-Disp',
      'multipart/form-data; boundary=x',
      [400, 'malformed_body'],
    ],
    ['only an end', '--x--\r\n', 'multipart/form-data; boundary=x', [400, 'invalid_input']],
    [
      'fields alone',
      `${part('Content-Disposition: form-data; name="a"', 'b')}--x--\r\n`,
      undefined,
      [400, 'invalid_input'],
    ],
    [
      'a file of another name',
      `${part(head.replace('"file"', '"tệp"'), 'abc')}--x--\r\n`,
      undefined,
      [400, 'invalid_input'],
    ],
    [
      'a name of Object',
      `${part(head.replace('"file"', '"__proto__"'), 'abc')}--x--\r\n`,
      undefined,
      [400, 'malformed_body'],
    ],
    ['JSON', '{"file":1}', 'application/json', [415, 'unsupported_media_type']],
    ['text', 'abc', 'text/plain', [415, 'unsupported_media_type']],
    ['51 files', `${part(head, 'a').repeat(51)}--x--\r\n`, undefined, [413, 'too_large']],
    [
      '1000 parts',
      `${part('Content-Disposition: form-data; name="a"', 'b').repeat(1000)}--x--\r\n`,
      undefined,
      [413, 'too_large'],
    ],
    [
      'endless headers',
      `--x\r\n${'A: b\r\n'.repeat(20_000)}\r\nabc\r\n--x--\r\n`,
      undefined,
      [400, 'invalid_input'],
    ],
  ])('%s is refused by a code of the catalogue', async (_what, body, type, refusal) => {
    const before = await countFiles();
    const answer = await post(body, type);
    expect([answer.status, answer.body.error?.code]).toEqual(refusal);
    expect(await countFiles()).toBe(before);
  });

  test('forms are read nowhere else', async () => {
    const answer = await fetch(`${server.baseUrl}/api/v2/folders`, {
      method: 'POST',
      headers: { [SESSION_HEADER]: lanAnh.token },
      body: formOf([{ name: 'a', bytes: 'b' }]),
    });
    expect(answer.status).toBe(415);
  });

  test('one that says that it is longer than anything is refused before it is read', async () => {
    const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(
      `POST /api/v2/files HTTP/1.1\r\nHost: x\r\n${SESSION_HEADER}: ${lanAnh.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 999999999999\r\n\r\n--x\r\n`,
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 [\s\S]*"too_large"/);
  });
});

test('an upload that breaks off leaves nothing', async () => {
  const before = await countFiles();
  const folder = join(server.context.config.dataDir, 'blobs', 'tmp');
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `POST /api/v2/files HTTP/1.1\r\nHost: x\r\n${SESSION_HEADER}: ${lanAnh.token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000\r\n\r\n--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`,
  );
  socket.write(Buffer.alloc(2 * MB));
  await vi.waitFor(async () => expect((await readdir(folder)).length).toBe(1));
  socket.destroy();
  await vi.waitFor(async () => expect(await readdir(folder)).toEqual([]));
  expect(await countFiles()).toBe(before);
});

describe('a public file', () => {
  test('AP-34 is read by anybody who knows its id, as harmless as a download', async () => {
    const [picture] = await upload([{ name: 'Biểu trưng.png', bytes: PNG }], { public: 'true' });
    const answer = await fetch(`${server.baseUrl}/api/v2/public/files/${picture?.id}/raw`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const [page] = await upload([{ name: 'trang.html', bytes: '<script>alert(1)</script>' }], {
      public: 'true',
    });
    const shown = await fetch(`${server.baseUrl}/api/v2/public/files/${page?.id}/raw`);
    expect(shown.headers.get('content-type')).toBe('application/octet-stream');
    expect(shown.headers.get('content-disposition')).toMatch(/^attachment;/);
  });

  test('AP-34 ends with its account, and is asked for each time', async () => {
    const [file] = await upload([{ name: 'a.png', bytes: PNG }], { public: 'true' });
    const address = `${server.baseUrl}/api/v2/public/files/${file?.id}/raw`;
    const first = await fetch(address);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const known = { 'if-none-match': first.headers.get('etag') as string };
    expect((await fetch(address, { headers: known })).status).toBe(304);
    const { db } = server.context;
    const mailbox = db
      .updateTable('mailboxes')
      .where('id', '=', await server.mailboxId('lan.anh@saomai.example'));
    await mailbox.set({ active: false }).execute();
    expect((await fetch(address, { headers: known })).status).toBe(404);
    await mailbox.set({ active: true }).execute();
  });

  test('AT-6 with a virus is shown to nobody', async () => {
    scan = () => ({ has_virus: true, message: 'Win.Test.EICAR_HDB-1' });
    const [file] = await upload([{ name: 'a.png', bytes: PNG }], { public: 'true' });
    expect(file?.has_virus).toBe(true);
    scan = () => ({ has_virus: false, message: null });
    expect((await fetch(`${server.baseUrl}/api/v2/public/files/${file?.id}/raw`)).status).toBe(404);
  });

  test.each([{}, { public: 'false' }, { public: '1' }])(
    'AP-34 is only what was uploaded as such, not with %j',
    async (fields) => {
      const [file] = await upload([{ name: 'Riêng.png', bytes: PNG }], fields as Record<string, string>);
      const answer = await fetch(`${server.baseUrl}/api/v2/public/files/${file?.id}/raw`);
      expect([answer.status, await answer.json()]).toMatchObject([
        404,
        { error: { code: 'file_not_found' } },
      ]);
    },
  );

  test('SH-4 is neither made nor opened where the organisation allows no links outside, or none that old', async () => {
    const { email, client, mailbox } = await newPerson(server, { domain: 'bienxanh.example' });
    const made = async (name: string) => {
      const form = formOf([{ name, bytes: PNG }], { public: 'true' });
      const { data } = await client.uploadFile({ form });
      return `${server.baseUrl}/api/v2/public/files/${data[0]?.id}/raw`;
    };
    const { db } = server.context;
    const domain = db.updateTable('domains').where('name', '=', email.slice(email.indexOf('@') + 1));
    const address = await made('a.png');
    const open = async () => (await fetch(address)).status;
    expect(await open()).toBe(200);
    await domain.set({ outside_links: false }).execute();
    expect(await open()).toBe(404);
    await expect(made('b.png')).rejects.toMatchObject({ status: 403, code: 'outside_links_off' });
    const names = db.selectFrom('attachments').select('name').where('mailbox_id', '=', mailbox);
    expect(await names.execute()).toEqual([{ name: 'a.png' }]);
    await domain.set({ outside_links: true, outside_link_days: 7 }).execute();
    server.clock.pass(8 * 86_400_000 - 1000);
    expect(await open()).toBe(200);
    server.clock.pass(1000);
    expect(await open()).toBe(404);
    await domain.set({ outside_link_days: null }).execute();
    expect(await open()).toBe(200);
  });
});
