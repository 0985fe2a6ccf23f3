import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardDavPerson, cardDavPerson, vcard } from '../../test-kit/carddav-person.ts';
import { davClient } from '../../test-kit/dav-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: CardDavPerson;

beforeAll(async () => {
  server = await startTestServer();
  an = await cardDavPerson(server);
});
afterAll(() => server.close());

const XML = { 'content-type': 'text/xml' };
const found = (answer: Awaited<ReturnType<CardDavPerson['dav']['ask']>>, path: string) =>
  answer.byHref.get(path)?.props[200] ?? {};

/** The steps of dataaccessd of iOS 15 to 17, as operators of servers have published their logs (sabre.io, Nextcloud). */
test('CD-1 an iPhone finds the books by steps, from the name of the site alone', async () => {
  const { dav, email, home, book } = an;
  const agent = { 'user-agent': 'iOS/17.0 (21A329) dataaccessd/1.0', ...XML };
  const principal = `<?xml version="1.0" encoding="UTF-8"?>
<A:propfind xmlns:A="DAV:">
  <A:prop>
    <A:current-user-principal/>
    <A:principal-URL/>
    <A:resourcetype/>
  </A:prop>
</A:propfind>
`;
  const moved = await dav.call('PROPFIND', '/.well-known/carddav', {
    headers: agent,
    depth: '0',
    body: principal,
  });
  expect([moved.status, moved.headers['location']]).toEqual([301, '/dav/']);

  const asked = { headers: agent, depth: '0' as const };
  const own = `/dav/principals/${email}/`;
  const root = await dav.ask('PROPFIND', '/dav/', { ...asked, body: principal });
  expect(found(root, '/dav/')).toMatchObject({ 'current-user-principal': { href: own } });
  expect(root.byHref.get('/dav/')?.props[404]).toEqual({ 'principal-URL': '' });

  const body = `<A:propfind xmlns:A="DAV:"><A:prop><B:addressbook-home-set xmlns:B="urn:ietf:params:xml:ns:carddav"/>
    <B:directory-gateway xmlns:B="urn:ietf:params:xml:ns:carddav"/><A:displayname/>
    <C:email-address-set xmlns:C="http://calendarserver.org/ns/"/><A:principal-collection-set/><A:principal-URL/>
    <A:resource-id/><A:supported-report-set/></A:prop></A:propfind>`;
  const person = await dav.ask('PROPFIND', own, { ...asked, body });
  expect(found(person, own)).toMatchObject({
    'addressbook-home-set': { href: home },
    'principal-URL': { href: own },
  });

  const books = `<A:propfind xmlns:A="DAV:"><A:prop><A:add-member/><D:bulk-requests xmlns:D="http://me.com/_namespace/"/>
    <A:current-user-privilege-set/><A:displayname/><B:max-image-size xmlns:B="urn:ietf:params:xml:ns:carddav"/>
    <B:max-resource-size xmlns:B="urn:ietf:params:xml:ns:carddav"/><C:me-card xmlns:C="http://calendarserver.org/ns/"/>
    <A:owner/><A:resource-id/><A:resourcetype/><A:supported-report-set/><A:sync-token/>
    <C:getctag xmlns:C="http://calendarserver.org/ns/"/></A:prop></A:propfind>`;
  const list = await dav.ask('PROPFIND', home, { ...asked, depth: '1', body: books });
  expect(found(list, home)['resourcetype']).toEqual({ collection: '' });
  expect(found(list, book)).toMatchObject({
    displayname: 'Danh bạ',
    resourcetype: { collection: '', addressbook: '' },
    owner: { href: own },
    'max-resource-size': '1048576',
    getctag: expect.any(String),
    'sync-token': expect.stringMatching(/^urn:/),
  });
  const { privilege } = found(list, book)['current-user-privilege-set'] as { privilege: object[] };
  expect(privilege).toEqual(expect.arrayContaining([{ write: '' }, { bind: '' }, { unbind: '' }]));
});

/** DAVx5 4.x: `ServiceDetector` and `HomeSetRefresher` of its source ask so. */
test('CD-1 DAVx5 asks at once for everything, and reads which reports and versions there are', async () => {
  const { dav, home, book } = an;
  const options = await davClient(server.baseUrl, null).call('OPTIONS', '/dav/');
  expect([options.status, options.headers['dav']]).toEqual([
    200,
    '1, 3, extended-mkcol, addressbook, calendar-access, calendar-auto-schedule',
  ]);
  expect(options.headers['allow']).toContain('REPORT');
  const body = `<propfind xmlns="DAV:" xmlns:CARD="urn:ietf:params:xml:ns:carddav"><prop><resourcetype/><displayname/>
    <CARD:addressbook-description/><CARD:addressbook-home-set/><CARD:supported-address-data/><supported-report-set/>
    <current-user-principal/><current-user-privilege-set/><owner/></prop></propfind>`;
  const list = await dav.ask('PROPFIND', home, { depth: '1', body });
  const facts = found(list, book);
  expect(facts['supported-report-set']).toEqual({
    'supported-report': [
      { report: { 'sync-collection': '' } },
      { report: { 'addressbook-query': '' } },
      { report: { 'addressbook-multiget': '' } },
    ],
  });
  expect(facts['supported-address-data']).toEqual({
    'address-data-type': [
      { '@_content-type': 'text/vcard', '@_version': '3.0' },
      { '@_content-type': 'text/vcard', '@_version': '4.0' },
    ],
  });
  expect(list.byHref.get(book)?.props[404]).toEqual({
    'addressbook-description': '',
    'addressbook-home-set': '',
  });
});

/** Thunderbird 115: `CardDAVUtils.detectAddressBooks` and `CardDAVDirectory.fetchAllFromServer` of its source. */
test('CD-1 Thunderbird lists a book by its tags, and its words are brief where it prefers that', async () => {
  const { dav, book } = an;
  await dav.call('PUT', `${book}one.vcf`, { body: vcard('one', 'Lan Anh') });
  const body = `<?xml version="1.0" encoding="UTF-8"?>
    <propfind xmlns="DAV:" xmlns:cs="http://calendarserver.org/ns/"><prop><resourcetype/><getetag/><cs:getctag/></prop></propfind>`;
  const list = await dav.ask('PROPFIND', book, { depth: '1', body });
  expect([...list.byHref.keys()]).toEqual([book, `${book}one.vcf`]);
  expect(found(list, `${book}one.vcf`)).toEqual({
    resourcetype: '',
    getetag: expect.stringMatching(/^"\w{32}"$/),
  });
  expect(list.byHref.get(`${book}one.vcf`)?.props[404]).toEqual({ getctag: '' });
  const brief = await dav.ask('PROPFIND', book, { depth: '1', body, headers: { prefer: 'return=minimal' } });
  expect(brief.byHref.get(`${book}one.vcf`)?.props[404]).toBeUndefined();
});

test('all properties and their names are answered; a whole tree is not', async () => {
  const { dav, book, home } = an;
  await dav.call('PUT', `${book}one.vcf`, { body: vcard('one', 'Lan Anh') });
  const all = await dav.ask('PROPFIND', `${book}one.vcf`);
  expect(found(all, `${book}one.vcf`)).toMatchObject({
    getcontenttype: 'text/vcard; charset=utf-8',
    getcontentlength: expect.any(String),
    getlastmodified: expect.stringContaining('GMT'),
  });
  const names = await dav.ask('PROPFIND', book, {
    depth: '0',
    body: '<propfind xmlns="DAV:"><propname/></propfind>',
  });
  expect(found(names, book)).toMatchObject({ displayname: '', getctag: '', 'supported-address-data': '' });
  for (const path of ['/dav/', home, book]) {
    const refused = await dav.call('PROPFIND', path, { depth: 'infinity' });
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('<D:propfind-finite-depth/>'),
    ]);
  }
});

test.each(['/dav', '/dav/principals/', '/dav/addressbooks/'])(
  '%s leads to what is the caller’s',
  async (path) => {
    const { byHref } = await an.dav.ask('PROPFIND', path, { depth: '1' });
    expect(byHref.size).toBeGreaterThan(1);
  },
);

test('CD-1 CT-6 there is nothing below the address of another person, or of nobody', async () => {
  const { dav } = an;
  const binh = await cardDavPerson(server);
  await binh.dav.call('PUT', `${binh.book}b.vcf`, { body: vcard('b', 'Bình') });
  const nobody = `/dav/addressbooks/khong.co@saomai.example/`;
  const ownBook = binh.book.split('/').at(-2);
  const paths = [
    binh.home,
    binh.book,
    `${binh.book}b.vcf`,
    nobody,
    `${an.home}${ownBook}/`,
    `${an.home}${ownBook}/b.vcf`,
  ];
  for (const path of [
    ...paths,
    `/dav/principals/${binh.email}/`,
    '/dav/files/',
    `${an.home}x/`,
    `${an.book}none.vcf`,
  ]) {
    for (const [method, sent] of [
      ['PROPFIND', { depth: '0' }],
      ['DELETE', {}],
    ] as const) {
      const { status } = await dav.call(method, path, sent);
      expect([method, path, status]).toEqual([method, path, 404]);
    }
  }
  for (const path of [`${binh.book}b.vcf`, `${an.home}${ownBook}/b.vcf`]) {
    expect((await dav.call('GET', path)).status).toBe(404);
    expect((await dav.call('PUT', path, { body: vcard('c', 'C') })).status).toBe(404);
  }
  expect((await binh.dav.call('GET', `${binh.book}b.vcf`)).status).toBe(200);
});
