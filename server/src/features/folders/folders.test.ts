import { readFile } from 'node:fs/promises';
import type { Folder } from '@bocau/contract/folders.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { recount } from '../../mail/mailbox/recount.ts';
import { fileMail, fileMails } from '../../test-kit/file-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

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
  return async () => expect(await recount(server.context.db, person.mailbox)).toEqual([]);
});

async function create(path: string): Promise<Folder> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (await client.createFolder({ body: { name, display_name: path } })).data;
}

async function rename(folder: Folder, path: string): Promise<Folder> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const { data } = await client.updateFolder({
    params: { id: folder.id },
    body: { name, display_name: path },
  });
  return data;
}

async function paths(): Promise<string[]> {
  const flat = (folders: Folder[]): Folder[] =>
    folders.flatMap((folder) => [folder, ...flat(folder.children)]);
  return flat((await client.listFolders({})).data).map((folder) => folder.display_name);
}

async function byName(name: string): Promise<Folder> {
  return (await client.getFolderByName({ query: { name } })).data;
}

function file(folder: string): Promise<string> {
  return fileMail(server.context, person.mailbox, { folder });
}

const refused = (status: number, code: string) => expect.objectContaining({ status, code });

const SYSTEM = ['INBOX', 'Sent', 'Drafts', 'Archive', 'Junk', 'Trash', 'WEBMAIL_SCHEDULED', 'webmail_period'];

describe('folders', () => {
  test('FO-2 AP-4 a new mailbox has the system folders, in their order', async () => {
    const { data, meta } = await client.listFolders({});
    expect(data.map((folder) => folder.name)).toEqual(SYSTEM);
    expect(data.every((folder) => folder.system)).toBe(true);
    expect(meta.starred).toEqual({ total_threads: 0, unread_threads: 0 });
  });

  test('FO-1 FO-4 AP-7 are nested by the path in display_name, and say whose child they are', async () => {
    expect(await create('Khách hàng')).toEqual({
      id: expect.any(String),
      name: 'Khách hàng',
      display_name: 'Khách hàng',
      parentName: null,
      unread_threads: 0,
      total_threads: 0,
      icon: 'folder',
      system: false,
      position: null,
      children: [],
    });
    const below = await create('Khách hàng/Minh Phát');
    expect(below).toMatchObject({ name: 'Minh Phát', parentName: 'Khách hàng' });
    await create('Khách hàng/Minh Phát/2026');
    const { data } = await client.listFolders({});
    expect(data.at(-1)).toMatchObject({
      name: 'Khách hàng',
      children: [{ name: 'Minh Phát', children: [{ name: '2026', parentName: 'Khách hàng/Minh Phát' }] }],
    });
  });

  test('AP-5 AP-6 AP-10 are found by path, by name and by id, with their counts', async () => {
    await create('Khách hàng');
    const { id } = await create('Khách hàng/Minh Phát');
    await file(id);
    const counts = { total_threads: 1, unread_threads: 1 };
    expect(await byName('khách hàng/minh phát')).toMatchObject({ id, ...counts });
    expect(await byName('Minh Phát')).toMatchObject({ id });
    expect((await client.getFolder({ params: { id } })).data).toMatchObject({ id, ...counts });
    expect((await client.getFolderUnreads({ params: { id } })).data).toEqual(counts);
    await expect(byName('Minh')).rejects.toEqual(refused(404, 'folder_not_found'));
    await expect(client.getFolder({ params: { id: 'nothing' } })).rejects.toEqual(
      refused(404, 'folder_not_found'),
    );
  });

  test('FO-4 AP-8 a rename carries the folders below along, and the mail in them', async () => {
    const above = await create('Khách hàng');
    await create('Khách hàng/Minh Phát');
    const { id } = await create('Khách hàng/Minh Phát/2026');
    await create('Khách hàng cũ');
    const message = await file(id);
    await rename(above, 'Đối tác');
    expect((await paths()).filter((path) => !SYSTEM.includes(path))).toEqual([
      'Đối tác',
      'Đối tác/Minh Phát',
      'Đối tác/Minh Phát/2026',
      'Khách hàng cũ',
    ]);
    const { data } = await client.getMessage({ params: { id: message }, query: {} });
    expect(data).toMatchObject({ folder_id: id, folder: 'Đối tác/Minh Phát/2026' });
    expect((await client.listThreads({ query: { in: 'Đối tác/Minh Phát/2026' } })).meta.total).toBe(1);
  });

  test('FO-4 can be moved below another one, and never into themselves', async () => {
    const one = await create('Một');
    await create('Một/Hai');
    await create('Ba');
    expect(await rename(one, 'Ba/Một')).toMatchObject({ parentName: 'Ba' });
    expect(await paths()).toContain('Ba/Một/Hai');
    await expect(rename(one, 'Ba/Một/Hai/Một')).rejects.toEqual(refused(400, 'folder_not_allowed'));
    await expect(rename(one, 'Ba/Một/Một')).rejects.toEqual(refused(400, 'folder_not_allowed'));
    await expect(rename(one, 'Không có/Một')).rejects.toEqual(refused(404, 'folder_not_found'));
    await expect(rename(one, 'INBOX/Một')).rejects.toEqual(refused(400, 'folder_not_allowed'));
  });

  test('FO-4 may be put below Archive, and are in it and out of it as in any other', async () => {
    const one = await create('Một');
    await create('Một/Hai');
    expect(await rename(one, 'Archive/Một')).toMatchObject({ parentName: 'Archive' });
    const { data } = await client.listFolders({});
    expect(data.find(({ name }) => name === 'Archive')?.children).toMatchObject([{ name: 'Một' }]);
    await rename(one, 'Archive/Một cũ');
    await client.forceDeleteFolder({ body: { folder_id: one.id } });
    expect(await paths()).toEqual(SYSTEM);
  });

  test('are nested no deeper than the limit, however they come there', async () => {
    const names = Array.from({ length: LIMITS.folderDepth }, (_, depth) => `t${depth}`);
    for (let depth = 1; depth <= names.length; depth += 1) await create(names.slice(0, depth).join('/'));
    await expect(create(`${names.join('/')}/x`)).rejects.toEqual(refused(400, 'folder_not_allowed'));
    const pair = await create('Cặp');
    await create('Cặp/Con');
    const deepestWithRoom = names.slice(0, -1).join('/');
    await expect(rename(pair, `${deepestWithRoom}/Cặp`)).rejects.toEqual(refused(400, 'folder_not_allowed'));
  });
});

describe('the name of a folder', () => {
  test.each([
    ['again', 'Khách hàng'],
    ['in other messages', 'KHÁCH HÀNG'],
    ['with its marks apart', 'Khách hàng'.normalize('NFD')],
    ['with more space around', '  Khách  hàng '],
    ['with signs that nobody sees', 'Khách\u200b hàng'],
    ['of a system folder', 'Inbox'],
    ['of a system folder, as people see it', 'Hộp thư đến'],
    ['of a system folder, as people see it in English', 'scheduled'],
    ['of the archive, as people see it', 'Lưu trữ'],
    ['of the starred list', 'starred'],
    ['of a system folder in Cyrillic', 'Тrash'],
    ['of a system folder in wide letters', 'Ｉnbox'],
    ['of a system folder with a sign like a letter', 'lnb0x'],
    ['of a system folder in Greek', 'Sеnτ'],
    ['of a system folder with a Turkish letter', 'İnbox'],
    ['of a system folder with marks', 'Ínbôx'],
    ['of the spam folder of others', 'Spam'],
  ])('FO-6 AP-7 is refused %s', async (_how, name) => {
    await create('Khách hàng');
    await expect(client.createFolder({ body: { name } })).rejects.toEqual(refused(400, 'already_exists'));
  });

  test('FO-6 may come again below another folder, and may be that of a system folder there', async () => {
    await create('Một');
    await create('Hai');
    await create('Một/Con');
    await create('Hai/Con');
    await create('Một/Inbox');
    await expect(create('Một/con')).rejects.toEqual(refused(400, 'already_exists'));
  });

  test.each([
    ['nothing', ''],
    ['space', '   '],
    ['a slash', 'Một/Hai'],
    ['more than fits', 'x'.repeat(LIMITS.folderNameLength + 1)],
    ['signs that nobody sees', '\u200b\u202e'],
    ['the way to another folder', '..'],
  ])('FO-6 can not be %s', async (_what, name) => {
    await expect(client.createFolder({ body: { name } })).rejects.toEqual(refused(400, 'invalid_input'));
  });

  test('FO-6 AP-8 is refused to a rename where it is taken, and may change its messages', async () => {
    const one = await create('Một');
    await create('Hai');
    await expect(rename(one, 'HAI')).rejects.toEqual(refused(400, 'already_exists'));
    await expect(rename(one, 'Sent')).rejects.toEqual(refused(400, 'already_exists'));
    expect(await rename(one, 'MỘT')).toMatchObject({ id: one.id, name: 'MỘT' });
  });

  test('FO-6 goes to one of two who ask for it at once', async () => {
    const asked = await Promise.allSettled([create('Mới'), create('MỚI'), create('mới')]);
    expect(asked.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });
});

describe('an older mailbox', () => {
  const migrate = async () => {
    const file = new URL('../../migrations/033-archive.sql', import.meta.url);
    await sql.raw(await readFile(file, 'utf8')).execute(server.context.db);
  };
  const withoutArchive = () =>
    sql`delete from folders where mailbox_id = ${person.mailbox} and role = 'Archive'`.execute(
      server.context.db,
    );

  test('FO-2 gets an archive, and its own folder with the shown name stays as it is', async () => {
    await withoutArchive();
    const own = await create('Tạm');
    await sql`update folders set name = 'Lưu trữ', path = 'Lưu trữ', path_key = 'lưu trữ'
      where mailbox_id = ${person.mailbox} and id = ${own.id}`.execute(server.context.db);
    await migrate();
    expect(await byName('Archive')).toMatchObject({ system: true, icon: 'archive' });
    expect(await byName('Lưu trữ')).toMatchObject({ id: own.id, system: false });
    const inside = await file(own.id);
    await client.updateFolder({ params: { id: own.id }, body: { name: 'Kho' } });
    expect((await client.getMessage({ params: { id: inside }, query: {} })).data.folder).toBe('Kho');
  });

  test('FO-2 that had a folder of that name has it as its archive, with its mail and subfolders', async () => {
    await withoutArchive();
    const own = await create('Tạm');
    const below = await create('Tạm/2024');
    const inside = await file(below.id);
    await sql`update folders set name = 'ARCHIVE', path = 'ARCHIVE' || substr(path, 4),
      path_key = 'archive' || substr(path_key, 4), role = null
      where mailbox_id = ${person.mailbox} and id in (${own.id}, ${below.id})`.execute(server.context.db);
    await migrate();
    expect(await byName('Archive')).toMatchObject({ id: own.id, system: true, name: 'Archive' });
    expect(await byName('Archive/2024')).toMatchObject({ id: below.id, system: false });
    expect((await client.getMessage({ params: { id: inside }, query: {} })).data.folder).toBe('Archive/2024');
    expect((await paths()).filter((path) => !path.startsWith('Archive')).length).toBe(SYSTEM.length - 1);
  });
});

describe('a system folder', () => {
  test.each([...SYSTEM, 'Starred'])('FO-7 %s can not be renamed or deleted', async (name) => {
    const { id } = await byName(name);
    const calls = [
      () => client.updateFolder({ params: { id }, body: { name: 'Khác' } }),
      () => client.deleteFolder({ params: { id } }),
      () => client.forceDeleteFolder({ body: { folder_id: id } }),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(refused(400, 'folder_is_system'));
  });
});

describe('deleting a folder', () => {
  test('FO-10 AP-9 is refused while it has mail or subfolders, and then done', async () => {
    const above = await create('Một');
    const below = await create('Một/Hai');
    await file(below.id);
    const gone = (id: string) => client.deleteFolder({ params: { id } });
    await expect(gone(above.id)).rejects.toEqual(refused(400, 'folder_not_empty'));
    await expect(gone(below.id)).rejects.toEqual(refused(400, 'folder_not_empty'));
    await client.forceDeleteFolder({ body: { folder_id: below.id } });
    await gone(above.id);
    expect(await paths()).toEqual(SYSTEM);
    await expect(gone(above.id)).rejects.toEqual(refused(404, 'folder_not_found'));
  });

  test('FO-9 AP-12 removes the mail for good, that of subfolders too', async () => {
    const above = await create('Một');
    const below = await create('Một/Hai');
    const messages = [await file(above.id), await file(below.id)];
    await client.forceDeleteFolder({ body: { folder_id: above.id } });
    for (const id of messages) {
      await expect(client.getMessage({ params: { id }, query: {} })).rejects.toEqual(
        refused(404, 'message_not_found'),
      );
    }
    expect((await client.getQuota({})).data.user_used_quota).toBe(0);
  });

  test('FO-9 AP-12 moves the mail to another folder, in more than one step where it is much', async () => {
    const above = await create('Một');
    const below = await create('Một/Hai');
    const other = await create('Ba');
    await fileMails(
      server.context,
      person.mailbox,
      Array.from({ length: 620 }, () => ({ folder: above.id })),
    );
    await file(below.id);
    await client.forceDeleteFolder({ body: { folder_id: above.id, to_folder_id: other.id } });
    expect((await client.getFolder({ params: { id: other.id } })).data.total_threads).toBe(621);
    expect(await paths()).toEqual([...SYSTEM, 'Ba']);
  });

  test('FO-9 OR-12 does not take a protected folder, itself or one below it for the mail', async () => {
    const above = await create('Một');
    const below = await create('Một/Hai');
    await file(below.id);
    const to = async (id: string) =>
      client.forceDeleteFolder({ body: { folder_id: above.id, to_folder_id: id } });
    const sent = await byName('Sent');
    await expect(to(sent.id)).rejects.toEqual(refused(400, 'folder_not_allowed'));
    await expect(to(above.id)).rejects.toEqual(refused(400, 'folder_not_allowed'));
    await expect(to(below.id)).rejects.toEqual(refused(400, 'folder_not_allowed'));
    await expect(to('nothing')).rejects.toEqual(refused(404, 'folder_not_found'));
    expect((await client.getFolder({ params: { id: below.id } })).data.total_threads).toBe(1);
  });

  test('leaves mail that came from it able to be restored, to the inbox', async () => {
    const folder = await create('Một');
    const message = await file(folder.id);
    const { data } = await client.getMessage({ params: { id: message }, query: {} });
    await client.deleteThreads({ body: { ids: [data.thread_id], folder_id: folder.id } });
    await client.deleteFolder({ params: { id: folder.id } });
    await client.restoreThreads({ body: { ids: [data.thread_id] } });
    const { data: restored } = await client.getMessage({ params: { id: message }, query: {} });
    expect(restored.folder).toBe('INBOX');
  });

  test('of another mailbox finds nothing', async () => {
    const folder = await create('Một');
    const { client: stranger } = await newPerson(server);
    const calls = [
      () => stranger.getFolder({ params: { id: folder.id } }),
      () => stranger.updateFolder({ params: { id: folder.id }, body: { name: 'Khác' } }),
      () => stranger.deleteFolder({ params: { id: folder.id } }),
      () => stranger.forceDeleteFolder({ body: { folder_id: folder.id } }),
    ];
    for (const call of calls) await expect(call()).rejects.toEqual(refused(404, 'folder_not_found'));
  });
});
