import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { exportDrive, safeName } from './export-drive.ts';

let server: TestServer;
let person: NewPerson;
let dir: string;

beforeAll(async () => {
  server = await startTestServer();
  person = await newPerson(server);
  dir = await mkdtemp(join(tmpdir(), 'bocau-drive-'));
});
afterAll(async () => {
  await rm(dir, { recursive: true, force: true });
  await server.close();
});

async function upload(name: string, path: string, text: string, on_conflict = 'fail'): Promise<void> {
  const form = new FormData();
  form.set('path', path);
  form.set('on_conflict', on_conflict);
  form.set('file', new Blob([text], { type: 'text/plain' }), name);
  await person.client.uploadDriveFile({ form });
}

test('the drive is exported as a tree of its latest versions, and the next run writes what is new', async () => {
  const { client } = person;
  const { data: contracts } = await client.createDriveFolder({ body: { name: 'Hợp đồng: 2026?' } });
  await client.createDriveFolder({ body: { name: 'Trống', parent_id: contracts.id } });
  await upload('thư.txt', '/', 'một');
  await upload('thư.txt', '/', 'hai', 'replace');
  await upload('bỏ.txt', '/', 'bỏ');
  const { data: listed } = await client.listDriveFiles({ query: {} });
  const thrown = listed.find(({ name }) => name === 'bỏ.txt')?.id as string;
  await client.trashDriveFiles({ body: { ids: [thrown] } });
  const run = () => exportDrive(server.context, person.mailbox, dir);
  expect(await run()).toEqual({ written: 1, known: 0, problems: [] });
  const folder = safeName('Hợp đồng: 2026?', contracts.id);
  expect(folder).toMatch(/^Hợp đồng_ 2026_~[0-9a-f]{12}$/);
  expect((await readdir(join(dir, 'drive'), { recursive: true })).toSorted()).toEqual(
    [folder, join(folder, 'Trống'), 'thư.txt'].toSorted(),
  );
  expect(await readFile(join(dir, 'drive', 'thư.txt'), 'utf8')).toBe('hai');
  const { mtimeMs } = await stat(join(dir, 'drive', 'thư.txt'));
  expect(mtimeMs / 1000).toBe(listed.find(({ name }) => name === 'thư.txt')?.last_modified);
  expect(await run()).toEqual({ written: 0, known: 1, problems: [] });
});

test.each([
  ['con.txt', '_con~'],
  ['a<b>.pdf', 'a_b_~'],
  ['cuối.', 'cuối_~'],
  [`${'ệ'.repeat(83)}?.txt`, 'ệ'],
])('%s gets a name that any file system takes', (name, begin) => {
  const safe = safeName(name, '0196d3a0-0000-7000-8000-0123456789ab');
  expect(safe.startsWith(begin)).toBe(true);
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
  expect(safeName('Hợp đồng (2).docx', '')).toBe('Hợp đồng (2).docx');
});
