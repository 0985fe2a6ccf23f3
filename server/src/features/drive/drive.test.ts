import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
});

const refused = (status: number, code: string) => expect.objectContaining({ status, code });

async function folder(name: string, parent_id: string | null = null): Promise<string> {
  return (await client.createDriveFolder({ body: { name, parent_id } })).data.id;
}

describe('folders of the drive', () => {
  test('DV-9 DV-15 AP-74 are made below each other, and listed by id and by path', async () => {
    const contracts = await folder('Hợp đồng');
    await folder('2026', contracts);
    const { data, meta } = await client.listDriveFiles({ query: { path: '/hợp ĐỒNG' } });
    expect(data).toEqual([
      {
        id: expect.any(String),
        fileid: data[0]?.id,
        name: '2026',
        display_name: '/Hợp đồng/2026',
        type: 'folder',
        size: 0,
        href: `/drive/${data[0]?.id}`,
        parent_id: contracts,
        owner: person.email,
        owner_display_name: expect.stringContaining('Người thứ'),
        created_at: expect.any(Number),
        last_modified: expect.any(Number),
        prop: { favorite: false, shared: false, permission: 'OWNER' },
      },
    ]);
    expect(meta).toEqual({
      next_cursor: null,
      breadcrumb: [{ id: contracts, name: 'Hợp đồng' }],
      permission: 'OWNER',
      total: 1,
    });
    expect((await client.listDriveFiles({ query: { folder_id: contracts } })).data).toEqual(data);
    const stranger = await newPerson(server);
    await expect(stranger.client.listDriveFiles({ query: { folder_id: contracts } })).rejects.toEqual(
      refused(404, 'file_not_found'),
    );
    await expect(stranger.client.listDriveFiles({ query: { path: '/Hợp đồng' } })).rejects.toEqual(
      refused(404, 'file_not_found'),
    );
  });

  test('of one name, whatever its case, exist once: the next is refused, numbered or the same', async () => {
    const first = await folder('Báo giá');
    await expect(folder('BÁO GIÁ')).rejects.toEqual(refused(400, 'already_exists'));
    const create = (on_conflict: 'rename' | 'replace') =>
      client.createDriveFolder({ body: { name: 'báo giá', on_conflict } });
    expect((await create('rename')).data.name).toBe('báo giá (2)');
    expect((await create('rename')).data.name).toBe('báo giá (3)');
    expect((await create('replace')).data.id).toBe(first);
  });

  test('two calls for one name at the same time make one folder', async () => {
    const results = await Promise.allSettled([folder('Chung'), folder('Chung')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('lie at most 64 deep, with paths of at most 4,096 bytes', async () => {
    let parent: string | null = null;
    for (let depth = 1; depth <= 64; depth += 1) parent = await folder('a', parent);
    await expect(folder('a', parent)).rejects.toEqual(refused(400, 'drive_too_deep'));
    let long: string | null = null;
    for (let depth = 1; depth <= 16; depth += 1) long = await folder('b'.repeat(255), long);
    await expect(folder('c', long)).rejects.toEqual(refused(400, 'drive_too_deep'));
  });

  test.each(['a/b', 'a\\b', '..', '.', ' ', 'a\u0007', 'a\u202eb', 'ệ'.repeat(86)])(
    'have no name like %j',
    async (name) => {
      await expect(folder(name)).rejects.toEqual(refused(400, 'file_name_invalid'));
    },
  );

  test('DV-14 are nobody’s whose drive is switched off', async () => {
    const top = await folder('Riêng');
    await setDrive(person, false);
    const answers = await Promise.allSettled([
      client.listDriveFiles({ query: {} }),
      client.listDriveFiles({ query: { folder_id: top } }),
      client.getDriveFile({ params: { id: top } }),
      folder('Khác'),
    ]);
    const closed = { status: 'rejected', reason: refused(403, 'drive_disabled') };
    expect(answers).toEqual(answers.map(() => closed));
    expect((await client.getQuota({})).data.drive).toBeUndefined();
  });

  test('come page by page, folders first, in each order and both ways', async () => {
    for (const name of ['Quý 10', 'Quý 9', 'Ảnh', 'biên bản']) await folder(name);
    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const { data, meta } = await client.listDriveFiles({
        query: { limit: '3', ...(cursor === undefined ? {} : { cursor }) },
      });
      names.push(...data.map(({ name }) => name));
      cursor = meta.next_cursor ?? undefined;
      expect(meta.total).toBe(4);
    } while (cursor !== undefined);
    expect(names).toEqual(['Ảnh', 'biên bản', 'Quý 9', 'Quý 10']);
    const { data } = await client.listDriveFiles({ query: { descending: 'true' } });
    expect(data.map(({ name }) => name)).toEqual(names.toReversed());
    const { meta } = await client.listDriveFiles({ query: { limit: '3' } });
    const other = { cursor: meta.next_cursor as string, sort: 'size' as const };
    await expect(client.listDriveFiles({ query: other })).rejects.toEqual(refused(400, 'invalid_cursor'));
  });
});

async function setDrive({ mailbox }: NewPerson, enabled: boolean): Promise<void> {
  await server.context.db
    .updateTable('mailboxes')
    .set({ enable_drive: enabled })
    .where('id', '=', mailbox)
    .execute();
}
