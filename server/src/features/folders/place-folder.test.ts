import type { Folder } from '@bocau/contract/folders.ts';
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

async function create(path: string): Promise<Folder> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (await client.createFolder({ body: { name, display_name: path } })).data;
}

async function place(folder: Folder, parent: Folder | null, before?: Folder | null): Promise<Folder> {
  const body = { folder_id: folder.id, parent_id: parent?.id ?? null };
  const order = before === undefined ? {} : { before_id: before?.id ?? null };
  return (await client.placeFolder({ body: { ...body, ...order } })).data;
}

/** The user's own folders from top to bottom, with the position that orders them. */
async function shown(): Promise<string[]> {
  const lines = (folders: Folder[]): string[] =>
    folders.flatMap((folder) => [
      ...(folder.system ? [] : [`${folder.display_name} ${folder.position ?? '-'}`]),
      ...lines(folder.children),
    ]);
  return lines((await client.listFolders({})).data);
}

const refused = (status: number, code: string) => expect.objectContaining({ status, code });

describe('the order of folders', () => {
  test('FO-1 is that of the names until one is put before another; a new one comes last', async () => {
    const [one, two, three] = [await create('A'), await create('B'), await create('C')];
    expect(await shown()).toEqual(['A -', 'B -', 'C -']);
    expect(await place(three, null, one)).toMatchObject({ display_name: 'C', position: 1 });
    expect(await shown()).toEqual(['C 1', 'A 2', 'B 3']);
    await create('Aa');
    expect(await shown()).toEqual(['C 1', 'A 2', 'B 3', 'Aa -']);
    await place(three, null, null);
    expect(await shown()).toEqual(['A 1', 'B 2', 'Aa 3', 'C 4']);
    await place(two, null, three);
    expect(await shown()).toEqual(['A -', 'Aa -', 'B -', 'C -']);
  });

  test('FO-4 holds for the folders beside each other, and a move takes what lies below along', async () => {
    const [one, two] = [await create('A'), await create('B')];
    const inner = [await create('A/X'), await create('A/Y')] as const;
    await place(inner[1], one, inner[0]);
    await place(two, one, inner[0]);
    expect(await shown()).toEqual(['A -', 'A/Y 1', 'A/B 2', 'A/X 3']);
    await create('A/B/Con');
    await place(two, null);
    expect(await shown()).toEqual(['A -', 'A/Y 1', 'A/X 3', 'B -', 'B/Con -']);
  });

  test('is told to other clients by the journal', async () => {
    const [one, two] = [await create('A'), await create('B')];
    const { data: before } = await client.getChanges({ query: {} });
    await place(two, null, one);
    const { data } = await client.getChanges({ query: { since: String(before.seq) } });
    expect(data.folders.map(({ name, position }) => [name, position]).sort()).toEqual([
      ['A', 2],
      ['B', 1],
    ]);
  });
});

describe('a place is refused', () => {
  test('FO-6 FO-7 below a system folder but Archive, in itself, where the name is taken, and before nothing', async () => {
    const [one, two] = [await create('A'), await create('B')];
    const inner = await create('A/B');
    const { data } = await client.listFolders({});
    const system = (name: string) => data.find((folder) => folder.name === name) as Folder;
    await expect(place(one, system('Junk'))).rejects.toEqual(refused(400, 'folder_not_allowed'));
    await expect(place(system('Junk'), one)).rejects.toEqual(refused(400, 'folder_is_system'));
    await expect(place(one, inner)).rejects.toEqual(refused(400, 'folder_not_allowed'));
    await expect(place(two, one)).rejects.toEqual(refused(400, 'already_exists'));
    await expect(place(two, null, inner)).rejects.toEqual(refused(404, 'folder_not_found'));
    await expect(place(two, null, { ...two, id: 'none' })).rejects.toEqual(refused(404, 'folder_not_found'));
    expect(await place(one, system('Archive'))).toMatchObject({ display_name: 'Archive/A' });
    const stranger = await newPerson(server);
    const body = { folder_id: two.id, parent_id: null };
    await expect(stranger.client.placeFolder({ body })).rejects.toEqual(refused(404, 'folder_not_found'));
  });
});
