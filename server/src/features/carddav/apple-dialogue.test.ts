import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CardDavPerson, cardDavPerson } from '../../test-kit/carddav-person.ts';
import { davClient } from '../../test-kit/dav-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

/**
 * What Contacts of iOS and macOS send, step by step, with their headers and bodies: as operators of Nextcloud, sabre/dav,
 * Radicale and Xandikos have published their logs. Answers are held against what the programs go on with.
 */
const IOS = {
  ...{ 'user-agent': 'iOS/17.5.1 (21F90) dataaccessd/1.0', accept: '*/*', 'content-type': 'text/xml' },
  ...{ 'accept-language': 'vi-VN,vi;q=0.9', brief: 't', prefer: 'return=minimal' },
};
const MACOS = { ...IOS, 'user-agent': 'macOS/14.5 (23F79) AddressBookCore/2610.600.41' };

let server: TestServer;
let an: CardDavPerson;

beforeAll(async () => {
  server = await startTestServer();
  an = await cardDavPerson(server);
});
afterAll(() => server.close());

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`;

const TAGS = xml(`<A:propfind xmlns:A="DAV:"><A:prop><C:getctag xmlns:C="http://calendarserver.org/ns/"/>
  <A:sync-token/></A:prop></A:propfind>`);

const sync = (token: string) =>
  xml(`<A:sync-collection xmlns:A="DAV:">
  <A:sync-token>${token}</A:sync-token>
  <A:sync-level>1</A:sync-level>
  <A:prop>
    <A:getetag/>
  </A:prop>
</A:sync-collection>`);

const multiget = (hrefs: string[]) =>
  xml(`<B:addressbook-multiget xmlns:B="urn:ietf:params:xml:ns:carddav">
  <A:prop xmlns:A="DAV:">
    <A:getetag/>
    <B:address-data/>
  </A:prop>
${hrefs.map((href) => `  <A:href xmlns:A="DAV:">${href}</A:href>`).join('\n')}
</B:addressbook-multiget>`);

const UID = '9D0C7A3E-5F0B-4E0B-9E55-5D4C0F2B7A11';
const card = (number: string) =>
  [
    ...['BEGIN:VCARD', 'VERSION:3.0', 'PRODID:-//Apple Inc.//iPhone OS 17.5.1//EN'],
    ...['N:Nguyễn;Lan Anh;Thị;;', 'FN:Nguyễn Thị Lan Anh', 'ORG:Minh Phát;'],
    ...['item1.EMAIL;type=INTERNET;type=pref:lan.anh@minhphat.example', 'item1.X-ABLabel:_$!<Work>!$_'],
    ...[`TEL;type=CELL;type=VOICE;type=pref:${number}`, 'item2.X-ABDATE;type=pref:2015-10-20'],
    ...[
      'item2.X-ABLabel:_$!<Anniversary>!$_',
      'X-SOCIALPROFILE;type=twitter;x-user=lan:https://x.example/lan',
    ],
    ...['BDAY;X-APPLE-OMIT-YEAR=1604:1604-03-02', `REV:2026-11-20T02:00:00Z`, `UID:${UID}`, 'END:VCARD', ''],
  ].join('\r\n');

describe('an iPhone', () => {
  const path = () => `${an.book}${UID}.vcf`;

  test('CD-1 is asked for its password where it went without, and is led on', async () => {
    const stranger = davClient(server.baseUrl, null);
    const body = xml(`<A:propfind xmlns:A="DAV:"><A:prop><A:current-user-principal/></A:prop></A:propfind>`);
    const asked = await stranger.call('PROPFIND', '/.well-known/carddav', { headers: IOS, depth: '0', body });
    expect([asked.status, asked.headers['location']]).toEqual([301, '/dav/']);
    const refused = await stranger.call('PROPFIND', '/dav/', { headers: IOS, depth: '0', body });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^Basic realm="/),
    ]);
    const options = await an.dav.call('OPTIONS', `/dav/principals/${an.email}/`, { headers: IOS });
    expect([options.status, options.headers['dav']]).toEqual([200, expect.stringContaining('addressbook')]);
  });

  test('CD-3 puts a card, is told its tag, and hears of nothing but that', async () => {
    const { dav, home, book } = an;
    const tags = (await dav.ask('PROPFIND', home, { headers: IOS, depth: '1', body: TAGS })).byHref.get(book);
    expect(tags?.props[200]).toEqual({ getctag: expect.any(String), 'sync-token': expect.any(String) });
    const first = await dav.ask('REPORT', book, { headers: IOS, depth: '1', body: sync('') });
    expect(first.token).toBe(tags?.props[200]?.['sync-token']);
    const put = await dav.call('PUT', path(), {
      headers: { ...IOS, 'content-type': 'text/vcard', 'if-none-match': '*' },
      body: card('0912 345 678'),
    });
    expect([put.status, put.headers['etag']]).toEqual([201, expect.stringMatching(/^"\w+"$/)]);
    const { byHref } = await dav.ask('REPORT', book, {
      headers: IOS,
      depth: '1',
      body: sync(first.token ?? ''),
    });
    expect([...byHref]).toEqual([
      [path(), { status: null, props: { 200: { getetag: put.headers['etag'] } } }],
    ]);
    const { data } = await an.client.findContact({ query: { email: 'lan.anh@minhphat.example' } });
    expect(data?.fields).toMatchObject({
      given_name: 'Lan Anh',
      birthday: '--03-02',
      organisation: 'Minh Phát',
    });
  });

  test('CD-2 reads back what it put, and what the web added to it', async () => {
    const { dav, book, client } = an;
    const read = async () => {
      const { byHref } = await dav.ask('REPORT', book, {
        headers: IOS,
        depth: '1',
        body: multiget([path()]),
      });
      return byHref.get(path())?.props[200] ?? {};
    };
    expect((await read())['address-data']).toBe(card('0912 345 678'));
    const { data } = await client.findContact({ query: { email: 'lan.anh@minhphat.example' } });
    await client.changeContact({
      params: { id: data?.id ?? '' },
      body: { fields: { notes: 'Gọi sau 14 giờ' } },
    });
    const edited = String((await read())['address-data']);
    for (const line of card('0912 345 678')
      .split('\r\n')
      .filter((one) => !one.startsWith('REV')))
      expect(edited).toContain(line);
    expect(edited).toContain('NOTE:Gọi sau 14 giờ');
  });

  test('CD-2 is refused what it changes over the web’s change, fetches that, and then may', async () => {
    const { dav, book } = an;
    const headers = { ...IOS, 'content-type': 'text/vcard' };
    const old = { ...headers, 'if-match': '"0123456789abcdef0123456789abcdef"' };
    expect((await dav.call('PUT', path(), { headers: old, body: card('0900 000 001') })).status).toBe(412);
    const now = await dav.ask('REPORT', book, { headers: IOS, depth: '1', body: multiget([path()]) });
    const tag = String(now.byHref.get(path())?.props[200]?.['getetag']);
    const put = await dav.call('PUT', path(), {
      headers: { ...headers, 'if-match': tag },
      body: card('0900 000 001'),
    });
    expect([put.status, put.headers['etag'] === tag]).toEqual([204, false]);
    const gone = await dav.call('DELETE', path(), {
      headers: { ...IOS, 'if-match': put.headers['etag'] ?? '' },
    });
    expect(gone.status).toBe(204);
    expect((await dav.call('DELETE', path(), { headers: IOS })).status).toBe(404);
  });
});

describe('a Mac', () => {
  test('CD-6 names its owner’s card, and is told that this is not kept', async () => {
    const body = xml(`<A:propertyupdate xmlns:A="DAV:"><A:set><A:prop>
      <C:me-card xmlns:C="http://calendarserver.org/ns/"><A:href>${an.book}${UID}.vcf</A:href></C:me-card>
    </A:prop></A:set></A:propertyupdate>`);
    const { byHref } = await an.dav.ask('PROPPATCH', an.home, { headers: MACOS, body });
    expect(byHref.get(an.home)?.props).toEqual({ 403: { 'me-card': '' } });
  });

  test('asks for more than there is, and is answered what is there', async () => {
    const body = xml(`<A:propfind xmlns:A="DAV:"><A:prop><C:pushkey xmlns:C="http://calendarserver.org/ns/"/>
      <C:push-transports xmlns:C="http://calendarserver.org/ns/"/><A:quota-available-bytes/><A:sync-token/>
      <D:guardian-restricted xmlns:D="http://me.com/_namespace/"/><A:resourcetype/></A:prop></A:propfind>`);
    const { byHref } = await an.dav.ask('PROPFIND', an.home, { headers: MACOS, depth: '1', body });
    expect(byHref.get(an.book)).toEqual({
      ...{ status: null },
      props: { 200: { 'sync-token': expect.any(String), resourcetype: { collection: '', addressbook: '' } } },
    });
  });

  test('CD-2 keeps a group as a card of its own kind, which is nobody in the web', async () => {
    const { dav, book, client } = an;
    const headers = { ...MACOS, 'content-type': 'text/vcard', 'if-none-match': '*' };
    await dav.call('PUT', `${book}${UID}.vcf`, { headers, body: card('0912 345 678') });
    const group = 'C1B2A3D4-0000-4E0B-9E55-5D4C0F2B7A22';
    const body = [
      ...[
        'BEGIN:VCARD',
        'VERSION:3.0',
        'PRODID:-//Apple Inc.//macOS 14.5//EN',
        'N:Khách hàng',
        'FN:Khách hàng',
      ],
      ...['X-ADDRESSBOOKSERVER-KIND:group', `X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:${UID}`],
      ...['REV:2026-11-20T02:00:00Z', `UID:${group}`, 'END:VCARD', ''],
    ].join('\r\n');
    expect((await dav.call('PUT', `${book}${group}.vcf`, { headers, body })).status).toBe(201);
    expect((await dav.call('GET', `${book}${group}.vcf`)).text).toBe(body);
    const { data } = await client.listContacts({ query: {} });
    expect(data.map(({ name }) => name)).toEqual(['Nguyễn Thị Lan Anh']);
  });

  test('CD-4 searches on the server, for so many', async () => {
    const field = (name: string) => `<B:prop-filter name="${name}" test="allof">
      <B:text-match collation="i;unicode-casemap" match-type="contains">lan</B:text-match></B:prop-filter>`;
    const body =
      xml(`<B:addressbook-query xmlns:B="urn:ietf:params:xml:ns:carddav"><A:prop xmlns:A="DAV:"><A:getetag/>
      <B:address-data><B:prop name="VERSION"/><B:prop name="UID"/><B:prop name="FN"/><B:prop name="EMAIL"/>
      </B:address-data></A:prop><B:filter test="anyof">${['FN', 'EMAIL', 'NICKNAME'].map(field).join('')}</B:filter>
      <B:limit><B:nresults>50</B:nresults></B:limit></B:addressbook-query>`);
    const { byHref } = await an.dav.ask('REPORT', an.book, { headers: MACOS, depth: '1', body });
    expect([...byHref.keys()]).toEqual([`${an.book}${UID}.vcf`]);
    expect(byHref.get(`${an.book}${UID}.vcf`)?.props[200]?.['address-data']).toContain(
      'FN:Nguyễn Thị Lan Anh',
    );
  });
});
