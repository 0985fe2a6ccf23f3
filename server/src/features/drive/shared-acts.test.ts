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

async function shared(name: string, permission: 'READ' | 'WRITE'): Promise<{ folder: string; file: string }> {
  const folder = (await owner.client.createDriveFolder({ body: { name } })).data.id;
  const form = new FormData();
  form.set('parent_id', folder);
  form.set('file', new Blob(['nội dung'], { type: 'text/plain' }), 'a.txt');
  const file = (await owner.client.uploadDriveFile({ form })).data[0]?.id as string;
  const body = { ids: [folder], share_withs: [colleague.email], permission };
  await owner.client.createShares({ body });
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
  // Versions are told apart by their seconds.
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
  /** As an office editor does by itself: each save takes the place of the one before. */
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
