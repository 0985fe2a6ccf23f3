import { SESSION_HEADER } from '@bocau/contract/session.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeDrive, type DriveChange } from '../../drive/change-drive.ts';
import { readEntry } from '../../drive/entries/entries.store.ts';
import { recountDrive } from '../../drive/recount/recount-drive.ts';
import { saveVersion } from '../../drive/saves/save-version.ts';
import { versionOf } from '../../drive/versions/add-version.ts';
import { newId } from '../../platform/ids.ts';
import { changeDriveMeanwhile, endShareMeanwhile } from '../../test-kit/change-drive-meanwhile.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let owner: NewPerson;
let colleague: NewPerson;

beforeAll(async () => {
  server = await startTestServer();
  owner = await newPerson(server);
  colleague = await newPerson(server);
});
afterAll(async () => {
  for (const { mailbox } of [owner, colleague]) {
    expect(await recountDrive(server.context.db, mailbox)).toEqual([]);
  }
  await server.close();
});

const refused = (status: number, code: string) => expect.objectContaining({ status, code });

async function shared(
  name: string,
  permission: 'READ' | 'WRITE',
  by = owner,
): Promise<{ folder: string; file: string }> {
  const folder = (await by.client.createDriveFolder({ body: { name } })).data.id;
  const form = new FormData();
  form.set('parent_id', folder);
  form.set('file', new Blob(['nội dung'], { type: 'text/plain' }), 'a.txt');
  const file = (await by.client.uploadDriveFile({ form })).data[0]?.id as string;
  const body = { ids: [folder], share_withs: [colleague.email], permission };
  await by.client.createShares({ body });
  return { folder, file };
}

test('SH-9 DV-15 READ of what others share changes nothing, but copies into the own drive', async () => {
  const { folder, file } = await shared('Chỉ đọc', 'READ');
  const { client } = colleague;
  const acts = await Promise.allSettled([
    client.createDriveFolder({ body: { name: 'x', parent_id: folder } }),
    client.renameDriveFile({ params: { id: file }, body: { name: 'b.txt' } }),
    client.renameDriveFile({ params: { id: file }, body: { favorite: true } }),
    client.trashDriveFiles({ body: { ids: [file] } }),
    client.moveDriveFiles({ body: { ids: [file], parent_id: null } }),
  ]);
  const closed = { status: 'rejected', reason: refused(403, 'file_not_owned') };
  expect(acts).toEqual(acts.map(() => closed));
  for (const call of [client.deleteDriveFiles, client.restoreDriveFiles]) {
    await expect(call({ body: { ids: [file] } })).rejects.toEqual(refused(404, 'file_not_found'));
  }
  const { data } = await client.copyDriveFiles({ body: { ids: [folder], parent_id: null } });
  expect(data[0]).toMatchObject({ display_name: '/Chỉ đọc', owner: colleague.email });
  const { data: usage } = await client.getDriveUsage({});
  expect(usage.used_bytes).toBe(Buffer.byteLength('nội dung'));
});

test('SH-9 READ sees the latest version alone; older ones are for its owner and for who may write', async () => {
  const { folder, file } = await shared('Nhiều bản', 'READ');
  // Versions differ by their seconds.
  server.clock.pass(1_000);
  const form = new FormData();
  form.set('parent_id', folder);
  form.set('on_conflict', 'replace');
  form.set('file', new Blob(['bản hai'], { type: 'text/plain' }), 'a.txt');
  await owner.client.uploadDriveFile({ form });
  const all = (await owner.client.listVersions({ params: { id: file } })).data;
  expect(all).toHaveLength(2);
  const seen = async () => {
    const { data } = await colleague.client.listVersions({ params: { id: file } });
    const statuses: number[] = [];
    for (const { href } of all) {
      const headers = { [SESSION_HEADER]: colleague.client.token };
      statuses.push((await fetch(server.baseUrl + href, { headers })).status);
    }
    return { listed: data.map(({ current }) => current), statuses };
  };
  expect(await seen()).toEqual({ listed: [true], statuses: [200, 404] });
  const [share] = (await owner.client.listShares({ params: { id: folder } })).data;
  await owner.client.changeShare({ params: { id: share?.id as string }, body: { permission: 'WRITE' } });
  expect(await seen()).toEqual({ listed: [true, false], statuses: [200, 200] });
});

test('SH-9 WRITE changes what lies in the owner’s drive, and throws it into the owner’s trash', async () => {
  const { folder, file } = await shared('Cùng làm', 'WRITE');
  const { client } = colleague;
  const { data: made } = await client.createDriveFolder({ body: { name: 'Mới', parent_id: folder } });
  expect(made).toMatchObject({ owner: owner.email, prop: { permission: 'WRITE', favorite: false } });
  await client.renameDriveFile({ params: { id: file }, body: { name: 'b.txt' } });
  await client.moveDriveFiles({ body: { ids: [file], parent_id: made.id } });
  await expect(client.moveDriveFiles({ body: { ids: [file], parent_id: null } })).rejects.toEqual(
    refused(403, 'file_not_owned'),
  );
  const { data } = await owner.client.getDriveFile({ params: { id: file } });
  expect(data.display_name).toBe('/Cùng làm/Mới/b.txt');
  await client.trashDriveFiles({ body: { ids: [made.id] } });
  const { data: trash } = await owner.client.listDriveTrash({ query: {} });
  expect(trash.map(({ id }) => id)).toEqual([made.id]);
  expect((await client.listDriveTrash({ query: {} })).data).toEqual([]);
});

test('SH-9 who writes in what others share neither renames what is shared, nor moves things out of others’ sight', async () => {
  const { folder } = await shared('Cùng viết', 'WRITE');
  const { client } = colleague;
  const make = async (name: string, parent_id: string) =>
    (await client.createDriveFolder({ body: { name, parent_id } })).data.id;
  const inner = await make('Cho khách', folder);
  const note = await make('Ghi chú', inner);
  const aside = await make('Chỗ khác', folder);
  const closed = refused(403, 'file_not_owned');
  const rename = (id: string) => client.renameDriveFile({ params: { id }, body: { name: 'Tên mới' } });
  const move = (id: string, parent_id: string) => client.moveDriveFiles({ body: { ids: [id], parent_id } });
  await expect(rename(folder)).rejects.toEqual(closed);
  const other = await newPerson(server);
  const body = { ids: [inner], share_withs: [other.email], permission: 'READ' as const };
  const [made] = (await owner.client.createShares({ body })).data;
  for (const id of [inner, note]) await expect(move(id, aside)).rejects.toEqual(closed);
  expect((await other.client.getDriveFile({ params: { id: note } })).data.id).toBe(note);
  await client.copyDriveFiles({ body: { ids: [note], parent_id: aside } });
  const deeper = await make('Sâu', inner);
  await move(note, deeper);
  expect(
    (await owner.client.renameDriveFile({ params: { id: folder }, body: { name: 'Đổi' } })).data.name,
  ).toBe('Đổi');
  await owner.client.revokeShare({ params: { id: made?.id as string } });
  expect((await move(note, aside)).data[0]?.id).toBe(note);
});

test.each(['READ', 'WRITE'] as const)(
  'SH-9 whoever deletes what was shared with them for %s leaves the share, and can come back',
  async (permission) => {
    const owner = await newPerson(server);
    const { folder, file } = await shared(`Của chủ ${permission}`, permission, owner);
    const other = await newPerson(server);
    const body = { ids: [folder], share_withs: [other.email], permission: 'READ' as const };
    await owner.client.createShares({ body });
    const { client } = colleague;
    const mine = async () => (await client.listSharedWithMe({ query: {} })).data.map(({ id }) => id);
    await client.trashDriveFiles({ body: { ids: [folder] } });
    // The response to the first call may have been lost.
    await client.trashDriveFiles({ body: { ids: [folder] } });
    expect(await mine()).not.toContain(folder);
    for (const id of [folder, file]) {
      await expect(client.getDriveFile({ params: { id } })).rejects.toEqual(refused(404, 'file_not_found'));
    }
    expect((await owner.client.getDriveFile({ params: { id: folder } })).data.prop.trashed_at).toBe(
      undefined,
    );
    expect((await owner.client.listDriveDeletions({})).data).toEqual([]);
    expect((await other.client.getDriveFile({ params: { id: file } })).data.name).toBe('a.txt');
    const { data: shares } = await owner.client.listShares({ params: { id: folder } });
    const left = shares.flatMap(({ share_withs }) => share_withs.map((one) => [one.email, one.left]));
    expect(Object.fromEntries(left)).toEqual({ [colleague.email]: true, [other.email]: undefined });
    const { data: back } = await client.restoreDriveFiles({ body: { ids: [folder] } });
    expect(back).toMatchObject([{ id: folder, prop: { permission } }]);
    expect(await mine()).toContain(folder);
    // Sharing again invites again.
    await client.trashDriveFiles({ body: { ids: [folder] } });
    await owner.client.createShares({ body: { ...body, share_withs: [colleague.email] } });
    expect(await mine()).toContain(folder);
  },
);

test('SH-9 leaving one of several shared entries keeps the others, and those of several owners go at once', async () => {
  const second = await newPerson(server);
  const make = (person: NewPerson, name: string) =>
    person.client.createDriveFolder({ body: { name } }).then(({ data }) => data.id);
  const [a, b, c] = [await make(owner, 'Một'), await make(owner, 'Hai'), await make(second, 'Ba')];
  const share = { share_withs: [colleague.email], permission: 'WRITE' as const };
  await owner.client.createShares({ body: { ids: [a, b], ...share } });
  await second.client.createShares({ body: { ids: [c], ...share } });
  await colleague.client.trashDriveFiles({ body: { ids: [a, c] } });
  const mine = (await colleague.client.listSharedWithMe({ query: {} })).data.map(({ id }) => id);
  expect([a, b, c].map((id) => mine.includes(id))).toEqual([false, true, false]);
  await colleague.client.restoreDriveFiles({ body: { ids: [a, c] } });
  expect((await colleague.client.getDriveFile({ params: { id: c } })).data.owner).toBe(second.email);
});

test('SH-9 what was left and is shared again is left again', async () => {
  const { folder } = await shared('Chia sẻ lại', 'READ');
  const { client } = colleague;
  const leave = () => client.trashDriveFiles({ body: { ids: [folder] } });
  const isSeen = async () =>
    (await client.listSharedWithMe({ query: {} })).data.some(({ id }) => id === folder);
  await leave();
  // Idempotent.
  await leave();
  expect(await isSeen()).toBe(false);
  const body = { ids: [folder], share_withs: [colleague.email], permission: 'READ' as const };
  await owner.client.createShares({ body });
  expect(await isSeen()).toBe(true);
  await leave();
  expect(await isSeen()).toBe(false);
});

test('SH-9 what was left is put into the trash by who reaches it by a folder that is shared later', async () => {
  const { folder, file } = await shared('Cũng qua thư mục', 'READ');
  const { client } = colleague;
  const alone = { ids: [file], share_withs: [colleague.email], permission: 'READ' as const };
  await owner.client.createShares({ body: alone });
  await client.trashDriveFiles({ body: { ids: [file] } });
  await owner.client.createShares({
    body: { ids: [folder], share_withs: [colleague.email], permission: 'WRITE' },
  });
  await client.trashDriveFiles({ body: { ids: [file] } });
  const { data } = await owner.client.listDriveTrash({ query: {} });
  expect(data.map(({ id }) => id)).toContain(file);
});

test('SH-9 what is shared is moved elsewhere by its owner alone', async () => {
  const { folder } = await shared('Ở yên', 'WRITE');
  const { folder: there } = await shared('Nơi khác', 'WRITE');
  const body = { ids: [folder], parent_id: there };
  await expect(colleague.client.moveDriveFiles({ body })).rejects.toEqual(refused(403, 'file_not_owned'));
  const { data } = await owner.client.moveDriveFiles({ body });
  expect(data).toMatchObject([{ display_name: '/Nơi khác/Ở yên' }]);
});

test('SH-9 what a receiver deletes within is told to its owner, and comes back by either with one press', async () => {
  const owner = await newPerson(server);
  const { folder, file } = await shared('Nhóm', 'WRITE', owner);
  const stranger = await newPerson(server);
  const { client } = colleague;
  const told = async () => (await owner.client.listDriveDeletions({})).data;
  await client.trashDriveFiles({ body: { ids: [file] } });
  await client.trashDriveFiles({ body: { ids: [file] } });
  const by = (await colleague.client.getProfile({})).data.fullname;
  expect(await told()).toMatchObject([{ id: file, display_name: '/Nhóm/a.txt', prop: { trashed_by: by } }]);
  await expect(stranger.client.restoreDriveFiles({ body: { ids: [file] } })).rejects.toEqual(
    refused(404, 'file_not_found'),
  );
  const { data: back } = await client.restoreDriveFiles({ body: { ids: [file] } });
  expect(back).toMatchObject([{ id: file, parent_id: folder, prop: { permission: 'WRITE' } }]);
  expect(await told()).toEqual([]);

  await client.trashDriveFiles({ body: { ids: [file] } });
  await owner.client.restoreDriveFiles({ body: { ids: [file] } });
  expect(await told()).toEqual([]);
  // A recipient cannot restore what the owner deleted.
  await owner.client.trashDriveFiles({ body: { ids: [file] } });
  await expect(client.restoreDriveFiles({ body: { ids: [file] } })).rejects.toEqual(
    refused(404, 'file_not_found'),
  );
  expect(await told()).toEqual([]);
});

test('SH-9 what a receiver replaces by moving is told as well; what was seen is not told again', async () => {
  const owner = await newPerson(server);
  const { folder, file } = await shared('Thay', 'WRITE', owner);
  const { client } = colleague;
  const inner = (await client.createDriveFolder({ body: { name: 'Trong', parent_id: folder } })).data.id;
  const form = new FormData();
  form.set('parent_id', inner);
  form.set('file', new Blob(['mới'], { type: 'text/plain' }), 'a.txt');
  const newer = (await client.uploadDriveFile({ form })).data[0]?.id as string;
  await client.moveDriveFiles({ body: { ids: [newer], parent_id: folder, on_conflict: 'replace' } });
  expect((await owner.client.listDriveDeletions({})).data).toMatchObject([{ id: file }]);
  await expect(client.markDriveDeletionsSeen({ body: { ids: [file] } })).rejects.toEqual(
    refused(404, 'file_not_found'),
  );
  expect((await owner.client.listDriveDeletions({})).data).toMatchObject([{ id: file }]);
  await owner.client.markDriveDeletionsSeen({ body: { ids: [file] } });
  expect((await owner.client.listDriveDeletions({})).data).toEqual([]);
});

test('SH-9 nothing comes back into a folder that is not shared any more', async () => {
  const { folder, file } = await shared('Đã thu hồi', 'WRITE');
  await colleague.client.trashDriveFiles({ body: { ids: [file] } });
  const [share] = (await owner.client.listShares({ params: { id: folder } })).data;
  await owner.client.revokeShare({ params: { id: share?.id as string } });
  await expect(colleague.client.restoreDriveFiles({ body: { ids: [file] } })).rejects.toEqual(
    refused(404, 'file_not_found'),
  );
});

test('SH-9 makes no folder where the share ended while it waited for the drive', async () => {
  const { folder } = await shared('Vừa thu hồi', 'WRITE');
  const [share] = (await owner.client.listShares({ params: { id: folder } })).data;
  const drive = { context: server.context, mailboxId: owner.mailbox };
  const made = await endShareMeanwhile(drive, share?.id as string, () =>
    colleague.client.createDriveFolder({ body: { name: 'Muộn', parent_id: folder } }),
  );
  expect(made).toEqual({ status: 'rejected', reason: refused(404, 'file_not_found') });
  const { data } = await owner.client.listDriveFiles({ query: { folder_id: folder } });
  expect(data.map(({ name }) => name)).toEqual(['a.txt']);
});

test('DV-15 a copy of what its owner saves at the same moment is whole', async () => {
  const { folder, file } = await shared('Đang soạn', 'READ');
  /** As an office editor autosaves: each save replaces the previous one. */
  async function save(change: DriveChange): Promise<void> {
    const entry = await readEntry(change.tx, owner.mailbox, file);
    if (!entry) throw new Error('The file is gone');
    const author = { mailboxId: owner.mailbox, name: '' };
    const scan = { has_virus: false, scan_message: null };
    const id = newId(server.context.clock);
    const version = versionOf([], { id, contentType: 'text/plain', author, source: 'office', scan });
    await saveVersion(change, entry, { version, lock: 'phiên', wasAskedFor: false });
  }
  await changeDrive(server.context, owner.mailbox, save);
  const copied = await changeDriveMeanwhile(
    { context: server.context, mailboxId: owner.mailbox },
    () => colleague.client.copyDriveFiles({ body: { ids: [folder, file], parent_id: null } }),
    { before: ({ tx }) => sql`lock table drive_entries in share mode`.execute(tx), after: save },
  );
  expect(copied).toMatchObject({ status: 'fulfilled', value: { data: [{ size: 0 }, { size: 0 }] } });
  expect(await recountDrive(server.context.db, colleague.mailbox)).toEqual([]);
});
