import { createHash, randomBytes } from 'node:crypto';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { changeDrive, type DriveChange } from '../../drive/change-drive.ts';
import { type EntryRow, readEntry } from '../../drive/entries/entries.store.ts';
import { recountDrive } from '../../drive/recount/recount-drive.ts';
import { saveVersion } from '../../drive/saves/save-version.ts';
import { writeShare } from '../../drive/shares/change-share.ts';
import { versionOf } from '../../drive/versions/add-version.ts';
import { newId } from '../../platform/ids.ts';
import { changeDriveMeanwhile } from '../../test-kit/change-drive-meanwhile.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { PUBLIC_URL, startOfficeServer } from '../../test-kit/office-server.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createWopiClient, type Editor, lock } from '../../test-kit/wopi-client.ts';
import { encodeUtf7 } from './utf7.ts';

const BIG = randomBytes(9 * 1024 * 1024);

let office: Awaited<ReturnType<typeof startOfficeServer>>;
let server: TestServer;
let an: NewPerson;
let client: ReturnType<typeof createWopiClient>;

beforeAll(async () => {
  office = await startOfficeServer();
  server = await startTestServer({ env: { OFFICE_URL: office.url, PUBLIC_URL } });
  an = await newPerson(server);
  client = createWopiClient(server, office, an);
});
afterAll(async () => {
  expect(await recountDrive(server.context.db, an.mailbox)).toEqual([]);
  await server.close();
  office.close();
});

const put = (file: Editor, headers: Record<string, string>, body: string) =>
  client.wopi(file, 'PUT', headers, { body });
const stampOf = async (file: Editor) =>
  JSON.parse((await client.wopi(file, null)).text).LastModifiedTime as string;

async function textsOf({ id }: Editor): Promise<string[]> {
  const texts: string[] = [];
  for (const version of await client.versionsOf(id)) {
    const answer = await fetch(`${server.baseUrl}/storage/v1/files/${id}/versions/${version.id}/content`, {
      headers: { [SESSION_HEADER]: an.client.token },
    });
    texts.push(await answer.text());
  }
  return texts;
}

async function isOrphaned(text: string): Promise<boolean> {
  const orphans = await server.context.db.selectFrom('orphaned_blobs').select('blob').execute();
  const key = createHash('sha256').update(text).digest('hex');
  return orphans.some(({ blob }) => blob.toString('hex') === key);
}

describe('a save by the time that the editor has seen', () => {
  test('is kept as a version where the file has been changed by others since', async () => {
    const file = await client.open('một', 'cùng sửa.docx');
    await client.wopi(file, 'LOCK', lock('S'));
    const seen = await stampOf(file);
    // Like an upload that began before the file was locked.
    await client.wopi(file, 'UNLOCK', lock('S'));
    const form = new FormData();
    form.set('on_conflict', 'replace');
    form.set('file', new File(['của người khác'], 'cùng sửa.docx'));
    await an.client.uploadDriveFile({ form });
    await client.wopi(file, 'LOCK', lock('S'));
    server.clock.pass(1_000);
    const last = { ...lock('S'), 'x-cool-wopi-timestamp': seen, 'x-cool-wopi-isexitsave': 'true' };
    const told = await put(file, last, 'bản cuối khi đóng');
    expect([told.status, JSON.parse(told.text).COOLStatusCode]).toEqual([409, 1010]);
    expect(await textsOf(file)).toEqual(['một', 'của người khác', 'bản cuối khi đóng']);
    expect((await client.wopi(file, 'GET_FILE')).text).toBe('của người khác');
  });

  test.each([
    ['by itself', 'true', ['một', 'hai']],
    ['because it was asked to', 'false', ['một', 'hai', 'hai']],
  ])(
    'is no change by others where its answer was lost: saved %s, it is sent again',
    async (_, auto, kept) => {
      const file = await client.open('một');
      await client.wopi(file, 'LOCK', lock('S'));
      const stamp = { ...lock('S'), 'x-cool-wopi-timestamp': await stampOf(file) };
      for (const _again of [1, 2]) {
        server.clock.pass(1_000);
        expect((await put(file, { ...stamp, 'x-cool-wopi-isautosave': auto }, 'hai')).status).toBe(200);
      }
      expect(await textsOf(file)).toEqual(kept);
    },
  );
});

test('the bytes of a save that is neither taken nor kept are handed to the collection', async () => {
  const file = await client.open('một');
  expect((await put(file, {}, 'không có khóa')).status).toBe(409);
  expect(await textsOf(file)).toEqual(['một']);
  expect(await isOrphaned('không có khóa')).toBe(true);
  await client.wopi(file, 'LOCK', lock('S'));
  expect((await put(file, lock('S'), 'có khóa')).status).toBe(200);
  expect(await isOrphaned('có khóa')).toBe(false);
});

test('PutRelativeFile makes a suggested name one that may be: it is shortened before its ending', async () => {
  const long = 'n'.repeat(251);
  const file = await client.open('một', `${long}.odt`);
  const copy = async (suggested: string) => {
    const headers = { 'x-wopi-suggestedtarget': encodeUtf7(suggested) };
    const { status, text } = await client.wopi(file, 'PUT_RELATIVE', headers, { body: 'sao' });
    return status === 200 ? JSON.parse(text).Name : status;
  };
  expect(await copy('.docx')).toBe(`${long.slice(0, 250)}.docx`);
  expect(await copy('.docx')).toBe(`${long.slice(0, 246)} (2).docx`);
  expect(await copy(`${'ă'.repeat(200)}.docx`)).toBe(`${'ă'.repeat(125)}.docx`);
  expect(await copy('bản\u202excod.docx')).toBe('bản_xcod.docx');
  expect(await copy('..')).toBe(`${long}..`);
});

test('a lock answers the version of the moment when it is set', async () => {
  const file = await client.open('một');
  await client.wopi(file, 'LOCK', lock('A'));
  const drive = { context: server.context, mailboxId: an.mailbox };
  const id = newId(server.clock);
  const save = async (change: DriveChange): Promise<void> => {
    const entry = await readEntry(change.tx, an.mailbox, file.id);
    const author = { mailboxId: an.mailbox, name: '' };
    const scan = { has_virus: false, scan_message: null };
    const version = versionOf([], { id, contentType: 'text/plain', author, source: 'office', scan });
    await saveVersion(change, entry as EntryRow, { version, lock: 'A', wasAskedFor: true });
  };
  const refresh = () => client.wopi(file, 'REFRESH_LOCK', lock('A'));
  const refreshed = await changeDriveMeanwhile(drive, refresh, { after: save });
  const answer = refreshed?.status === 'fulfilled' ? refreshed.value : null;
  expect(answer?.headers.get('x-wopi-itemversion')).toBe(id);
});

describe('SH-2 SH-9 by a share', () => {
  async function shared(file: string, rights: [ids: string[], permission: 'READ' | 'WRITE'][]) {
    const binh = await newPerson(server);
    const shares: string[] = [];
    for (const [ids, permission] of rights) {
      const body = { ids, share_withs: [binh.email], permission };
      shares.push((await an.client.createShares({ body })).data[0]?.id as string);
    }
    const { data } = await binh.client.openInOffice({ params: { id: file }, body: {} });
    return { editor: { id: file, token: data.access_token as string }, shares };
  }
  const makeFolder = async (name: string) => (await an.client.createDriveFolder({ body: { name } })).data.id;

  test('writing beside a file is offered to whom the folder is shared with for writing, and to nobody else', async () => {
    const folder = await makeFolder('Chung');
    const file = (await client.open('một', 'a.docx', folder)).id;
    const cases: [[string[], 'READ' | 'WRITE'][], number][] = [
      [[[[file], 'WRITE']], 501],
      [
        [
          [[file], 'WRITE'],
          [[folder], 'READ'],
        ],
        501,
      ],
      [
        [
          [[file], 'READ'],
          [[folder], 'WRITE'],
        ],
        200,
      ],
    ];
    for (const [rights, status] of cases) {
      const { editor } = await shared(file, rights);
      const { UserCanWrite, UserCanNotWriteRelative } = JSON.parse((await client.wopi(editor, null)).text);
      expect([UserCanWrite, UserCanNotWriteRelative]).toEqual([true, status !== 200]);
      const headers = { 'x-wopi-suggestedtarget': '.odt' };
      expect((await client.wopi(editor, 'PUT_RELATIVE', headers, { body: 'x' })).status).toBe(status);
    }
  });

  test('nothing is locked, saved, renamed or copied while it waits, after it ended, or when it is for reading', async () => {
    const folder = await makeFolder('Có hạn');
    const file = (await client.open('một', 'a.docx', folder)).id;
    const { editor, shares } = await shared(file, [[[folder], 'WRITE']]);
    const params = { id: shares[0] as string };
    const acts = async () => {
      const calls: [string | null, Record<string, string>][] = [
        [null, {}],
        ['GET_FILE', {}],
        ['GET_LOCK', {}],
        ['LOCK', lock('B')],
        ['PUT', lock('B')],
        ['RENAME_FILE', { ...lock('B'), 'x-wopi-requestedname': 'b' }],
        ['PUT_RELATIVE', { 'x-wopi-suggestedtarget': '.odt' }],
        ['UNLOCK', lock('B')],
      ];
      const statuses: number[] = [];
      for (const [call, headers] of calls) {
        const body = call === 'PUT' || call === 'PUT_RELATIVE' ? { body: 'hai' } : {};
        statuses.push((await client.wopi(editor, call, headers, body)).status);
      }
      return statuses;
    };
    const open = Array(8).fill(200);
    const closed = Array(8).fill(404);
    expect(await acts()).toEqual(open);
    await an.client.revokeShare({ params });
    expect(await acts()).toEqual(closed);
    await an.client.restoreShare({ params });
    expect(await acts()).toEqual(open);
    const state = (to: { state: 'pending' | 'active' }) =>
      changeDrive(server.context, an.mailbox, (change) => writeShare(change, params.id, to));
    await state({ state: 'pending' });
    expect(await acts()).toEqual(closed);
    await state({ state: 'active' });
    // A token is for one right: after the share is reduced to less, it is invalid.
    await an.client.changeShare({ params, body: { permission: 'READ' } });
    const { status } = await client.wopi(editor, 'PUT', lock('B'), { body: 'ba' });
    expect([status, (await acts()).every((one) => one !== 200)]).toEqual([404, true]);
    const soon = Math.floor(server.clock.now() / 1000) + 60;
    await an.client.changeShare({ params, body: { permission: 'WRITE', expire_date: soon } });
    expect(await acts()).toEqual(open);
    server.clock.pass(61_000);
    expect(await acts()).toEqual(closed);
  });

  test('GetFile breaks off when the share is revoked while the file is sent', async () => {
    const file = await client.open(BIG, 'bản vẽ.docx');
    const { editor, shares } = await shared(file.id, [[[file.id], 'READ']]);
    const path = `/wopi/files/${editor.id}/contents?access_token=${editor.token}`;
    const answer = await fetch(server.baseUrl + path, {
      headers: office.proofOf(path, editor.token, server.clock),
    });
    const { db, listener } = server.context;
    const heard = Promise.withResolvers<string>();
    await listener.listen('drives_changed', heard.resolve);
    await an.client.revokeShare({ params: { id: shares[0] as string } });
    await heard.promise;
    let size = 0;
    try {
      for await (const part of answer.body ?? []) {
        size += part.length;
        await sql`select 1`.execute(db);
      }
    } catch {
      // The response was aborted.
    }
    expect([answer.status, size < BIG.length]).toEqual([200, true]);
  });
});

test('a file of several chunks is saved and read whole', async () => {
  const file = await client.open('một');
  await client.wopi(file, 'LOCK', lock('A'));
  expect((await client.wopi(file, 'PUT', lock('A'), { body: BIG })).status).toBe(200);
  expect((await client.wopi(file, 'GET_FILE')).bytes.equals(BIG)).toBe(true);
});

test('after its lock has expired an editor is told so, and what it saves is kept', async () => {
  const file = await client.open('một');
  const expire = async () => {
    await client.wopi(file, 'LOCK', lock('A'));
    server.clock.pass(30 * 60_000);
  };
  for (const [override, headers] of [
    ['UNLOCK', lock('A')],
    ['LOCK', lock('B', 'A')],
  ] as const) {
    await expire();
    const refused = await client.wopi(file, override, headers);
    expect([refused.status, refused.lock], override).toEqual([409, '']);
  }
  await expire();
  const late = await put(file, lock('A'), 'đến muộn');
  expect([late.status, late.lock]).toEqual([409, '']);
  expect(await textsOf(file)).toEqual(['một', 'đến muộn']);
  const renamed = await client.wopi(file, 'RENAME_FILE', { ...lock('A'), 'x-wopi-requestedname': 'khac' });
  expect(renamed.status).toBe(200);
});
