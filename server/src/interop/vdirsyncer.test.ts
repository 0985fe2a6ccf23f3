import { readdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardDavPerson, cardDavPerson, vcard } from '../test-kit/carddav-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { findVdirsyncer, type PythonProgram } from './contact-programs.ts';
import { openSyncedFolder, type SyncedFolder } from './synced-folder.ts';

const vdirsyncer = findVdirsyncer();
/** More than it asks for at once. */
const CARDS = 150;

describe.skipIf(vdirsyncer === null)('vdirsyncer of Debian', () => {
  let server: TestServer;
  let an: CardDavPerson;
  let synced: SyncedFolder;
  let files: string;

  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.close());
  beforeEach(async () => {
    an = await cardDavPerson(server);
    synced = await openSyncedFolder(vdirsyncer as PythonProgram, { ...an, url: `${server.baseUrl}/` });
    files = synced.filesOf(an.book.split('/').at(-2) ?? '');
    return () => synced.remove();
  });

  async function run(verb: 'discover' | 'sync'): Promise<void> {
    const { code, said } = await synced[verb]();
    expect(code, said).toBe(0);
  }

  const put = (name: string, card: string) => an.dav.call('PUT', `${an.book}${name}.vcf`, { body: card });
  const cardOf = async (name: string) => (await an.dav.call('GET', `${an.book}${name}.vcf`)).text;

  test('CD-8 brings all cards, and takes the same changes to both sides', async () => {
    for (let at = 0; at < CARDS; at += 1)
      await put(`n${at}`, vcard(`n${at}`, `Người thứ ${at}`, 'X-ODD:a\\,b'));
    await run('discover');
    await run('sync');
    expect(await readdir(files)).toHaveLength(CARDS);
    // The people of the domain are one more book of theirs.
    const { data: people } = await an.client.listDirectory({ query: {} });
    expect(await readdir(synced.filesOf('directory'))).toHaveLength(people.length);
    expect(await readFile(join(files, 'n7.vcf'), 'utf8')).toContain('X-ODD:a\\,b');

    await writeFile(join(files, 'n1.vcf'), vcard('n1', 'Sửa ở đây'));
    await writeFile(join(files, 'new.vcf'), vcard('new', 'Mới ở đây'));
    await unlink(join(files, 'n2.vcf'));
    await put('n3', vcard('n3', 'Sửa ở xa'));
    await an.dav.call('DELETE', `${an.book}n4.vcf`);
    await writeFile(join(files, 'n5.vcf'), vcard('n5', 'Hai bên, ở đây'));
    await put('n5', vcard('n5', 'Hai bên, ở xa'));
    await run('sync');

    expect(await cardOf('n1')).toContain('Sửa ở đây');
    const { data } = await an.client.listContacts({ query: { search: 'moi o day' } });
    expect(data).toMatchObject([{ name: 'Mới ở đây' }]);
    expect((await an.dav.call('GET', `${an.book}n2.vcf`)).status).toBe(404);
    expect(await readFile(join(files, 'n3.vcf'), 'utf8')).toContain('Sửa ở xa');
    expect(await readFile(join(files, 'n5.vcf'), 'utf8')).toContain('ở xa');
    expect(await readdir(files)).not.toContain('n4.vcf');
    expect(await readdir(files)).toHaveLength(CARDS - 1);
  });
});
