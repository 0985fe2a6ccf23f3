import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CardDavPerson, cardDavPerson } from '../test-kit/carddav-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { findKhard, findVdirsyncer, type PythonProgram } from './contact-programs.ts';
import { runProgram } from './run-program.ts';
import { openSyncedFolder, type SyncedFolder } from './synced-folder.ts';

const [vdirsyncer, khard] = [findVdirsyncer(), findKhard()];

/** It reads and writes the files that vdirsyncer brings and takes. */
describe.skipIf(vdirsyncer === null || khard === null)('khard of Debian', () => {
  let server: TestServer;
  let an: CardDavPerson;
  let synced: SyncedFolder;

  beforeAll(async () => {
    server = await startTestServer();
    an = await cardDavPerson(server);
    synced = await openSyncedFolder(vdirsyncer as PythonProgram, { ...an, url: `${server.baseUrl}/` });
    await an.client.createContact({ body: { fields: FIELDS } });
    await done(synced.discover());
    await done(synced.sync());
    const place = join(synced.folder, 'settings/khard');
    await mkdir(place, { recursive: true });
    const path = synced.filesOf(an.book.split('/').at(-2) ?? '');
    await writeFile(
      join(place, 'khard.conf'),
      `[addressbooks]\n[[web]]\npath = ${path}\n[contact table]\ndisplay = formatted_name\n`,
    );
  });
  afterAll(async () => {
    await synced?.remove();
    await server?.close();
  });

  async function done(ended: Promise<{ code: number | null; said: string }>): Promise<string> {
    const { code, said } = await ended;
    expect(code, said).toBe(0);
    return said;
  }

  function run(args: string[]): Promise<string> {
    const { command = [], env = {} } = khard ?? {};
    const places = { HOME: synced.folder, XDG_CONFIG_HOME: join(synced.folder, 'settings') };
    return done(runProgram([...command, ...args], { env: { ...env, ...places }, input: 'y\n' }));
  }

  async function form(text: string): Promise<string> {
    const file = join(synced.folder, 'form.yaml');
    await writeFile(file, text);
    return file;
  }

  async function namesInWeb(): Promise<string[]> {
    const { data } = await an.client.listContacts({ query: {} });
    return data.map(({ name }) => name);
  }

  test('CD-7 lists and shows a card of the web', async () => {
    expect(await run(['list', '--parsable'])).toContain('Nguyễn Thị Lan Anh');
    const shown = await run(['show', 'Lan Anh']);
    for (const one of ['lan.anh@minhphat.example', '0912 345 678', 'Minh Phát', 'Gọi sau 14 giờ'])
      expect(shown).toContain(one);
    expect(await run(['email', '--parsable', 'lan'])).toContain('lan.anh@minhphat.example');
  });

  test('CD-7 what it adds, changes and removes is so in the web', async () => {
    await run(['new', '-a', 'web', '-i', await form(NEW)]);
    await done(synced.sync());
    expect((await namesInWeb()).sort()).toEqual(['Nguyễn Thị Lan Anh', 'Đỗ Đức Dũng']);
    const { data: found } = await an.client.findContact({ query: { email: 'dung@saomai.example' } });
    expect(found?.fields).toMatchObject({
      ...{ family_name: 'Đỗ', given_name: 'Dũng', organisation: 'Sao Mai' },
      phones: [{ value: '0987 654 321' }],
    });

    const change = NEW.replace('0987 654 321', '0987 000 000');
    await run(['edit', '-i', await form(change), 'Dũng']);
    await done(synced.sync());
    const { data: changed } = await an.client.findContact({ query: { email: 'dung@saomai.example' } });
    expect([changed?.id, changed?.fields.phones]).toMatchObject([found?.id, [{ value: '0987 000 000' }]]);

    await run(['remove', '--force', 'Dũng']);
    await done(synced.sync());
    expect(await namesInWeb()).toEqual(['Nguyễn Thị Lan Anh']);
  });
});

const FIELDS = {
  ...{ full_name: 'Nguyễn Thị Lan Anh', family_name: 'Nguyễn', middle_name: 'Thị Lan', given_name: 'Anh' },
  ...{ organisation: 'Minh Phát', notes: 'Gọi sau 14 giờ' },
  emails: [{ label: 'work', value: 'lan.anh@minhphat.example' }],
  phones: [{ label: 'mobile', value: '0912 345 678' }],
};

/** As its form in an editor would be filled in. */
const NEW = `
First name: Dũng
Last name: Đỗ
Additional: Đức
Formatted name: Đỗ Đức Dũng
Organisation: Sao Mai
Phone:
    cell: 0987 654 321
Email:
    work: dung@saomai.example
`;
