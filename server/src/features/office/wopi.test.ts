import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeDrive } from '../../drive/change-drive.ts';
import { endShare } from '../../drive/shares/change-share.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { endShareMeanwhile } from '../../test-kit/change-drive-meanwhile.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { PUBLIC_URL, startOfficeServer } from '../../test-kit/office-server.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createWopiClient, type Editor, lock } from '../../test-kit/wopi-client.ts';
import { FILE_INFO, PUBLISHED_CASES, type Step } from './published-cases.ts';
import { decodeUtf7, encodeUtf7 } from './utf7.ts';

type WopiClient = ReturnType<typeof createWopiClient>;

let office: Awaited<ReturnType<typeof startOfficeServer>>;
let server: TestServer;
let an: NewPerson;
let upload: WopiClient['upload'];
let open: WopiClient['open'];
let wopi: WopiClient['wopi'];
let versionsOf: WopiClient['versionsOf'];

beforeAll(async () => {
  office = await startOfficeServer();
  server = await startTestServer({ env: { OFFICE_URL: office.url, PUBLIC_URL } });
  an = await newPerson(server);
  ({ upload, open, wopi, versionsOf } = createWopiClient(server, office, an));
});
afterAll(async () => {
  await server.close();
  office.close();
});

const usedBytes = async () =>
  (
    await server.context.db
      .selectFrom('drive_state')
      .selectAll()
      .where('mailbox_id', '=', an.mailbox)
      .execute()
  )[0]?.used_bytes ?? 0;

describe('opening', () => {
  test('DV-13 a file opens in the editor of the configured server, by a token that is posted', async () => {
    expect((await an.client.getServerInfo({})).data.office_editor).toBe(true);
    const id = await upload('hợp đồng.docx');
    const { data } = await an.client.openInOffice({ params: { id }, body: { language: 'en' } });
    expect(data).toMatchObject({ state: 'ready', action: 'edit', name: 'hợp đồng.docx', locked_by: null });
    expect(data.url).toBe(
      `${office.url}/cool.html?WOPISrc=${encodeURIComponent(`${PUBLIC_URL}/wopi/files/${id}`)}&lang=en`,
    );
    expect(data.access_token_ttl).toBe(server.clock.now() + 10 * 3600_000);
    const kept = await server.context.db.selectFrom('drive_office_tokens').select('token_hash').execute();
    expect(kept.some(({ token_hash }) => token_hash.toString('base64url') === data.access_token)).toBe(false);
    const view = await an.client.openInOffice({ params: { id: await upload('a.pdf') }, body: {} });
    expect(view.data).toMatchObject({ state: 'ready', action: 'view' });
    const other = await an.client.openInOffice({ params: { id: await upload('a.bin') }, body: {} });
    expect(other.data).toMatchObject({ state: 'unsupported', url: null, access_token: null });
    const stranger = await newPerson(server);
    await expect(stranger.client.openInOffice({ params: { id }, body: {} })).rejects.toMatchObject({
      code: 'file_not_found',
    });
  });

  test('CheckFileInfo and GetFile answer what the token opens, and nothing else', async () => {
    const file = await open('nội dung');
    const info = await wopi(file, null);
    expect(info.status).toBe(200);
    expect(JSON.parse(info.text)).toMatchObject({
      BaseFileName: expect.stringMatching(/^báo giá \d+\.docx$/),
      Size: 10,
      UserCanWrite: true,
      SupportsLocks: true,
      SupportsUpdate: true,
      UserId: String(an.mailbox),
      UserFriendlyName: expect.stringContaining('Người thứ'),
    });
    const bytes = await wopi(file, 'GET_FILE');
    expect([bytes.status, bytes.text]).toEqual([200, 'nội dung']);
    expect(bytes.headers.get('x-wopi-itemversion')).toBe(JSON.parse(info.text).Version);
    expect((await wopi(file, 'GET_FILE', { 'x-wopi-maxexpectedsize': '3' })).status).toBe(412);
    expect((await wopi(file, 'GET_FILE', { 'x-wopi-maxexpectedsize': '100' })).status).toBe(200);
    const other = await open();
    expect((await wopi({ id: other.id, token: file.token }, null)).status).toBe(401);
    expect((await wopi({ id: file.id, token: 'x' }, null)).status).toBe(401);
    expect((await wopi({ id: file.id, token: '' }, null)).status).toBe(401);
    expect((await wopi({ id: file.id, token: an.client.token }, null)).status).toBe(401);
    // An editor's token gives access to nothing else.
    const own = await fetch(`${server.baseUrl}/storage/v1/files/${file.id}`, {
      headers: { 'x-session-token': file.token, authorization: `Bearer ${file.token}` },
    });
    expect(own.status).toBe(401);
  });

  test('tokens die with the session, with the person’s right to sign in, with the file, and with time', async () => {
    const binh = await newPerson(server);
    const id = await upload('b.docx', 'x', binh);
    const token = async () =>
      (await binh.client.openInOffice({ params: { id }, body: {} })).data.access_token as string;
    const first = { id, token: await token() };
    const active = (is: boolean) =>
      inTransaction(server.context.db, (tx) =>
        tx.updateTable('mailboxes').set({ active: is }).where('id', '=', binh.mailbox).execute(),
      );
    await active(false);
    expect((await wopi(first, null)).status).toBe(401);
    await active(true);
    expect((await wopi(first, null)).status).toBe(200);
    server.clock.pass(10 * 3600_000);
    expect((await wopi(first, null)).status).toBe(401);
    const second = { id, token: await token() };
    const trash = (trashed_at: number | null) =>
      inTransaction(server.context.db, (tx) =>
        tx
          .updateTable('drive_entries')
          .set({ trashed_at })
          .where('mailbox_id', '=', binh.mailbox)
          .where('id', '=', id)
          .execute(),
      );
    await trash(1);
    expect((await wopi(second, null)).status).toBe(404);
    await trash(null);
    expect((await wopi(second, null)).status).toBe(200);
    await binh.client.logout({});
    expect((await wopi(second, null)).status).toBe(401);
  });
});

describe('locks', () => {
  test('every transition: none, the same, another, expired, unlock and relock', async () => {
    const file = await open();
    const step = async (override: string, headers: Record<string, string> = {}) => {
      const { status, lock: standing } = await wopi(file, override, headers);
      return status === 409 || override === 'GET_LOCK' ? [status, standing] : status;
    };
    // There is no lock.
    expect(await step('GET_LOCK')).toEqual([200, '']);
    for (const override of ['UNLOCK', 'REFRESH_LOCK'])
      expect(await step(override, lock('A'))).toEqual([409, '']);
    expect(await step('LOCK', lock('B', 'A'))).toEqual([409, '']);
    // The same lock.
    expect(await step('LOCK', lock('A'))).toBe(200);
    expect(await step('LOCK', lock('A'))).toBe(200);
    expect(await step('REFRESH_LOCK', lock('A'))).toBe(200);
    expect(await step('GET_LOCK')).toEqual([200, 'A']);
    // A different lock.
    for (const override of ['LOCK', 'UNLOCK', 'REFRESH_LOCK'])
      expect(await step(override, lock('B'))).toEqual([409, 'A']);
    expect(await step('LOCK', lock('C', 'B'))).toEqual([409, 'A']);
    const refused = await wopi(file, 'LOCK', lock('B'));
    expect(refused.headers.get('x-wopi-lockfailurereason')).toMatch(/locked by another/);
    // Unlock and relock; afterwards the old lock is invalid.
    expect(await step('LOCK', lock('B', 'A'))).toBe(200);
    expect(await step('UNLOCK', lock('A'))).toEqual([409, 'B']);
    // A refresh extends it; it expires after 30 minutes without one.
    server.clock.pass(29 * 60_000);
    expect(await step('REFRESH_LOCK', lock('B'))).toBe(200);
    server.clock.pass(29 * 60_000);
    expect(await step('GET_LOCK')).toEqual([200, 'B']);
    server.clock.pass(60_000);
    expect(await step('GET_LOCK')).toEqual([200, '']);
    expect(await step('REFRESH_LOCK', lock('B'))).toEqual([409, '']);
    expect(await step('LOCK', lock('D'))).toBe(200);
    expect(await step('UNLOCK', lock('D'))).toBe(200);
    expect(await step('GET_LOCK')).toEqual([200, '']);
  });

  test('of two editors that lock at once, one is refused by the lock of the other', async () => {
    const file = await open();
    const answers = await Promise.all(['A', 'B'].map((value) => wopi(file, 'LOCK', lock(value))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = answers[0]?.status === 200 ? 'A' : 'B';
    expect(answers.find(({ status }) => status === 409)?.lock).toBe(winner);
  });

  test('who only reads neither locks nor writes', async () => {
    const id = await upload('chỉ đọc.docx');
    const { data } = await an.client.openInOffice({ params: { id }, body: { action: 'view' } });
    const file = { id, token: data.access_token as string };
    expect(JSON.parse((await wopi(file, null)).text)).toMatchObject({ UserCanWrite: false, ReadOnly: true });
    expect((await wopi(file, 'LOCK', lock('A'))).status).toBe(404);
    expect((await wopi(file, 'PUT', lock('A'), { body: 'x' })).status).toBe(404);
    expect(
      (await wopi(file, 'PUT_RELATIVE', { 'x-wopi-suggestedtarget': '.docx' }, { body: 'x' })).status,
    ).toBe(501);
  });
});

describe('saving', () => {
  test('PutFile makes a version; without the lock that stands it is refused, but kept', async () => {
    const file = await open();
    const refused = await wopi(file, 'PUT', {}, { body: 'không khóa' });
    expect([refused.status, refused.lock]).toEqual([409, '']);
    await wopi(file, 'LOCK', lock('A'));
    const saved = await wopi(file, 'PUT', lock('A'), { body: 'bản hai' });
    expect(saved.status).toBe(200);
    const info = JSON.parse((await wopi(file, null)).text);
    expect(saved.headers.get('x-wopi-itemversion')).toBe(info.Version);
    expect((await wopi(file, 'GET_FILE')).text).toBe('bản hai');
    server.clock.pass(1_000);
    const other = await wopi(file, 'PUT', lock('B'), { body: 'đến muộn' });
    expect([other.status, other.lock]).toEqual([409, 'A']);
    expect((await wopi(file, 'GET_FILE')).text).toBe('bản hai');
    const versions = await versionsOf(file.id);
    expect(versions.map(({ source }) => source)).toEqual(['upload', 'office', 'office']);
    expect(versions[1]?.author).toMatch(/Người thứ/);
  });

  test('an empty file is filled without a lock, another one is not emptied without', async () => {
    const file = await open('');
    expect((await wopi(file, 'PUT', {}, { body: 'đầu tiên' })).status).toBe(200);
    expect((await wopi(file, 'PUT', {}, { body: '' })).status).toBe(409);
  });

  test('automatic saves of one session replace each other for ten minutes, others stay', async () => {
    const file = await open('0');
    await wopi(file, 'LOCK', lock('S'));
    const before = await usedBytes();
    for (const body of ['1', '22', '333']) {
      server.clock.pass(60_000);
      expect((await wopi(file, 'PUT', lock('S'), { body })).status).toBe(200);
    }
    expect((await versionsOf(file.id)).map(({ size }) => size)).toEqual([1, 3]);
    expect(await usedBytes()).toBe(before + 3);
    server.clock.pass(9 * 60_000);
    await wopi(file, 'PUT', lock('S'), { body: '4444' });
    expect((await versionsOf(file.id)).map(({ size }) => size)).toEqual([1, 3, 4]);
    // An explicit save is not replaced.
    server.clock.pass(1_000);
    await wopi(file, 'PUT', { ...lock('S'), 'x-cool-wopi-isautosave': 'false' }, { body: '55555' });
    server.clock.pass(1_000);
    await wopi(file, 'PUT', lock('S'), { body: '666666' });
    expect((await versionsOf(file.id)).map(({ size }) => size)).toEqual([1, 3, 4, 5, 6]);
    expect(await usedBytes()).toBe(before + 3 + 4 + 5 + 6);
  });

  test('what is locked is not replaced; an upload that began before stays as a version, and Collabora is told', async () => {
    const file = await open('0', 'cùng sửa.docx');
    const replace = (text: string) => {
      const form = new FormData();
      form.set('on_conflict', 'replace');
      form.set('file', new File([text], 'cùng sửa.docx'));
      return an.client.uploadDriveFile({ form });
    };
    const tus = (method: string, path: string, headers: Record<string, string>, body?: string) =>
      fetch(new URL(path, `${server.baseUrl}/storage/v1/`), {
        method,
        headers: { [SESSION_HEADER]: an.client.token, 'tus-resumable': '1.0.0', ...headers },
        body: body ?? null,
      });
    const encoded = (text: string) => Buffer.from(text).toString('base64');
    const begun = {
      'upload-length': '2',
      'upload-metadata': `filename ${encoded('cùng sửa.docx')},on_conflict ${encoded('replace')}`,
    };
    const location = (await tus('POST', 'uploads', begun)).headers.get('location') as string;
    await wopi(file, 'LOCK', lock('S'));
    await wopi(file, 'PUT', lock('S'), { body: '1' });
    const { LastModifiedTime } = JSON.parse((await wopi(file, null)).text);
    server.clock.pass(60_000);
    await expect(replace('của người khác')).rejects.toMatchObject({ status: 409, code: 'file_locked' });
    expect((await tus('POST', 'uploads', begun)).status).toBe(409);
    // An upload that began before is not discarded.
    const bytes = { 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    expect((await tus('PATCH', location, bytes, '12')).status).toBe(204);
    const stamped = { ...lock('S'), 'x-cool-wopi-timestamp': LastModifiedTime };
    const told = await wopi(file, 'PUT', stamped, { body: '22' });
    expect([told.status, JSON.parse(told.text)]).toEqual([
      409,
      expect.objectContaining({ COOLStatusCode: 1010 }),
    ]);
    server.clock.pass(1_000);
    expect((await wopi(file, 'PUT', lock('S'), { body: '22' })).status).toBe(200);
    expect((await versionsOf(file.id)).map(({ source }) => source)).toEqual([
      'upload',
      'office',
      'upload',
      'office',
      'office',
    ]);
  });

  test('PutRelativeFile saves beside the file, by an exact or a suggested name', async () => {
    const file = await open('0', 'gốc.docx');
    const put = (headers: Record<string, string>) => wopi(file, 'PUT_RELATIVE', headers, { body: 'bản sao' });
    const suggested = await put({ 'x-wopi-suggestedtarget': '.odt' });
    expect(suggested.status).toBe(200);
    const { Name, Url } = JSON.parse(suggested.text);
    expect(Name).toBe('gốc.odt');
    const [, id = '', token = ''] = /files\/([^?]+)\?access_token=(.+)$/.exec(Url) ?? [];
    expect((await wopi({ id, token }, 'GET_FILE')).text).toBe('bản sao');
    expect(JSON.parse((await put({ 'x-wopi-suggestedtarget': encodeUtf7('gốc.odt') })).text).Name).toBe(
      'gốc (2).odt',
    );
    expect(JSON.parse((await put({ 'x-wopi-suggestedtarget': 'a/b?.odt' })).text).Name).toBe('a_b_.odt');
    const exact = { 'x-wopi-relativetarget': encodeUtf7('gốc.odt') };
    const taken = await put(exact);
    expect(taken.status).toBe(409);
    expect(decodeUtf7(taken.headers.get('x-wopi-validrelativetarget') ?? '')).toBe('gốc (3).odt');
    const overwrite = { ...exact, 'x-wopi-overwriterelativetarget': 'true' };
    await wopi({ id, token }, 'LOCK', lock('L'));
    const locked = await put(overwrite);
    expect([locked.status, locked.lock]).toEqual([409, 'L']);
    await wopi({ id, token }, 'UNLOCK', lock('L'));
    expect((await put(overwrite)).status).toBe(200);
    expect((await versionsOf(id)).length).toBe(2);
    expect((await put({ ...exact, 'x-wopi-suggestedtarget': '.odt' })).status).toBe(501);
    expect((await put({})).status).toBe(400);
    for (const bad of ['a/b.odt', '', encodeUtf7('..'), '+2AA-', encodeUtf7('ma.exe')]) {
      expect((await put({ 'x-wopi-relativetarget': bad })).status, bad).toBe(400);
    }
  });

  test('RenameFile keeps the extension, gives the next free name, and asks for the lock that stands', async () => {
    const [file] = [await open('x', 'tên cũ.docx'), await open('y', 'đã có.docx')];
    const rename = (name: string, headers = {}) =>
      wopi(file, 'RENAME_FILE', { 'x-wopi-requestedname': encodeUtf7(name), ...headers });
    expect(JSON.parse((await rename('tên mới')).text)).toEqual({ Name: 'tên mới' });
    expect(JSON.parse((await rename('đã có')).text)).toEqual({ Name: 'đã có (2)' });
    expect(JSON.parse((await wopi(file, null)).text)).toMatchObject({ BaseFileName: 'đã có (2).docx' });
    await wopi(file, 'LOCK', lock('A'));
    const refused = await rename('khác');
    expect([refused.status, refused.lock]).toEqual([409, 'A']);
    expect((await rename('khác', lock('A'))).status).toBe(200);
    const illegal = await rename('a/b', lock('A'));
    expect([illegal.status, illegal.headers.get('x-wopi-invalidfilenameerror')]).toEqual([
      400,
      expect.any(String),
    ]);
    expect((await wopi(file, 'RENAME_FILE', lock('A'))).status).toBe(400);
  });

  test('SH-2 SH-9 by a share with writing others edit the file, until it is revoked', async () => {
    const file = await open('của An', 'chia sẻ.docx');
    const binh = await newPerson(server);
    const body = { ids: [file.id], share_withs: [binh.email], permission: 'WRITE' as const };
    const [share] = (await an.client.createShares({ body })).data;
    const { data } = await binh.client.openInOffice({ params: { id: file.id }, body: {} });
    expect(data).toMatchObject({ state: 'ready', action: 'edit' });
    const shared = { id: file.id, token: data.access_token as string };
    expect(JSON.parse((await wopi(shared, null)).text)).toMatchObject({
      UserCanWrite: true,
      UserCanNotWriteRelative: true,
    });
    await wopi(shared, 'LOCK', lock('B'));
    expect((await wopi(shared, 'PUT', lock('B'), { body: 'của Bình' })).status).toBe(200);
    expect((await wopi(file, 'GET_FILE')).text).toBe('của Bình');
    const acts = () =>
      Promise.all([
        wopi(shared, 'PUT', lock('B'), { body: 'trong khi thu hồi' }),
        wopi(shared, 'RENAME_FILE', { ...lock('B'), 'x-wopi-requestedname': 'muon' }),
      ]);
    const drive = { context: server.context, mailboxId: an.mailbox };
    expect(await endShareMeanwhile(drive, share?.id as string, acts)).toMatchObject({
      value: [{ status: 404 }, { status: 404 }],
    });
    expect((await wopi(shared, 'PUT', lock('B'), { body: 'sau khi thu hồi' })).status).toBe(404);
    expect((await wopi(file, 'GET_FILE')).text).toBe('của Bình');
    expect(JSON.parse((await wopi(file, null)).text)).toMatchObject({ BaseFileName: 'chia sẻ.docx' });
  });

  test('a full drive answers 413, and keeps what was there', async () => {
    const file = await open();
    await wopi(file, 'LOCK', lock('A'));
    const quota = (drive_quota_mb: number) =>
      inTransaction(server.context.db, (tx) =>
        tx.updateTable('mailboxes').set({ drive_quota_mb }).where('id', '=', an.mailbox).execute(),
      );
    await quota(0);
    expect((await wopi(file, 'PUT', lock('A'), { body: 'quá nhiều' })).status).toBe(413);
    await quota(10_240);
    expect((await wopi(file, 'GET_FILE')).text).toBe('bản một');
  });
});

describe('the cases of the published validator', () => {
  test('CheckFileInfo says what its schema knows, by whole addresses, and another version after a save', async () => {
    const file = await open();
    const info = async () => JSON.parse((await wopi(file, null)).text);
    const before = await info();
    const types = Object.entries(before).map(([key, value]) => [key, typeof value]);
    expect(Object.fromEntries(types)).toEqual(FILE_INFO);
    for (const key of ['HostEditUrl', 'HostViewUrl', 'PostMessageOrigin'])
      expect(before[key]).toMatch(/^https:\/\/thu\.saomai\.example/);
    expect(before.LastModifiedTime).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const locked = await wopi(file, 'LOCK', lock('A'));
    expect(locked.headers.get('x-wopi-itemversion')).toBe(before.Version);
    await wopi(file, 'PUT', lock('A'), { body: 'hai' });
    const after = await info();
    expect(after.Version).not.toBe(before.Version);
    const unlocked = await wopi(file, 'UNLOCK', lock('A'));
    expect(unlocked.headers.get('x-wopi-itemversion')).toBe(after.Version);
  });

  test.each(PUBLISHED_CASES)('$name', async ({ name, steps, empty = false }) => {
    const folder = (await an.client.createDriveFolder({ body: { name: `Hồ sơ ${name}`.slice(0, 60) } })).data
      .id;
    const file = await open(empty ? '' : 'một', 'ho so.docx', folder);
    let made: Editor | null = null;
    let shown: string | null = null;
    for (const [at, step] of steps.entries()) {
      const { call, headers, body, foreign, status, lock: standing, version, text, json }: Step = step;
      const to = step.made && made ? made : file;
      const token = foreign ? 'INVALID' : to.token;
      const answer = await wopi({ ...to, token }, call, headers, body === undefined ? {} : { body });
      const about = `${at + 1}. ${call}`;
      if (status !== undefined) expect(answer.status, about).toBe(status);
      if (standing !== undefined) expect(answer.lock, about).toBe(standing);
      const itemVersion = answer.headers.get('x-wopi-itemversion');
      if (version === 'same') expect(itemVersion, about).toBe(shown);
      if (version === 'other') expect(itemVersion, about).not.toBe(shown);
      shown = itemVersion ?? shown;
      if (text !== undefined) expect(answer.text, about).toBe(text);
      if (json !== undefined) expect(JSON.parse(answer.text), about).toMatchObject(json);
      if (call !== 'PUT_RELATIVE' || answer.status !== 200) continue;
      const { Url, HostEditUrl, HostViewUrl } = JSON.parse(answer.text);
      for (const url of [HostEditUrl, HostViewUrl]) expect(URL.canParse(url), about).toBe(true);
      const [, id = '', access = ''] = /^https:.*\/files\/([^?]+)\?access_token=(.+)$/.exec(Url) ?? [];
      made = { id, token: access };
    }
  });

  test('a file that was deleted is not renamed', async () => {
    const file = await open();
    await an.client.trashDriveFiles({ body: { ids: [file.id] } });
    const headers = { 'x-wopi-requestedname': 'ten moi' };
    expect((await wopi(file, 'RENAME_FILE', headers)).status).toBe(404);
  });
});

test('bad input answers as the protocol has it, never as a fault', async () => {
  const file = await open();
  const long = { 'x-wopi-lock': 'x'.repeat(1025) };
  const cases: [string | null, Record<string, string>, number][] = [
    ['LOCK', {}, 400],
    ['LOCK', { 'x-wopi-lock': '' }, 400],
    ['LOCK', long, 400],
    ['LOCK', { 'x-wopi-lock': 'kh\u00f3a' }, 400],
    ['LOCK', { 'x-wopi-lock': 'A', 'x-wopi-oldlock': '' }, 400],
    ['UNLOCK', {}, 400],
    ['REFRESH_LOCK', {}, 400],
    ['PUT', long, 400],
    ['DELETE', {}, 501],
    ['COBALT', {}, 501],
    ['', {}, 501],
  ];
  for (const [override, headers, status] of cases) {
    expect((await wopi(file, override, headers, { body: 'x' })).status, `${override}`).toBe(status);
  }
  for (const id of ['x', '%00', '0190b6a0-0000-7000-8000-000000000000']) {
    expect((await wopi({ id, token: file.token }, null)).status, id).toBe(401);
  }
});

describe('every door of the drive', () => {
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const READING = ['page', 'list', 'file', 'head', 'range', 'version', 'zip', 'thumbnail', 'preview', 'pdf'];
  const READ = [...READING, 'editor', 'WOPI'];
  const WRITE = [...READ, 'form', 'tus'];

  test('SH-2 SH-9 DV-15 opens to whom it is shared with, while it is, and to nobody else', async () => {
    const [binh, chi] = [await newPerson(server), await newPerson(server)];
    const other = await newPerson(server, { domain: 'bienxanh.example' });
    const folder = (await an.client.createDriveFolder({ body: { name: 'Chung' } })).data.id;
    const formOf = (bytes: Buffer, name: string) => {
      const form = new FormData();
      form.set('parent_id', folder);
      form.set('file', new File([new Uint8Array(bytes)], name));
      return form;
    };
    const put = async (bytes: Buffer, name: string) =>
      (await an.client.uploadDriveFile({ form: formOf(bytes, name) })).data[0]?.id as string;
    const [document, image] = [await put(Buffer.from('PK'), 'hợp đồng.docx'), await put(PNG, 'ảnh.png')];
    const version = (await an.client.listVersions({ params: { id: document } })).data[0]?.id;
    const tokenOf = async ({ client }: NewPerson) =>
      (await client.openInOffice({ params: { id: document }, body: {} })).data.access_token as string;

    async function doors(person: NewPerson | null, token: string | null): Promise<string[]> {
      const session: Record<string, string> = person ? { [SESSION_HEADER]: person.client.token } : {};
      const ask = (path: string, { headers = {}, ...more }: RequestInit = {}) =>
        fetch(`${server.baseUrl}/storage/v1/${path}`, {
          ...more,
          headers: { ...session, ...(headers as Record<string, string>) },
        });
      const json = { 'content-type': 'application/json' };
      const begun = {
        'tus-resumable': '1.0.0',
        'upload-length': '1',
        'upload-metadata': `filename YQ==,parent_id ${Buffer.from(folder).toString('base64')}`,
      };
      const answers: Record<string, Promise<{ status: number }>> = {
        page: ask(`files/${document}`),
        list: ask(`files?folder_id=${folder}`),
        file: ask(`files/${document}/content`),
        head: ask(`files/${document}/content`, { method: 'HEAD' }),
        range: ask(`files/${document}/content`, { headers: { range: 'bytes=0-0' } }),
        version: ask(`files/${document}/versions/${version}/content`),
        zip: ask(`zip?ids=${folder}`),
        thumbnail: ask(`files/${image}/thumbnail`),
        preview: ask(`files/${document}/preview`, { method: 'POST', headers: json, body: '{}' }),
        pdf: ask(`files/${document}/preview.pdf`),
        editor: ask(`files/${document}/office`, { method: 'POST', headers: json, body: '{}' }),
        WOPI: token === null ? Promise.resolve({ status: 401 }) : wopi({ id: document, token }, null),
        form: ask('files/upload', { method: 'POST', body: formOf(Buffer.from('x'), 'thêm.txt') }),
        tus: ask('uploads', { method: 'POST', headers: begun }),
      };
      const open: string[] = [];
      for (const [door, answer] of Object.entries(answers)) {
        const { status } = await answer;
        // No preview program is installed here: 409.
        if (status < 300 || (door === 'pdf' && status === 409)) open.push(door);
        else expect([401, 403, 404], door).toContain(status);
      }
      return open;
    }

    const share = async (given: object = {}) => {
      const body = { ids: [folder], share_withs: [binh.email], permission: 'READ' as const, ...given };
      return (await an.client.createShares({ body })).data[0]?.id as string;
    };
    expect(await doors(an, await tokenOf(an))).toEqual(WRITE);
    await share({ pending: true });
    expect(await doors(binh, null)).toEqual([]);
    const params = { id: await share() };
    expect(await doors(binh, await tokenOf(binh))).toEqual(READ);
    await an.client.changeShare({ params, body: { permission: 'WRITE' } });
    const token = await tokenOf(binh);
    expect(await doors(binh, token)).toEqual(WRITE);
    for (const stranger of [chi, other, null]) expect(await doors(stranger, null)).toEqual([]);

    await an.client.revokeShare({ params });
    expect(await doors(binh, token)).toEqual([]);
    await an.client.restoreShare({ params });
    await an.client.changeShare({
      params,
      body: { expire_date: Math.floor(server.clock.now() / 1000) + 60 },
    });
    expect(await doors(binh, token)).toEqual(WRITE);
    server.clock.pass(61_000);
    expect(await doors(binh, token)).toEqual([]);
    await an.client.changeShare({ params, body: { expire_date: null } });
    expect(await doors(binh, token)).toEqual(WRITE);
    await changeDrive(server.context, an.mailbox, (change) => endShare(change, params, 'recall'));
    expect(await doors(binh, token)).toEqual([]);
  });
});
