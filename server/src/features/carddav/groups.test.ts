import { LIMITS } from '@bocau/contract/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardDavPerson, cardDavPerson, vcard } from '../../test-kit/carddav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: CardDavPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await cardDavPerson(server);
});

const [LAN, BINH, CHI] = ['A1B2C3D4-0000-4000-8000-00000000000A', 'b', 'c'] as const;

async function put(name: string, body: string, ifMatch?: string) {
  const headers = { 'content-type': 'text/vcard', ...(ifMatch ? { 'if-match': ifMatch } : {}) };
  const { status, headers: given } = await an.dav.call('PUT', `${an.book}${encodeURIComponent(name)}.vcf`, {
    body,
    headers,
  });
  expect([201, 204]).toContain(status);
  return given['etag'] as string;
}
const get = async (name: string) =>
  (await an.dav.call('GET', `${an.book}${encodeURIComponent(name)}.vcf`)).text;
const remove = (name: string) => an.dav.call('DELETE', `${an.book}${encodeURIComponent(name)}.vcf`);

/** As a Mac puts it. */
const group = (name: string, ...uids: string[]) =>
  vcard(
    'group-1',
    name,
    'X-ADDRESSBOOKSERVER-KIND:group',
    ...uids.map((uid) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${uid}`),
  );
const putPeople = async () => {
  for (const [uid, name] of [
    [LAN, 'Lan'],
    [BINH, 'Bình'],
    [CHI, 'Chi'],
  ] as const)
    await put(name, vcard(uid, name, `TEL:09000000${name.length}`));
};

const lists = async () => (await an.client.listContactLists({})).data;
const names = async (list: string) => {
  const { data, meta } = await an.client.listContacts({ query: { list } });
  expect(meta.total ?? 0).toBe(data.length);
  return data.map(({ name }) => name);
};
async function idOf(name: string): Promise<string> {
  const { data } = await an.client.listContacts({ query: {} });
  return data.find((row) => row.name === name)?.id ?? '';
}
const card = async (name: string) =>
  (await an.client.getContact({ params: { id: await idOf(name) } })).data.fields;
const change = async (name: string, add: string[], gone: string[] = []) =>
  an.client.changeContactList({
    body: { name, add: await Promise.all(add.map(idOf)), remove: await Promise.all(gone.map(idOf)) },
  });

describe('CT-16 a group that a Mac puts', () => {
  test('is a list in the web, and no person', async () => {
    await putPeople();
    const source = group('Bạn học', LAN, BINH);
    await put('group', source);
    expect(await lists()).toEqual([{ name: 'Bạn học', total: 2 }]);
    expect(await names('Bạn học')).toEqual(['Bình', 'Lan']);
    expect((await card('Lan')).lists).toEqual(['Bạn học']);
    expect((await an.client.listContacts({ query: {} })).data.map(({ name }) => name)).toEqual([
      ...['Bình', 'Chi', 'Lan'],
    ]);
    expect(await get('group')).toBe(source);
    expect(await get('Lan')).not.toContain('CATEGORIES');
    const { cards } = (await an.client.getContactChanges({ query: { since: '0' } })).data;
    expect(cards.flatMap((each) => each.card?.name ?? [])).not.toContain('Bạn học');
  });

  test('has members that come later, and such as were in the trash', async () => {
    await put('group', group('Bạn học', LAN.toLowerCase(), 'never', CHI));
    expect(await lists()).toEqual([]);
    await putPeople();
    expect(await names('Bạn học')).toEqual(['Chi', 'Lan']);
    await remove('Chi');
    expect(await names('Bạn học')).toEqual(['Lan']);
    await put('Chi', vcard(CHI, 'Chi'));
    expect(await names('Bạn học')).toEqual(['Chi', 'Lan']);
    expect(await get('group')).toContain('urn:uuid:never');
  });

  test('that it changes, renames and deletes is the list that changes, and ends', async () => {
    await putPeople();
    await put('group', group('Bạn học', LAN, BINH));
    await put('group', group('Bạn học', BINH, CHI));
    expect(await names('Bạn học')).toEqual(['Bình', 'Chi']);
    await put('group', group('Bạn cũ', BINH, CHI));
    expect(await lists()).toEqual([{ name: 'Bạn cũ', total: 2 }]);
    await remove('group');
    expect(await lists()).toEqual([]);
    expect((await card('Chi')).lists).toEqual([]);
    await put('group', group('Bạn cũ', CHI));
    expect(await names('Bạn cũ')).toEqual(['Chi']);
  });

  test('of version 4.0 is one too', async () => {
    await putPeople();
    const lines = ['BEGIN:VCARD', 'VERSION:4.0', 'UID:urn:uuid:g4', 'FN:Nhóm', 'KIND:group'];
    await put('four', [...lines, `MEMBER:urn:uuid:${CHI}`, 'END:VCARD', ''].join('\r\n'));
    expect(await names('Nhóm')).toEqual(['Chi']);
    await change('Nhóm', ['Lan']);
    expect(await get('four')).toContain(`MEMBER:urn:uuid:${CHI}\r\nMEMBER:urn:uuid:${LAN}\r\n`);
  });
});

describe('CT-16 both forms of a list', () => {
  test('are one list by its name', async () => {
    await putPeople();
    await put('group', group('Bạn học', LAN));
    await put('Chi', vcard(CHI, 'Chi', 'CATEGORIES:bạn học,Khác'));
    expect(await names('Bạn học')).toEqual(['Chi', 'Lan']);
    expect(await lists()).toEqual([
      { name: 'Bạn học', total: 2 },
      { name: 'Khác', total: 1 },
    ]);
  });

  test('say what is added in the web or by a program of the other form, by lines alone', async () => {
    await putPeople();
    const source = group('Bạn học', LAN);
    await put('group', source);
    await change('Bạn học', ['Bình']);
    const line = (uid: string) => `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${uid}\r\n`;
    const withBinh = source.replace(line(LAN), line(LAN) + line(BINH));
    expect(await get('group')).toBe(withBinh);
    expect(await get('Bình')).toContain('CATEGORIES:Bạn học');
    await put('Chi', vcard(CHI, 'Chi', 'CATEGORIES:Bạn học'));
    expect(await get('group')).toBe(withBinh.replace(line(BINH), line(BINH) + line(CHI)));
  });

  test('say what is removed in the web', async () => {
    await putPeople();
    const source = group('Bạn học', LAN, CHI);
    await put('group', source);
    await change('Bạn học', ['Bình']);
    await change('Bạn học', [], ['Bình', 'Chi']);
    expect(await get('group')).toBe(group('Bạn học', LAN));
    expect(await get('Bình')).not.toContain('CATEGORIES');
    const id = await idOf('Lan');
    await an.client.changeContact({ params: { id }, body: { fields: { lists: ['Mới'] } } });
    expect(await get('group')).toBe(group('Bạn học'));
    expect(await lists()).toEqual([{ name: 'Mới', total: 1 }]);
  });

  test('lose whom a Mac takes out of the group, also where the card carries its name', async () => {
    await putPeople();
    await put('group', group('Bạn học', LAN));
    await change('Bạn học', ['Bình', 'Chi']);
    await put('group', group('Bạn học', LAN, CHI));
    expect(await names('Bạn học')).toEqual(['Chi', 'Lan']);
    expect(await get('Bình')).not.toContain('CATEGORIES');
    await put('group', group('Lớp cũ', LAN, CHI));
    expect(await lists()).toEqual([{ name: 'Lớp cũ', total: 2 }]);
    expect(await get('Chi')).toContain('CATEGORIES:Lớp cũ');
  });

  test('keep a member whose program knows only groups, and loses its categories', async () => {
    await putPeople();
    await put('group', group('Bạn học', LAN));
    await change('Bạn học', ['Bình']);
    await put('Bình', vcard(BINH, 'Bình Mới'));
    expect(await names('Bạn học')).toEqual(['Lan', 'Bình Mới']);
    expect(await get('group')).toContain(`urn:uuid:${BINH}`);
  });

  test('come to rest: what is put again as it was read changes nothing else', async () => {
    await putPeople();
    await put('group', group('Bạn học', LAN));
    await change('Bạn học', ['Bình', 'Chi']);
    const all = async () => Promise.all(['group', 'Lan', 'Bình', 'Chi'].map(get));
    const before = await all();
    for (const name of ['group', 'Bình', 'Chi', 'Lan', 'group']) {
      const tag = (await an.dav.call('HEAD', `${an.book}${encodeURIComponent(name)}.vcf`)).headers[
        'etag'
      ] as string;
      expect(await put(name, await get(name), tag)).toBe(tag);
      expect(await all()).toEqual(before);
    }
    expect(await lists()).toEqual([{ name: 'Bạn học', total: 3 }]);
  });

  test('are a list also where the group has no room for one more', async () => {
    await putPeople();
    const full = Array.from({ length: LIMITS.contactProperties - 5 }, (_, at) => `x${at}`);
    await put('group', group('Đông', ...full));
    const before = await get('group');
    await change('Đông', ['Lan']);
    expect(await names('Đông')).toEqual(['Lan']);
    expect(await get('group')).toBe(before);
  });
});
