import { randomBytes } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { SESSION_COOKIE } from '@bocau/contract/session.ts';
import type { NewShare, Share } from '@bocau/contract/shares.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { changeDrive } from '../../drive/change-drive.ts';
import { writeShare } from '../../drive/shares/change-share.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { endShareMeanwhile } from '../../test-kit/change-drive-meanwhile.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startSecondServer } from '../../test-kit/second-server.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { untilWaiting } from '../../test-kit/until-waiting.ts';

const PASSWORD = 'chim bồ câu bay';
const STRANGER = 'khach@minhphat.example';
const TEXT = 'Giá: 12 triệu';
const BIG = randomBytes(9 * 1024 * 1024);
/** Database round trips that a slow client takes for each chunk: enough for the notice of a change to arrive. */
const TRIPS_A_CHUNK = 4;

let server: TestServer;
let an: NewPerson;
let binh: NewPerson;
let chi: NewPerson;
let other: NewPerson;
/** The shared folder, with a folder and a file in it; the secret is next to it. */
let folder: string;
let below: string;
let file: string;
/** Shared separately: a zip of them takes time. */
let drawings: string;
let big: string;
let secret: string;

beforeAll(async () => {
  server = await startTestServer();
  [an, binh, chi] = [await newPerson(server), await newPerson(server), await newPerson(server)];
  other = await newPerson(server, { domain: 'bienxanh.example' });
  folder = await makeFolder('Dự án kín', null);
  below = await makeFolder('Hợp đồng mật', folder);
  drawings = await makeFolder('Bản vẽ', null);
  [file, big, secret] = [
    await upload('báo giá.txt', TEXT, below),
    await upload('bản vẽ.bin', BIG, drawings),
    await upload('lương.txt', 'riêng', null),
  ];
});
afterAll(() => server.close());
// The limit of ten minutes starts anew for every test.
beforeEach(() => server.clock.pass(601_000));

const now = () => Math.floor(server.clock.now() / 1000);

async function makeFolder(name: string, parent_id: string | null): Promise<string> {
  return (await an.client.createDriveFolder({ body: { name, parent_id } })).data.id;
}

async function upload(name: string, bytes: string | Buffer, folder_id: string | null): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([bytes as Buffer<ArrayBuffer>]), name);
  if (folder_id !== null) form.append('parent_id', folder_id);
  return (await an.client.uploadDriveFile({ form })).data[0]?.id as string;
}

async function share(given: Partial<NewShare> = {}): Promise<Share & { path: string }> {
  const body = { ids: [folder], share_withs: [STRANGER], password: PASSWORD, permission: 'READ' as const };
  const [made] = (await an.client.createShares({ body: { ...body, ...given } })).data;
  return { ...(made as Share), path: new URL(made?.link as string).pathname };
}

const insideShare = () => share({ share_withs: [binh.email], password: '' });

type Given = {
  cookie?: string;
  headers?: Record<string, string>;
  body?: string | FormData;
  method?: string;
  at?: string;
};

async function ask(
  path: string,
  { cookie = '', headers = {}, body, method = body ? 'POST' : 'GET', at = server.baseUrl }: Given = {},
) {
  const answer = await fetch(at + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie,
      'accept-language': 'en',
      ...(typeof body === 'string' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    ...(body ? { body } : {}),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, headers: answer.headers, bytes, text: bytes.toString() };
}

/** The cookie of a visit, or null when access is refused. */
async function open(path: string, password: string | null, cookie = ''): Promise<string | null> {
  const body = new URLSearchParams(password === null ? {} : { password }).toString();
  const { headers } = await ask(`${path}/open`, { cookie, body: body || 'x=1' });
  const set = headers.getSetCookie()[0];
  return set === undefined ? null : [cookie, set.split(';')[0]].filter(Boolean).join('; ');
}

const sessionOf = ({ client }: NewPerson) => `${SESSION_COOKIE}=${client.token}`;

/** Tries every way to the bytes, and returns those that succeed. */
async function reached(path: string, cookie = ''): Promise<string[]> {
  const ways: [string, string, Given][] = [
    ['page', path, {}],
    ['folder', `${path}/f/${below}`, {}],
    ['preview', `${path}/f/${file}`, {}],
    ['file', `${path}/d/${file}`, {}],
    ['head', `${path}/d/${file}`, { method: 'HEAD' }],
    ['range', `${path}/d/${file}`, { headers: { range: 'bytes=0-3' } }],
    ['inline', `${path}/d/${file}?inline=1`, {}],
    ['zip', `${path}/zip`, {}],
    ['zip of a folder', `${path}/zip/${below}`, {}],
  ];
  const open: string[] = [];
  for (const [way, address, given] of ways) {
    const { status, text, headers } = await ask(address, { ...given, cookie });
    const shown = /báo giá|Hợp đồng mật|Dự án kín|Giá:/.test(text) || headers.has('content-disposition');
    if (shown) open.push(way);
    else expect([200, 404]).toContain(status);
    // Nothing outside the share is ever shown.
    expect(text).not.toMatch(/lương|riêng/);
  }
  const form = new FormData();
  form.append('file', new Blob(['x']), 'thêm.txt');
  if ((await ask(`${path}/u/${below}`, { cookie, body: form })).status === 303) open.push('upload');
  expect((await ask(`${path}/d/${secret}`, { cookie })).text).not.toContain('riêng');
  return open;
}

const READABLE = ['page', 'folder', 'preview', 'file', 'head', 'range', 'inline', 'zip', 'zip of a folder'];

describe('the page of a share', () => {
  test('SH-9 opens by the password, and by no other', async () => {
    const { path } = await share();
    expect(await reached(path)).toEqual([]);
    expect(await open(path, 'sai mật khẩu')).toBeNull();
    const cookie = await open(path, PASSWORD);
    expect(await reached(path, cookie as string)).toEqual(READABLE);
    // It does not work at the endpoints for colleagues.
    for (const door of ['', '/content', '/thumbnail', '/preview.pdf', '/versions', '/office']) {
      const method = door === '/office' ? 'POST' : 'GET';
      const given = { cookie: cookie as string, method };
      const { status } = await ask(`/storage/v1/files/${file}${door}`, given);
      expect(status, door).toBe(401);
    }
    // It does not work for another share.
    expect(await reached((await share()).path, cookie as string)).toEqual([]);
  });

  test('SH-4 SH-9 without a password it opens for the people whom it names, by their sessions alone', async () => {
    const { path } = await insideShare();
    expect(await open(path, null)).toBeNull();
    expect(await reached(path)).toEqual([]);
    for (const person of [chi, other]) {
      expect(await open(path, null, sessionOf(person))).toBeNull();
      expect(await reached(path, sessionOf(person))).toEqual([]);
    }
    const visit = await open(path, null, sessionOf(binh));
    expect(await reached(path, visit as string)).toEqual(READABLE);
    const withoutSession = (visit as string).split('; ')[1] as string;
    expect(await reached(path, withoutSession)).toEqual([]);
    expect(await reached(path, `${sessionOf(chi)}; ${withoutSession}`)).toEqual([]);
    expect(await reached(path, sessionOf(an))).toEqual(READABLE);
  });

  test.each<[string, (made: Share) => Promise<unknown>]>([
    ['revoked', ({ id }) => an.client.revokeShare({ params: { id } })],
    [
      'expired',
      async ({ id }) => {
        await an.client.changeShare({ params: { id }, body: { expire_date: now() + 5 } });
        server.clock.pass(6_000);
      },
    ],
    [
      'given another password',
      ({ id }) => an.client.changeShare({ params: { id }, body: { password: 'mật khẩu khác' } }),
    ],
  ])('SH-9 shows nothing any more to who came in before once it is %s', async (_, end) => {
    const made = await share();
    const cookie = (await open(made.path, PASSWORD)) as string;
    expect(await reached(made.path, cookie)).toEqual(READABLE);
    await end(made);
    expect(await reached(made.path, cookie)).toEqual([]);
    expect(await open(made.path, PASSWORD)).toBeNull();
  });

  test('SH-9 a link for writing opens nothing, and takes nothing in, for whoever was not let in', async () => {
    const [{ path }, beside] = [await share({ permission: 'WRITE' }), await share({ permission: 'WRITE' })];
    expect(await reached(path)).toEqual([]);
    expect(await open(path, 'sai mật khẩu')).toBeNull();
    expect(await reached(path)).toEqual([]);
    for (const person of [chi, other]) expect(await reached(path, sessionOf(person))).toEqual([]);
    expect(await reached(path, (await open(beside.path, PASSWORD)) as string)).toEqual([]);
    expect(await reached(path, (await open(path, PASSWORD)) as string)).toEqual([...READABLE, 'upload']);
  });

  const changeShare = (id: string, to: Parameters<typeof writeShare>[2]) =>
    changeDrive(server.context, an.mailbox, (change) => writeShare(change, id, to));
  const trash = (id: string, trashed_at: number | null) =>
    inTransaction(server.context.db, (tx) =>
      tx.updateTable('drive_entries').set({ trashed_at }).where('id', '=', id).execute(),
    );
  const setOwner = (to: { active?: boolean; enable_drive?: boolean }) =>
    inTransaction(server.context.db, (tx) =>
      tx.updateTable('mailboxes').set(to).where('id', '=', an.mailbox).execute(),
    );

  type Ending = { end: (id: string) => Promise<unknown>; undo: (id: string) => Promise<unknown> };
  test.each<[string, Ending, string[]]>([
    [
      'waits again',
      {
        end: (id) => changeShare(id, { state: 'pending' }),
        undo: (id) => changeShare(id, { state: 'active' }),
      },
      [],
    ],
    [
      'is recalled',
      {
        end: (id) => changeShare(id, { state: 'revoked', revoked_by: 'recall', revoked_at: now() }),
        undo: (id) => changeShare(id, { state: 'active', revoked_by: null, revoked_at: null }),
      },
      [],
    ],
    [
      'is revoked',
      {
        end: (id) => an.client.revokeShare({ params: { id } }),
        undo: (id) => an.client.restoreShare({ params: { id } }),
      },
      [],
    ],
    ['is of a folder in the trash', { end: () => trash(folder, 1), undo: () => trash(folder, null) }, []],
    [
      'has its folder below in the trash',
      { end: () => trash(below, 1), undo: () => trash(below, null) },
      ['page', 'zip'],
    ],
    [
      'has its file in the trash',
      { end: () => trash(file, 1), undo: () => trash(file, null) },
      ['page', 'folder', 'zip', 'zip of a folder', 'upload'],
    ],
    [
      'is of somebody who is suspended',
      { end: () => setOwner({ active: false }), undo: () => setOwner({ active: true }) },
      [],
    ],
    [
      'is of somebody without a drive',
      { end: () => setOwner({ enable_drive: false }), undo: () => setOwner({ enable_drive: true }) },
      [],
    ],
  ])('SH-9 a visit reaches only what is still due when the share %s', async (_, { end, undo }, left) => {
    const { id, path } = await share({ permission: 'WRITE' });
    const cookie = (await open(path, PASSWORD)) as string;
    expect(await reached(path, cookie)).toEqual([...READABLE, 'upload']);
    await end(id);
    try {
      expect(await reached(path, cookie)).toEqual(left);
      expect(await reached(path)).toEqual([]);
    } finally {
      await undo(id);
    }
    expect(await reached(path, cookie)).toEqual([...READABLE, 'upload']);
  });

  test('SH-9 looks the same for a link that never was, is waiting, has expired or was revoked', async () => {
    const [ended, revoked] = [await share({ expire_date: now() + 5 }), await share()];
    await an.client.revokeShare({ params: { id: revoked.id } });
    const waiting = await share({ pending: true });
    server.clock.pass(6_000);
    const unknown = '/s/AAAAAAAAAAAAAAAAAAAAAAAA';
    const seen = async (path: string) => {
      const page = await ask(path);
      const tried = await ask(`${path}/open`, { body: `password=${encodeURIComponent(PASSWORD)}` });
      const bytes = await ask(`${path}/d/${file}`);
      const plain = (text: string) => text.replaceAll(path, '/s/TOKEN').replaceAll(file, 'FILE');
      return [page, tried, bytes].map(({ status, text }) => [status, plain(text)]);
    };
    const expected = await seen(unknown);
    expect(expected.map(([status]) => status)).toEqual([404, 404, 404]);
    for (const { path } of [ended, revoked, waiting]) expect(await seen(path)).toEqual(expected);
  });

  test('SH-9 changes nothing by GET, names nothing before the password, and is kept and found nowhere', async () => {
    const { id, path } = await share();
    const page = await ask(path);
    expect(page.status).toBe(200);
    expect(page.headers.getSetCookie()).toEqual([]);
    expect(page.text).not.toMatch(new RegExp(`Dự án|Hợp đồng|báo giá|${an.email}|Người thứ`));
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-robots-tag': expect.stringContaining('noindex'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(page.headers.get('content-security-policy')).not.toContain('unsafe');
    expect(page.bytes.length).toBeLessThan(30 * 1024);
    const opens = async () => (await an.client.getShare({ params: { id } })).data.opens;
    expect(await opens()).toBe(0);
    await open(path, PASSWORD);
    expect(await opens()).toBe(1);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://xau.example' },
      { origin: 'null' },
    ];
    const answerFrom = async (headers: Record<string, string>) =>
      (await ask(`${path}/open`, { body: `password=${encodeURIComponent(PASSWORD)}`, headers })).status;
    for (const headers of foreign) expect(await answerFrom(headers)).toBe(403);
    expect(await answerFrom({ origin: server.baseUrl })).toBe(303);
  });

  test('SH-9 judges ten wrong passwords in ten minutes, however many come at once to two processes', async ({
    onTestFinished,
  }) => {
    const second = await startSecondServer(server);
    onTestFinished(() => second.close());
    const { path } = await share();
    const tries = await Promise.all(
      Array.from({ length: 16 }, (_, number) =>
        ask(`${path}/open`, {
          body: 'password=sai+m%E1%BA%ADt+kh%E1%BA%A9u',
          at: [server, second][number % 2]?.baseUrl as string,
        }),
      ),
    );
    const statuses = tries.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(6);
    expect(await open(path, PASSWORD)).toBeNull();
    server.clock.pass(600_000);
    expect(await open(path, PASSWORD)).not.toBeNull();
  });

  test('SH-9 counts anew from another password on, and only then', async () => {
    const { id, path } = await share();
    const wrong = async () =>
      (await ask(`${path}/open`, { body: 'password=sai+m%E1%BA%ADt+kh%E1%BA%A9u' })).status;
    for (let tries = 0; tries < 10; tries += 1) expect(await wrong()).toBe(403);
    expect(await wrong()).toBe(429);
    await an.client.changeShare({ params: { id }, body: { permission: 'WRITE' } });
    expect(await wrong()).toBe(429);
    const next = 'thuyền buồm xanh 84';
    await an.client.changeShare({ params: { id }, body: { password: next } });
    expect(await open(path, next)).not.toBeNull();
    for (let tries = 0; tries < 10; tries += 1) expect(await wrong()).toBe(403);
    expect(await open(path, next)).toBeNull();
  });

  test('is in Vietnamese or English as the browser asks, unless one was chosen', async () => {
    const { path } = await share();
    const language = async (address: string, accepted: string) =>
      /<html lang="(\w+)"/.exec((await ask(address, { headers: { 'accept-language': accepted } })).text)?.[1];
    expect(await language(path, 'fr, en;q=0.8, vi;q=0.5')).toBe('en');
    expect(await language(path, 'vi-VN, en;q=0.8')).toBe('vi');
    expect(await language(path, 'fr')).toBe('vi');
    expect(await language(`${path}?lang=en`, 'vi')).toBe('en');
  });
});

describe('what comes from a share', () => {
  test('SH-9 is whole, in ranges, never run by a browser, and a zip of a folder with its folders', async () => {
    const { path } = await share({ ids: [folder, drawings] });
    const cookie = (await open(path, PASSWORD)) as string;
    const whole = await ask(`${path}/d/${big}`, { cookie });
    expect(whole.bytes.equals(BIG)).toBe(true);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': expect.stringMatching(/^attachment;/),
      'cache-control': 'no-store',
    });
    const middle = BIG.subarray(8 * 1024 * 1024 - 2, 8 * 1024 * 1024 + 2);
    const range = { range: `bytes=${8 * 1024 * 1024 - 2}-${8 * 1024 * 1024 + 1}` };
    const part = await ask(`${path}/d/${big}`, { cookie, headers: range });
    expect([part.status, part.bytes.equals(middle)]).toEqual([206, true]);
    const zip = await ask(`${path}/zip`, { cookie });
    expect(zip.headers.get('content-type')).toBe('application/zip');
    for (const name of ['Dự án kín/Hợp đồng mật/báo giá.txt', TEXT])
      expect(zip.bytes.includes(name)).toBe(true);
    expect(zip.bytes.includes('lương')).toBe(false);
    const setVirus = (has_virus: boolean) =>
      server.context.db
        .updateTable('drive_versions')
        .set({ has_virus })
        .where('entry_id', '=', file)
        .execute();
    await setVirus(true);
    expect((await ask(`${path}/zip`, { cookie })).bytes.includes('báo giá.txt')).toBe(false);
    expect((await ask(`${path}/zip/${file}`, { cookie })).bytes.includes('báo giá.txt')).toBe(false);
    await setVirus(false);
  });

  test('SH-2 SH-9 only WRITE takes files in, numbers those whose name is taken, and says who brought them', async () => {
    const reading = await share();
    const readOnly = (await open(reading.path, PASSWORD)) as string;
    const target = await makeFolder('Nhận tệp', folder);
    const send = (path: string, cookie: string, name = 'bản vẽ.txt') => {
      const form = new FormData();
      form.append('file', new Blob(['từ khách']), name);
      return ask(`${path}/u/${target}`, { cookie, body: form });
    };
    expect((await send(reading.path, readOnly)).status).toBe(404);
    const { id, path } = await share({ permission: 'WRITE' });
    const cookie = (await open(path, PASSWORD)) as string;
    expect((await send(path, cookie)).status).toBe(303);
    expect((await send(path, cookie)).status).toBe(303);
    expect((await send(path, cookie, 'virus.exe')).status).toBe(400);
    const { data } = await an.client.listDriveFiles({ query: { folder_id: target } });
    expect(data.map(({ name }) => name)).toEqual(['bản vẽ (2).txt', 'bản vẽ.txt']);
    const versions = await server.context.db
      .selectFrom('drive_versions')
      .select(['source', 'author_mailbox_id', 'author'])
      .where('mailbox_id', '=', an.mailbox)
      .where('entry_id', '=', data[0]?.id as string)
      .execute();
    expect(versions).toEqual([{ source: 'share', author_mailbox_id: null, author: 'Guest by link' }]);
    const drive = { context: server.context, mailboxId: an.mailbox };
    const late = await endShareMeanwhile(drive, id, () => send(path, cookie, 'muộn.txt'));
    expect(late).toMatchObject({ status: 'fulfilled', value: { status: 404 } });
    const { data: after } = await an.client.listDriveFiles({ query: { folder_id: target } });
    expect(after).toHaveLength(2);
  });

  test('SH-9 says why a file was not taken in, to the script of the page too', async () => {
    const { path } = await share({ permission: 'WRITE' });
    const cookie = (await open(path, PASSWORD)) as string;
    const target = await makeFolder('Nhận', folder);
    const send = (name: string, headers = {}) => {
      const form = new FormData();
      form.append('file', new Blob(['từ khách']), name);
      return ask(`${path}/u/${target}`, { cookie, body: form, headers });
    };
    const byScript = { accept: 'application/json' };
    expect(await send('a.exe')).toMatchObject({ status: 400, text: expect.stringContaining('of this type') });
    expect(JSON.parse((await send('a.exe', byScript)).text).reason).toContain('of this type');
    const setQuota = (drive_quota_mb: number) =>
      server.context.db
        .updateTable('mailboxes')
        .set({ drive_quota_mb })
        .where('id', '=', an.mailbox)
        .execute();
    await setQuota(0);
    expect(JSON.parse((await send('a.txt', byScript)).text).reason).toContain('is full');
    await setQuota(1024);
    expect((await send('a.txt', byScript)).status).toBe(200);
  });

  type Begun = { id: string; path: string; headers: Record<string, string> };
  const asStranger = async (): Promise<Begun> => {
    const { id, path } = await share({ ids: [drawings] });
    return { id, path: `${path}/d/${big}`, headers: { cookie: (await open(path, PASSWORD)) as string } };
  };
  const asColleague = async (what: string = 'content'): Promise<Begun> => {
    const { id } = await share({ ids: [drawings], share_withs: [binh.email], password: '' });
    return { id, path: `/storage/v1/files/${big}/${what}`, headers: { cookie: sessionOf(binh) } };
  };
  /** A preview as long as the file. */
  const asColleagueWithPreview = async (): Promise<Begun> => {
    const { db, blobs } = server.context;
    const { key } = await blobs.put(Readable.from([BIG]));
    await sql`
      insert into office_previews (source, state, pdf, at)
      select content_hash, 'ready', decode(${key}, 'hex'), 0 from drive_versions where entry_id = ${big}
      on conflict do nothing`.execute(db);
    return asColleague('preview.pdf');
  };

  test.each<[string, () => Promise<Begun>]>([
    ['a stranger', asStranger],
    ['a colleague', asColleague],
  ])('SH-9 breaks off for %s when the share ended right after the request was judged', async (_, begin) => {
    const { id, path, headers } = await begin();
    const { db, listener } = server.context;
    const brokenOff = untilServerCloses(path);
    let reading: Promise<number> = Promise.resolve(0);
    await inTransaction(db, async (tx) => {
      await sql`lock table drive_chunks in access exclusive mode`.execute(tx);
      reading = readOnce(brokenOff, path, headers);
      await untilWaiting(db, 1);
      const heard = Promise.withResolvers<string>();
      await listener.listen('drives_changed', heard.resolve);
      await an.client.revokeShare({ params: { id } });
      await heard.promise;
    });
    expect(await reading).toBeLessThan(BIG.length);
  });

  /** Resolves when the server closes the connection that requests a path. */
  function untilServerCloses(path: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const note = (begun: unknown) => {
      const { request, socket } = begun as { request: { url?: string }; socket: Socket };
      if (request.url === path) socket.once('close', () => resolve());
    };
    subscribe('http.server.request.start', note);
    onTestFinished(() => void unsubscribe('http.server.request.start', note));
    return promise;
  }

  /** The number of bytes received by who reads no further until then: the socket buffers hold far less than the file. */
  async function readOnce(until: Promise<void>, path: string, headers: Record<string, string>) {
    const answer = await fetch(server.baseUrl + path, { headers });
    await until;
    return takeSlowly(answer.body ?? []);
  }

  /** The number of bytes received by a slow client, who reads a chunk after a few database round trips. */
  async function takeSlowly(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
    let size = 0;
    try {
      for await (const part of parts) {
        size += part.length;
        for (let trip = 0; trip < TRIPS_A_CHUNK; trip += 1) await sql`select 1`.execute(server.context.db);
      }
    } catch {
      // It was aborted.
    }
    return size;
  }

  test.each<[string, () => Promise<Begun>]>([
    ['a stranger', asStranger],
    ['a colleague', asColleague],
    ['a colleague who looks at its preview', asColleagueWithPreview],
  ])('SH-9 breaks off for %s when the share is revoked while it is sent', async (_, begin) => {
    const { id, path, headers } = await begin();
    const { port } = new URL(server.baseUrl);
    const brokenOff = untilServerCloses(path);
    // Not read further until the server has closed it: the socket buffers hold far less than the file.
    const whole = await new Promise<boolean>((resolve, reject) => {
      const going = httpRequest({ port, path, headers }, (answer) => {
        expect(answer.statusCode).toBe(200);
        answer.once('readable', () => {
          const revoked = an.client.revokeShare({ params: { id } });
          revoked.then(() => brokenOff).then(() => answer.resume(), reject);
        });
        answer.once('close', () => resolve(answer.complete));
        answer.once('error', () => {});
      });
      going.once('error', reject);
      going.end();
    });
    expect(whole).toBe(false);
  });
});
