import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { vcard } from '../test-kit/carddav-person.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { findThunderbird, type Thunderbird } from './debian-programs.ts';
import { makeOpenFolder } from './other-mail-server.ts';
import { type RunningThunderbird, startThunderbird } from './start-thunderbird.ts';
import { contactActsIn } from './thunderbird-contacts-acts.ts';

const found = findThunderbird();
/** For another program, beside other tests. */
const PATIENCE = { timeout: 15_000 };

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(found === null)('the address book of Debian’s Thunderbird', () => {
  let server: TestServer;
  let an: NewPerson;
  let place: { folder: string; remove(): Promise<void> };
  let running: RunningThunderbird;
  let thunderbird: ReturnType<typeof contactActsIn>;
  let books: string[];

  beforeAll(async () => {
    server = await startTestServer({ clock: systemClock });
    an = await newPerson(server);
    await an.client.createContact({
      body: {
        fields: {
          ...{ full_name: 'Nguyễn Thị Lan Anh', family_name: 'Nguyễn', given_name: 'Anh' },
          emails: [{ label: 'work', value: 'lan.anh@minhphat.example' }],
          phones: [{ label: 'mobile', value: '0912 345 678' }],
        },
      },
    });
    const body = { name: 'Thunderbird', scopes: ['dav' as const] };
    const { data } = await an.client.createAppPassword({ body });
    place = await makeOpenFolder('thunderbird-contacts');
    running = await startThunderbird(found as Thunderbird, {
      folder: place.folder,
      httpPort: server.running.httpPort as number,
    });
    thunderbird = contactActsIn(running);
    books = await thunderbird.addBook('http://mail.test/', an.email, data.password);
  });
  afterAll(async () => {
    await running?.stop();
    await server?.close();
    await place?.remove();
  });

  const inWeb = async (email: string) => (await an.client.findContact({ query: { email } })).data;

  test('CD-1 it finds the book from the name of the site and an app password, and shows its cards', async () => {
    // The people of the domain are one more book.
    expect(books).toEqual(['Danh bạ', 'Danh bạ công ty']);
    expect(await thunderbird.seesNames(['Nguyễn Thị Lan Anh'])).toEqual([
      { name: 'Nguyễn Thị Lan Anh', email: 'lan.anh@minhphat.example', phone: '0912 345 678' },
    ]);
  });

  test('CD-7 what it adds, changes and deletes is so in the web', async () => {
    const email = 'dung@saomai.example';
    const lines = [`EMAIL;PREF=1:${email}`, 'TEL;TYPE=work:0987 654 321'];
    await thunderbird.add(vcard('thunderbird-1', 'Đỗ Đức Dũng', ...lines));
    await expect.poll(() => inWeb(email), PATIENCE).toMatchObject({ name: 'Đỗ Đức Dũng' });
    const before = await inWeb(email);
    await thunderbird.changeNumber('Đỗ Đức Dũng', '0987 000 000');
    await expect
      .poll(() => inWeb(email), PATIENCE)
      .toMatchObject({ id: before?.id, fields: { phones: [{ value: '0987 000 000' }] } });
    await thunderbird.seesNames(['Nguyễn Thị Lan Anh', 'Đỗ Đức Dũng']);
    await thunderbird.remove('Đỗ Đức Dũng');
    await expect.poll(() => inWeb(email), PATIENCE).toBeNull();
    expect((await an.client.listContacts({ query: { only: 'trash' } })).data).toHaveLength(1);
  });

  test('CD-3 what the web adds, changes and deletes it shows when it synchronizes', async () => {
    const { data: made } = await an.client.createContact({ body: { fields: { full_name: 'Phạm Minh' } } });
    await thunderbird.synchronize();
    await thunderbird.seesNames(['Nguyễn Thị Lan Anh', 'Phạm Minh']);
    const fields = { full_name: 'Phạm Văn Minh', phones: [{ label: 'mobile', value: '0900 000 001' }] };
    await an.client.changeContact({ params: { id: made.id }, body: { fields } });
    await thunderbird.synchronize();
    const shown = await thunderbird.seesNames(['Nguyễn Thị Lan Anh', 'Phạm Văn Minh']);
    expect(shown.find(({ name }) => name === 'Phạm Văn Minh')?.phone).toBe('0900 000 001');
    await an.client.trashContacts({ body: { ids: [made.id] } });
    await thunderbird.synchronize();
    await thunderbird.seesNames(['Nguyễn Thị Lan Anh']);
  });
});
