import type { DriveFile } from '@bocau/contract/drive.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeDrive, TOP } from '../../drive/change-drive.ts';
import { readDriveNumbers } from '../../drive/drive.store.ts';
import { createEntry } from '../../drive/entries/create-entry.ts';
import { recountDrive } from '../../drive/recount/recount-drive.ts';
import { DRIVE } from '../../kernel/drive.ts';
import { pruneThingsJournal } from '../../kernel/things-changed.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { connectSocket } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { emptyOldDriveTrash, removeSpareVersions } from './clean-drives.ts';
import { readFileVersions } from './versions.store.ts';

let server: TestServer;
let person: NewPerson;
let client: NewPerson['client'];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
  client = person.client;
  return async () => expect(await recountDrive(server.context.db, person.mailbox)).toEqual([]);
});

const refused = (status: number, code: string) => expect.objectContaining({ status, code });
const DAY = 24 * 3_600_000;

async function folder(name: string, parent_id: string | null = null): Promise<string> {
  return (await client.createDriveFolder({ body: { name, parent_id } })).data.id;
}

async function upload(name: string, path = '/', text = name, on_conflict = 'fail'): Promise<DriveFile> {
  const form = new FormData();
  form.set('path', path);
  form.set('on_conflict', on_conflict);
  form.set('file', new Blob([text], { type: 'text/plain' }), name);
  return (await client.uploadDriveFile({ form })).data[0] as DriveFile;
}

async function names(query: { path?: string; folder_id?: string } = {}): Promise<string[]> {
  return (await client.listDriveFiles({ query })).data.map(({ name }) => name);
}

async function read(file: DriveFile): Promise<string> {
  const headers = { [SESSION_HEADER]: client.token };
  return (await fetch(`${server.baseUrl}${file.href}`, { headers })).text();
}

/** Folders of one name nested in each other. */
async function nested(name: string, depth: number): Promise<string[]> {
  const ids = Array.from({ length: depth }, () => newId(server.context.clock));
  await changeDrive(server.context, person.mailbox, async (change) => {
    for (const [index, id] of ids.entries()) {
      const parentId = ids[index - 1] ?? TOP;
      await createEntry(change, { id, parentId, name, file: null, onConflict: 'fail' });
    }
  });
  return ids;
}

const usedBytes = async () => (await client.getDriveUsage({})).data.used_bytes;

describe('renaming and moving', () => {
  test('AP-74 a file gets another name, which no other of its folder has in any case', async () => {
    const file = await upload('báo giá.txt');
    await upload('Hợp đồng.txt');
    const rename = (name: string) => client.renameDriveFile({ params: { id: file.id }, body: { name } });
    await expect(rename('hợp ĐỒNG.txt')).rejects.toEqual(refused(400, 'already_exists'));
    await expect(rename('a/b')).rejects.toEqual(refused(400, 'file_name_invalid'));
    await expect(rename('x.exe')).rejects.toEqual(refused(400, 'file_not_allowed'));
    expect((await rename('BÁO GIÁ.txt')).data.display_name).toBe('/BÁO GIÁ.txt');
    const found = async (display_name: string) =>
      (await client.searchDrive({ query: { display_name } })).data.map(({ name }) => name);
    await rename('Thư mời.txt');
    expect(await found('bao gia')).toEqual([]);
    expect(await found('thu mo')).toEqual(['Thư mời.txt']);
  });

  test('a folder moves with all that it holds, and a taken name gets a number', async () => {
    const contracts = await folder('Hợp đồng');
    const old = await folder('Cũ');
    await folder('Hợp đồng', old);
    const file = await upload('a.txt', '/Hợp đồng');
    const { data } = await client.moveDriveFiles({ body: { ids: [contracts], parent_id: old } });
    expect(data[0]?.display_name).toBe('/Cũ/Hợp đồng (2)');
    const { data: moved } = await client.getDriveFile({ params: { id: file.id } });
    expect(moved.display_name).toBe('/Cũ/Hợp đồng (2)/a.txt');
    expect(moved.breadcrumb.map(({ name }) => name)).toEqual(['Cũ', 'Hợp đồng (2)']);
  });

  test('nothing is put into itself or below itself, however often', async () => {
    const a = await folder('a');
    const b = await folder('b', a);
    for (const parent_id of [a, b]) {
      for (const call of [client.moveDriveFiles, client.copyDriveFiles]) {
        await expect(call({ body: { ids: [a], parent_id } })).rejects.toEqual(
          refused(409, 'folder_into_itself'),
        );
      }
    }
  });

  test('two who move folders into each other at the same time make no circle', async () => {
    const a = await folder('a');
    const b = await folder('b');
    const results = await Promise.allSettled([
      client.moveDriveFiles({ body: { ids: [a], parent_id: b } }),
      client.moveDriveFiles({ body: { ids: [b], parent_id: a } }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await names()).toHaveLength(1);
  });

  test('a folder in which somebody edits a file is not replaced', async () => {
    const box = await folder('Hộp');
    const edited = await upload('a.txt', '/Hộp');
    const other = await folder('Hộp', await folder('Khác'));
    await server.context.db
      .insertInto('drive_locks')
      .values({
        mailbox_id: person.mailbox,
        entry_id: edited.id,
        lock: 'x',
        expires_at: 2 ** 40,
        holder: 'Minh',
      })
      .execute();
    const body = { ids: [other], parent_id: null, on_conflict: 'replace' as const };
    await expect(client.moveDriveFiles({ body })).rejects.toMatchObject({
      code: 'file_locked',
      details: { holder: 'Minh', name: 'a.txt' },
    });
    expect((await client.getDriveFile({ params: { id: edited.id } })).data.parent_id).toBe(box);
  });

  test('what would lie too deep with what is below is refused, judged by what is there now', async () => {
    const deep = await nested('s', 40);
    const low = await nested('k', 30);
    const other = low[0] as string;
    const bottom = deep[39] as string;
    const move = (ids: string[], parent_id: string) => client.moveDriveFiles({ body: { ids, parent_id } });
    await expect(move([other], bottom)).rejects.toEqual(refused(400, 'drive_too_deep'));
    await client.trashDriveFiles({ body: { ids: [low[20] as string] } });
    expect((await move([other], bottom)).data[0]?.parent_id).toBe(bottom);
    await client.restoreDriveFiles({ body: { ids: [low[20] as string] } });
    expect((await client.getDriveFile({ params: { id: low[20] as string } })).data.parent_id).toBeNull();
  });

  test('so is what is copied, and what goes back out of the trash', async () => {
    const deep = await nested('s', 64);
    const at = (index: number) => deep[index] as string;
    await client.trashDriveFiles({ body: { ids: [at(50)] } });
    const bottom = (await nested('k', 30))[29] as string;
    const { data } = await client.copyDriveFiles({ body: { ids: [at(20)], parent_id: bottom } });
    expect(data[0]?.parent_id).toBe(bottom);
    await client.trashDriveFiles({ body: { ids: [at(30)] } });
    const body = { ids: [at(0)], parent_id: await folder('a') };
    await client.moveDriveFiles({ body });
    await client.restoreDriveFiles({ body: { ids: [at(30)] } });
    expect((await client.getDriveFile({ params: { id: at(30) } })).data.parent_id).toBe(at(29));
  });
});

describe('copying', () => {
  test('a folder is copied with the latest versions, and counts against the quota', async () => {
    const from = await folder('Mẫu');
    await folder('Trống', from);
    await upload('thư.txt', '/Mẫu', 'bản một');
    await upload('thư.txt', '/Mẫu', 'bản hai', 'replace');
    const before = await usedBytes();
    const { data } = await client.copyDriveFiles({ body: { ids: [from], parent_id: null } });
    expect(data.map(({ name }) => name)).toEqual(['Mẫu (2)']);
    const { data: copied } = await client.listDriveFiles({ query: { path: '/Mẫu (2)' } });
    expect(copied.map(({ name }) => name)).toEqual(['Trống', 'thư.txt']);
    expect(await read(copied[1] as DriveFile)).toBe('bản hai');
    expect((await usedBytes()) - before).toBe(Buffer.byteLength('bản hai'));
    const { data: versions } = await client.listVersions({ params: { id: copied[1]?.id as string } });
    expect(versions).toHaveLength(1);
    const { data: found } = await client.searchDrive({ query: { display_name: 'trong' } });
    expect(new Set(found.map(({ display_name }) => display_name))).toEqual(
      new Set(['/Mẫu/Trống', '/Mẫu (2)/Trống']),
    );
  });

  test('nothing is copied where the drive has no room', async () => {
    const file = await upload('to.txt', '/', 'x'.repeat(700_000));
    await server.context.db
      .updateTable('mailboxes')
      .set({ drive_quota_mb: 1 })
      .where('id', '=', person.mailbox)
      .execute();
    await expect(client.copyDriveFiles({ body: { ids: [file.id], parent_id: null } })).rejects.toEqual(
      refused(413, 'drive_full'),
    );
    expect(await names()).toEqual(['to.txt']);
    expect((await client.getQuota({})).data.drive).toEqual({ user_quota: 1, user_used_quota: 700_000 });
  });
});

describe('the trash', () => {
  test('AP-76 DV-15 what lies in it, or below it, is found by nothing else', async () => {
    const box = await folder('Hộp');
    const file = await upload('ghi chú.txt', '/Hộp');
    await client.renameDriveFile({ params: { id: file.id }, body: { favorite: true } });
    const lists = async () => [
      (await client.listFavorites({ query: {} })).data,
      (await client.searchDrive({ query: { display_name: 'ghi' } })).data,
      (await client.listDriveFiles({ query: { sort: 'created_at' } })).data,
    ];
    for (const list of await lists()) {
      expect(list).toEqual([expect.objectContaining({ id: file.id, display_name: '/Hộp/ghi chú.txt' })]);
    }
    await client.trashDriveFiles({ body: { ids: [box] } });
    await client.trashDriveFiles({ body: { ids: [box] } });
    expect(await lists()).toEqual([[], [], []]);
    await expect(client.getDriveFile({ params: { id: file.id } })).rejects.toEqual(
      refused(404, 'file_not_found'),
    );
    const { data: trash } = await client.listDriveTrash({ query: {} });
    expect(trash.map(({ id, prop }) => [id, prop.trashed_at !== undefined])).toEqual([[box, true]]);
    await client.restoreDriveFiles({ body: { ids: [box] } });
    expect((await lists()).map(([first]) => first?.id)).toEqual([file.id, file.id, file.id]);
  });

  test('things go back to where they were, to the top where that is gone, under a free name', async () => {
    const box = await folder('Hộp');
    const file = await upload('a.txt', '/Hộp');
    await client.trashDriveFiles({ body: { ids: [file.id] } });
    await upload('A.txt', '/Hộp');
    const restore = async () =>
      (await client.restoreDriveFiles({ body: { ids: [file.id] } })).data[0]?.display_name;
    expect(await restore()).toBe('/Hộp/a (2).txt');
    await client.trashDriveFiles({ body: { ids: [file.id] } });
    await client.trashDriveFiles({ body: { ids: [box] } });
    expect(await restore()).toBe('/a (2).txt');
    await client.restoreDriveFiles({ body: { ids: [box] } });
    const inner = await upload('b.txt', '/Hộp');
    for (const id of [inner.id, box]) await client.trashDriveFiles({ body: { ids: [id] } });
    const { data } = await client.restoreDriveFiles({ body: { ids: [inner.id, box] } });
    expect(data[0]?.display_name).toBe('/Hộp/b.txt');
  });

  test('restoring and creating one name at the same time leaves both, under two names', async () => {
    const file = await upload('a.txt');
    await client.trashDriveFiles({ body: { ids: [file.id] } });
    await Promise.all([
      client.restoreDriveFiles({ body: { ids: [file.id] } }),
      upload('a.txt', '/', 'khác', 'rename'),
    ]);
    expect((await names()).toSorted()).toEqual(['a (2).txt', 'a.txt']);
  });

  test('deleting for good takes everything below, gives the quota back and hands over the blobs', async () => {
    const box = await folder('Hộp');
    const inner = await folder('Trong', box);
    const kept = await upload('giữ.txt');
    const before = await usedBytes();
    const file = await upload('a.txt', '/Hộp/Trong', 'sẽ mất');
    await upload('a.txt', '/Hộp/Trong', 'sẽ mất nữa', 'replace');
    const own = await upload('riêng.txt', '/Hộp');
    await expect(client.deleteDriveFiles({ body: { ids: [box] } })).rejects.toEqual(
      refused(404, 'file_not_found'),
    );
    await client.trashDriveFiles({ body: { ids: [own.id] } });
    await client.trashDriveFiles({ body: { ids: [box] } });
    await client.deleteDriveFiles({ body: { ids: [box] } });
    expect((await client.listDriveTrash({ query: {} })).data.map(({ id }) => id)).toEqual([own.id]);
    await runJobsUntilIdle(server.context);
    expect(await usedBytes()).toBe(before + own.size);
    const rows = await server.context.db
      .selectFrom('drive_entries')
      .select('id')
      .where('mailbox_id', '=', person.mailbox)
      .execute();
    expect(rows.map(({ id }) => id).toSorted()).toEqual([kept.id, own.id].toSorted());
    expect([inner, file.id]).not.toContain(kept.id);
    await client.deleteDriveFiles({ body: {} });
    await runJobsUntilIdle(server.context);
    expect(await usedBytes()).toBe(before);
    const orphans = await server.context.db.selectFrom('orphaned_blobs').select('blob').execute();
    expect(orphans.length).toBeGreaterThanOrEqual(3);
  });

  test('is emptied of what has lain there for 30 days', async () => {
    const emptyOld = () => emptyOldDriveTrash(server.context, new AbortController().signal);
    const file = await upload('cũ.txt');
    await client.trashDriveFiles({ body: { ids: [file.id] } });
    server.clock.pass(29 * DAY);
    await emptyOld();
    expect((await client.listDriveTrash({ query: {} })).data).toHaveLength(1);
    server.clock.pass(2 * DAY);
    await emptyOld();
    await runJobsUntilIdle(server.context);
    expect((await client.listDriveTrash({ query: {} })).data).toEqual([]);
    expect(await usedBytes()).toBe(0);
  });
});

describe('versions', () => {
  test('an older one becomes the latest again, and the others stay', async () => {
    const { id } = await upload('a.txt', '/', 'một');
    const { mailbox } = person;
    server.clock.pass(1000);
    await upload('a.txt', '/', 'hai', 'replace');
    server.clock.pass(1000);
    const list = async () => (await client.listVersions({ params: { id } })).data;
    const [, first] = await list();
    const restore = (version: string) => client.restoreVersion({ params: { id, version } });
    const { data } = await restore(first?.id as string);
    expect(await read(data)).toBe('một');
    expect((await list()).map(({ current, size }) => [current, size])).toEqual([
      [true, 5],
      [false, 3],
      [false, 5],
    ]);
    expect(await usedBytes()).toBe(13);
    expect((await list())[0]?.author).toContain('Người thứ');
    await restore((await list())[0]?.id as string);
    expect(await list()).toHaveLength(3);
    await server.context.db
      .insertInto('drive_locks')
      .values({ mailbox_id: mailbox, entry_id: id, lock: 'x', expires_at: 2 ** 40, holder: 'Minh' })
      .execute();
    await expect(restore(first?.id as string)).rejects.toEqual(refused(409, 'file_locked'));
    const box = await folder('Hộp');
    const other = await upload('a.txt', '/Hộp', 'khác');
    const over = { ids: [other.id], parent_id: null, on_conflict: 'replace' as const };
    await expect(client.copyDriveFiles({ body: over })).rejects.toEqual(refused(409, 'file_locked'));
    await expect(client.moveDriveFiles({ body: over })).rejects.toEqual(refused(409, 'file_locked'));
    await expect(upload('a.txt', '/', 'ba', 'replace')).rejects.toEqual(refused(409, 'file_locked'));
    expect(await list()).toHaveLength(3);
    await client.moveDriveFiles({ body: { ids: [id], parent_id: box, on_conflict: 'rename' } });
    // Neither the file nor its folder can be trashed.
    for (const ids of [[id], [box]]) {
      await expect(client.trashDriveFiles({ body: { ids } })).rejects.toMatchObject({
        code: 'file_locked',
        details: { holder: 'Minh', name: 'a (2).txt' },
      });
    }
    await client.trashDriveFiles({ body: { ids: [other.id] } });
    await expect(client.listVersions({ params: { id: box } })).rejects.toEqual(
      refused(404, 'file_not_found'),
    );
  });

  test('20 are kept, or those of 90 days where they are more; the latest always', async () => {
    const { id } = await upload('a.txt', '/', 'x');
    for (let count = 2; count <= 23; count += 1) await upload('a.txt', '/', 'x', 'replace');
    // A clock set back makes the latest version the oldest by its time.
    await sql`update drive_versions v set created_at = v.created_at + 1 from drive_entries e
      where v.mailbox_id = ${person.mailbox} and v.entry_id = ${id}
        and e.mailbox_id = v.mailbox_id and e.id = v.entry_id and e.version_id <> v.id`.execute(
      server.context.db,
    );
    const clean = () => removeSpareVersions(server.context, new AbortController().signal);
    const count = async () => (await readFileVersions(server.context.db, person.mailbox, id, 100)).length;
    server.clock.pass(89 * DAY);
    await clean();
    expect(await count()).toBe(23);
    server.clock.pass(2 * DAY);
    await clean();
    expect(await count()).toBe(20);
    expect(await readDriveNumbers(server.context.db, person.mailbox)).toMatchObject({ used_bytes: 20 });
  });
});

describe('changes', () => {
  test('say what became of everything since a number, and a socket says that there are some', async () => {
    const { data: begin } = await client.getDriveChanges({ query: {} });
    const socket = await connectSocket(server.baseUrl, { room: person.email, token: client.token });
    await socket.next('hello');
    const box = await folder('Hộp');
    const file = await upload('a.txt', '/Hộp', 'một');
    const gone = await upload('b.txt', '/', 'hai');
    await client.trashDriveFiles({ body: { ids: [gone.id] } });
    const since = async (seq: number) =>
      (await client.getDriveChanges({ query: { since: String(seq) } })).data;
    const changes = await since(begin.seq);
    expect(new Map(changes.entries.map(({ id, file: shown }) => [id, shown?.display_name]))).toEqual(
      new Map([
        [box, '/Hộp'],
        [file.id, '/Hộp/a.txt'],
        [gone.id, '/b.txt'],
      ]),
    );
    expect(changes.entries.find(({ id }) => id === gone.id)?.file?.prop.trashed_at).toBeDefined();
    expect(new Set(changes.folders)).toEqual(new Set([null, box]));
    expect(changes).toMatchObject({ trash: true, usage: { used_bytes: 8, reserved_bytes: 0 } });
    expect(await since(changes.seq)).toMatchObject({ seq: changes.seq, entries: [], folders: [] });
    while ((await socket.next('drive_changed')).seq < changes.seq);
    await client.trashDriveFiles({ body: { ids: [box] } });
    await client.deleteDriveFiles({ body: { ids: [gone.id] } });
    const last = await since(changes.seq);
    expect(last.entries.find(({ id }) => id === gone.id)).toEqual({ id: gone.id, file: null });
    await expect(since(last.seq + 1)).rejects.toEqual(refused(410, 'changes_too_old'));
    await socket.close();
  });

  test('of more than a week ago are forgotten, and whoever asks for them fetches everything', async () => {
    await folder('Hộp');
    server.clock.pass(8 * DAY);
    await pruneThingsJournal(server.context.db, DRIVE.journal, unixSeconds(server.clock));
    await expect(client.getDriveChanges({ query: { since: '0' } })).rejects.toEqual(
      refused(410, 'changes_too_old'),
    );
  });
});

test('AP-79 the next free path of a name is said without taking it', async () => {
  await upload('báo giá.tar.gz');
  await upload('báo giá.txt');
  const next = async (filename: string, path = '/') =>
    (await client.findFreeName({ query: { filename, path } })).data.next_path_naive;
  expect(await next('báo giá.tar.gz')).toBe('/báo giá (2).tar.gz');
  expect(await next('BÁO GIÁ.txt')).toBe('/BÁO GIÁ (2).txt');
  await folder('Hộp');
  expect(await next('mới.txt', '/Hộp')).toBe('/Hộp/mới.txt');
  await expect(next('x', '/không có')).rejects.toEqual(refused(404, 'file_not_found'));
});

test('AP-77 names are found by beginnings of their words, in any order, with or without accents', async () => {
  await upload('Hợp đồng mua bán 2026.txt');
  await upload('hop-dong_thue.txt');
  await upload('Đồng phục.txt');
  const search = async (display_name: string, limit = '50') =>
    (await client.searchDrive({ query: { display_name, limit } })).data.map(({ name }) => name);
  expect(await search('hop dong')).toHaveLength(2);
  expect(await search('ĐỒN hợ')).toHaveLength(2);
  expect(await search('dong')).toHaveLength(3);
  expect(await search('2026 mua')).toEqual(['Hợp đồng mua bán 2026.txt']);
  expect(await search('ong')).toEqual([]);
  expect(await search('%')).toEqual([]);
  const { data, meta } = await client.searchDrive({ query: { display_name: 'dong', limit: '2' } });
  const cursor = meta.next_cursor as string;
  const { data: rest } = await client.searchDrive({ query: { display_name: 'dong', limit: '2', cursor } });
  expect(new Set([...data, ...rest].map(({ id }) => id)).size).toBe(3);
});
