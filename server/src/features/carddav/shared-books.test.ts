import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type CardDavPerson, cardDavPerson, vcard } from '../../test-kit/carddav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: CardDavPerson;
let binh: CardDavPerson;
/** The same book, as the other person sees it. */
let shared: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  [an, binh] = [await cardDavPerson(server), await cardDavPerson(server)];
  await an.dav.call('PUT', `${an.book}a.vcf`, { body: vcard('a', 'Lan') });
  shared = `${binh.home}${bookId(an)}/`;
});

const bookId = ({ book }: CardDavPerson) => book.split('/').at(-2) ?? '';
const share = (permission: 'READ' | 'WRITE' | null) =>
  an.client.setBookMembers({
    params: { id: bookId(an) },
    body: { members: permission === null ? [] : [{ address: binh.email, permission }] },
  });

test('CT-6 a book that is shared is listed beside one’s own, with its owner and what one may do', async () => {
  await share('READ');
  const { byHref } = await binh.dav.ask('PROPFIND', binh.home, {
    depth: '1',
    body: `<propfind xmlns="DAV:"><prop><displayname/><owner/><current-user-privilege-set/></prop></propfind>`,
  });
  expect([...byHref.keys()]).toEqual([binh.home, binh.book, shared, `${binh.home}directory/`]);
  const facts = byHref.get(shared)?.props[200] ?? {};
  expect(facts).toMatchObject({
    displayname: expect.stringMatching(/^Danh bạ \(Người thứ \d+\)$/),
    owner: { href: `/dav/principals/${an.email}/` },
  });
  expect(JSON.stringify(facts)).not.toContain('write');
});

test('CT-6 to read: its cards are read and synchronized, and nothing is changed', async () => {
  await share('READ');
  const { dav } = binh;
  expect((await dav.call('GET', `${shared}a.vcf`)).text).toContain('Lan');
  const sync = '<sync-collection xmlns="DAV:"><sync-token/><prop><getetag/></prop></sync-collection>';
  expect((await dav.ask('REPORT', shared, { body: sync })).byHref.has(`${shared}a.vcf`)).toBe(true);
  const destination = `${binh.book}a.vcf`;
  for (const [method, path, sent] of [
    ['PUT', `${shared}a.vcf`, { body: vcard('a', 'Hỏng') }],
    ['PUT', `${shared}b.vcf`, { body: vcard('b', 'Hỏng') }],
    ['DELETE', `${shared}a.vcf`, {}],
    ['MOVE', `${shared}a.vcf`, { headers: { destination } }],
    [
      'PROPPATCH',
      shared,
      {
        body: '<propertyupdate xmlns="DAV:"><set><prop><displayname>x</displayname></prop></set></propertyupdate>',
      },
    ],
  ] as const) {
    const { status } = await dav.call(method, path, sent);
    expect([method, status]).toEqual([method, 403]);
  }
  expect((await dav.call('COPY', `${shared}a.vcf`, { headers: { destination } })).status).toBe(201);
  expect((await an.dav.call('GET', `${an.book}a.vcf`)).text).toContain('Lan');
});

test('CT-6 to write: cards are put, moved out and deleted, and the owner’s program is told', async () => {
  await share('WRITE');
  const sync = (token: string) =>
    `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><prop><getetag/></prop></sync-collection>`;
  const { token = '' } = await an.dav.ask('REPORT', an.book, { body: sync('') });
  const { dav } = binh;
  expect((await dav.call('PUT', `${shared}b.vcf`, { body: vcard('b', 'Bình') })).status).toBe(201);
  const destination = `${binh.book}a.vcf`;
  expect((await dav.call('MOVE', `${shared}a.vcf`, { headers: { destination } })).status).toBe(201);
  expect((await dav.call('GET', destination)).text).toContain('Lan');
  const { byHref } = await an.dav.ask('REPORT', an.book, { body: sync(token) });
  expect(byHref.get(`${an.book}a.vcf`)?.status).toBe(404);
  expect(byHref.has(`${an.book}b.vcf`)).toBe(true);
});

test.each(['READ', 'WRITE'] as const)(
  'CT-25 is left by who deletes it (%s), and stays its owner’s',
  async (may) => {
    await share(may);
    expect((await binh.dav.call('DELETE', shared)).status).toBe(204);
    expect((await binh.dav.call('PROPFIND', shared, { depth: '0' })).status).toBe(404);
    expect((await an.dav.call('GET', `${an.book}a.vcf`)).text).toContain('Lan');
  },
);

test('CT-6 that is no longer shared is gone at once', async () => {
  await share('WRITE');
  expect((await binh.dav.call('GET', `${shared}a.vcf`)).status).toBe(200);
  await share(null);
  for (const [method, path, sent] of [
    ['GET', `${shared}a.vcf`, {}],
    ['PUT', `${shared}b.vcf`, { body: vcard('b', 'B') }],
    ['PROPFIND', shared, { depth: '0' }],
  ] as const)
    expect((await binh.dav.call(method, path, sent)).status).toBe(404);
});

test('CT-64 a card that is replaced by a MOVE is in the trash of its owner, by whom it was done', async () => {
  await share('WRITE');
  await binh.dav.call('PUT', `${binh.book}b.vcf`, { body: vcard('b', 'Bình') });
  const headers = { destination: `${shared}a.vcf` };
  expect((await binh.dav.call('MOVE', `${binh.book}b.vcf`, { headers })).status).toBe(204);
  const { data: trash } = await an.client.listContacts({ query: { only: 'trash' } });
  const cards = trash.map(({ id }) => an.client.getContact({ params: { id } }));
  expect((await Promise.all(cards)).map(({ data }) => data.trashed_by?.email)).toEqual([binh.email]);
});
