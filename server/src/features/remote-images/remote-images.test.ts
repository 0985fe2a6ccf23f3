import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ApiClient } from '@bocau/contract/client.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lanAnh } from '../../demo-world/people.ts';
import { fileMail } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { signedInClient } from '../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(100, 1)]);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script></svg>');
const DAY_MS = 24 * 3600 * 1000;

let server: TestServer;
let elsewhere: Server;
let person: NewPerson;
let message: string;
let asked: IncomingMessage[];
let dialled: string[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  server = await startTestServer({
    resolver: async (name, type) => {
      const addresses = { 'anh.example': '93.184.216.34', 'trong.example': '10.0.0.1' }[name];
      if (addresses === undefined || type !== 'A')
        throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
      return [addresses];
    },
    dial(address) {
      dialled.push(address);
      return connect((elsewhere.address() as AddressInfo).port, '127.0.0.1');
    },
  });
  person = await newPerson(server);
  message = await fileMail(server.context, person.mailbox, {
    bodyIsHtml: true,
    attachments: [
      await file('logo@x.example', 'image/png', PNG),
      await file('ảnh 1', 'image/png', PNG),
      await file('hinh.svg', 'image/svg+xml', SVG),
      await file('gia.png', 'image/png', SVG),
    ],
  });
});
afterAll(async () => {
  await server.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
});
beforeEach(() => {
  asked = [];
  dialled = [];
  answer = (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PNG);
});

async function file(contentId: string, contentType: string, bytes: Buffer) {
  const { key, size } = await server.context.blobs.put(bytes);
  return { name: contentId, contentType, contentId, inline: true, size, blob: key, held: null };
}

async function sourceOf(url: string, of = message): Promise<string | null> {
  const { data } = await person.client.signImages({ params: { id: of }, body: { urls: [url] } });
  expect(data.map((image) => image.url)).toEqual([url]);
  return data[0]?.src as string | null;
}

/** As the sandboxed frame requests it: without a cookie or session. */
async function load(src: string | null, init: RequestInit = {}) {
  const response = await fetch(`${server.baseUrl}${src}`, init);
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

describe('the addresses of images', () => {
  test('TD-19 come in the order asked, and only for what can be an image', async () => {
    const urls = [
      'https://anh.example/a.png',
      'cid:logo@x.example',
      'cid:%E1%BA%A3nh%201',
      'cid:khong-co',
      'cid:%zz',
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      'file:///etc/passwd',
      '/relative.png',
      `https://anh.example/${'a'.repeat(5000)}`,
      'HTTP://ANH.example/b.png#part',
    ];
    const { data } = await person.client.signImages({ params: { id: message }, body: { urls } });
    expect(data.map(({ url }) => url)).toEqual(urls);
    expect(data.map(({ src }) => src?.replace(/=.*|images\/.*/, '') ?? null)).toEqual([
      '/api/v2/',
      expect.stringMatching(/^\/api\/v2\/files\/[0-9a-f-]{36}\/inline\?sig$/),
      expect.stringMatching(/^\/api\/v2\/files\/[0-9a-f-]{36}\/inline\?sig$/),
      ...Array(7).fill(null),
      '/api/v2/',
    ]);
    expect(data.at(-1)?.src).toContain(encodeURIComponent('http://anh.example/b.png'));
  });

  test('TD-19 are given for a message of one’s own alone', async () => {
    const other = await newPerson(server);
    for (const id of [message, 'khong-co']) {
      await expect(
        other.client.signImages({ params: { id }, body: { urls: ['https://anh.example/a.png'] } }),
      ).rejects.toMatchObject({ status: 404, code: 'message_not_found' });
    }
  });

  test('TD-19 are the same for a while, so that the browser’s copy is used', async () => {
    const first = await sourceOf('http://anh.example/a.png');
    await server.clock.advance(60_000);
    expect(await sourceOf('http://anh.example/a.png')).toBe(first);
  });

  test('TD-19 are at most 500 a call', async () => {
    const urls = Array(501).fill('https://anh.example/a.png');
    await expect(person.client.signImages({ params: { id: message }, body: { urls } })).rejects.toMatchObject(
      { code: 'invalid_input' },
    );
  });
});

describe('a remote image', () => {
  test('TD-19 of a message loads while all that another one names keep silent, or change the protocol', async () => {
    const settled: number[] = [];
    const silent = await Promise.all(
      Array.from({ length: 24 }, (_, number) => sourceOf(`http://anh.example/im${number}.png`)),
    );
    answer = (request, response) => {
      if (!request.url?.startsWith('/im')) response.writeHead(200).end(PNG);
      else if (asked.length % 2 === 0)
        request.socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n');
    };
    const loading = silent.map((src) => load(src).then(({ status }) => settled.push(status)));
    await expect.poll(() => asked.length).toBeGreaterThan(12);
    const other = await fileMail(server.context, person.mailbox, { bodyIsHtml: true });
    expect(await load(await sourceOf('http://anh.example/a.png', other))).toMatchObject({ status: 200 });
    expect(settled.length).toBeLessThan(silent.length);
    await expect
      .poll(async () => {
        await server.clock.advance(10_000);
        return settled.length;
      })
      .toBe(silent.length);
    await Promise.all(loading);
    expect(settled).toEqual(silent.map(() => 404));
  });

  test('TD-19 loads by its signed address alone, as what its bytes are, and can do nothing', async () => {
    const { status, headers, bytes } = await load(await sourceOf('http://anh.example/a.png?b=c'));
    expect([status, bytes.equals(PNG)]).toEqual([200, true]);
    expect(dialled).toEqual(['93.184.216.34']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'private, max-age=3600',
    });
  });

  test('TD-19 is asked for without a word of who reads', async () => {
    const src = await sourceOf('http://anh.example/a.png?b=c');
    await load(src, {
      headers: {
        cookie: 'bocau_session=x',
        referer: 'https://mail.saomai.example/',
        'user-agent': 'Firefox',
      },
    });
    expect(asked[0]?.url).toBe('/a.png?b=c');
    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual([
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    expect(asked[0]?.headers['user-agent']).toBe('Mozilla/5.0');
  });

  test('TD-19 answers a HEAD without bytes', async () => {
    const { status, bytes } = await load(await sourceOf('http://anh.example/a.png'), { method: 'HEAD' });
    expect([status, bytes.length]).toEqual([200, 0]);
  });

  test.each([
    ['is no image', (_: IncomingMessage, response: ServerResponse) => response.end('<html><script>x()')],
    [
      'is an SVG',
      (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(200, { 'content-type': 'image/png' }).end(SVG),
    ],
    ['is empty', (_: IncomingMessage, response: ServerResponse) => response.end()],
    ['is not there', (_: IncomingMessage, response: ServerResponse) => response.writeHead(404).end(PNG)],
    ['failed', (_: IncomingMessage, response: ServerResponse) => response.writeHead(500).end(PNG)],
    ['is a part', (_: IncomingMessage, response: ServerResponse) => response.writeHead(206).end(PNG)],
    [
      'is packed',
      (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(PNG)),
    ],
    [
      'is too large',
      (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(200, { 'content-length': 10 * 1024 ** 2 + 1 }).write(PNG),
    ],
    [
      'leads inside',
      (_: IncomingMessage, response: ServerResponse) =>
        response.writeHead(302, { location: 'http://trong.example/' }).end(),
    ],
    ['breaks off', (_: IncomingMessage, response: ServerResponse) => response.destroy()],
  ])('TD-19 that %s is not there', async (_what, answers) => {
    answer = answers;
    const { status, bytes } = await load(await sourceOf('http://anh.example/a.png'));
    expect([status, JSON.parse(String(bytes)).error.code]).toEqual([404, 'not_found']);
  });

  test('TD-19 of an inside address is not asked for', async () => {
    for (const url of ['http://trong.example/a.png', 'http://127.0.0.1/a.png', 'http://169.254.169.254/']) {
      expect((await load(await sourceOf(url))).status).toBe(404);
    }
    expect(dialled).toEqual([]);
  });

  test('TD-19 that does not come in time is given up', async () => {
    answer = () => undefined;
    const loading = load(await sourceOf('http://anh.example/a.png'));
    while (asked.length === 0) await new Promise((resolve) => setImmediate(resolve));
    await server.clock.advance(10_000);
    expect((await loading).status).toBe(404);
  });

  test('TD-19 that turns out too large is broken off', async () => {
    answer = (_request, response) => {
      response.writeHead(200).write(PNG);
      for (let mb = 0; mb < 11; mb += 1) response.write(Buffer.alloc(1024 ** 2));
      response.end();
    };
    await expect(load(await sourceOf('http://anh.example/a.png'))).rejects.toThrow();
  });
});

describe('a signed address', () => {
  test('TD-19 is good for nothing else, and for a day', async () => {
    const src = (await sourceOf('http://anh.example/a.png')) as string;
    const inline = (await sourceOf('cid:logo@x.example')) as string;
    const [, signature = ''] = /images\/([^?]+)/.exec(src) ?? [];
    const [, fileSignature = ''] = /sig=(.+)/.exec(inline) ?? [];
    const [expires = '', mailbox = '', session = '', ofMessage = '', mac = ''] = signature.split('.');
    const later = (Number.parseInt(expires, 36) + 3600).toString(36);
    const url = encodeURIComponent('http://anh.example/a.png');
    const forged = [
      `/api/v2/images/${signature}?u=${encodeURIComponent('http://anh.example/b.png')}`,
      `/api/v2/images/${later}.${mailbox}.${session}.${ofMessage}.${mac}?u=${url}`,
      `/api/v2/images/${expires}.${mailbox}1.${session}.${ofMessage}.${mac}?u=${url}`,
      `/api/v2/images/${expires}.${mailbox}.${session}.${ofMessage.replace(/.$/, '0')}x.${mac}?u=${url}`,
      `/api/v2/images/${expires}.${mailbox}.${session}.${ofMessage}.${'A'.repeat(43)}?u=${url}`,
      `/api/v2/images/${fileSignature}?u=${url}`,
      `/api/v2/images/x?u=${url}`,
      inline.replace(/sig=.*/, `sig=${signature}`),
      inline.replace(/files\/[^/]+/, `files/${message}`),
    ];
    for (const address of forged) expect([address, (await load(address)).status]).toEqual([address, 404]);
    expect(dialled).toEqual([]);
    await server.clock.advance(DAY_MS - 1000);
    expect((await load(src)).status).toBe(200);
    await server.clock.advance(3600 * 1000 + 1000);
    expect((await load(src)).status).toBe(404);
    expect((await load(inline)).status).toBe(404);
  });
});

test('TD-19 AU-6 a signed address is good as long as the session and the account are', async () => {
  const other = await newPerson(server);
  const id = await fileMail(server.context, other.mailbox, {});
  const addressOf = async (client: ApiClient) => {
    const { data } = await client.signImages({
      params: { id },
      body: { urls: ['http://anh.example/a.png'] },
    });
    return data[0]?.src as string;
  };
  const second = await signedInClient(server.baseUrl, { email: other.email, password: lanAnh.password });
  const [src, ofSecond] = [await addressOf(other.client), await addressOf(second)];
  expect([(await load(src)).status, (await load(ofSecond)).status]).toEqual([200, 200]);
  await other.client.logout({});
  expect([(await load(src)).status, (await load(ofSecond)).status]).toEqual([404, 200]);
  await server.context.db
    .updateTable('mailboxes')
    .set({ active: false })
    .where('id', '=', other.mailbox)
    .execute();
  expect((await load(ofSecond)).status).toBe(404);
});

describe('an image that came with the message', () => {
  test.each(['cid:logo@x.example', 'cid:%E1%BA%A3nh%201'])(
    'TD-19 %s loads by its signed address alone',
    async (url) => {
      const { status, headers, bytes } = await load(await sourceOf(url));
      expect([status, headers.get('content-type'), bytes.equals(PNG)]).toEqual([200, 'image/png', true]);
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  test.each(['cid:hinh.svg', 'cid:gia.png'])('TD-19 %s is no picture of dots, and not shown', async (url) => {
    expect((await load(await sourceOf(url))).status).toBe(404);
  });

  test('TD-19 is gone with its message', async () => {
    const other = await fileMail(server.context, person.mailbox, {
      folder: 'Trash',
      attachments: [await file('tam', 'image/png', PNG)],
    });
    const src = await sourceOf('cid:tam', other);
    const { data } = await person.client.getMessage({ params: { id: other }, query: {} });
    const trash = (await person.client.listFolders({})).data.find((folder) => folder.name === 'Trash');
    await person.client.deleteThreads({ body: { ids: [data.thread_id], folder_id: trash?.id } });
    expect((await load(src)).status).toBe(404);
  });
});
