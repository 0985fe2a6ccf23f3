import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CardDavPerson, cardDavPerson } from '../../test-kit/carddav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

/**
 * What DAVx5 sends for a book, step by step: `CollectionsWithoutHomeSetRefresher`, `ContactsSyncManager` and `SyncManager`
 * of its source, and the bodies that its library dav4jvm writes.
 */
const HEADERS = {
  'user-agent': 'DAVx5/4.4.2-ose (dav4jvm; okhttp/4.12.0) Android/14',
  ...{ 'accept-language': 'vi-VN, vi;q=0.7, *;q=0.5', 'accept-encoding': 'identity' },
  'content-type': 'application/xml; charset=utf-8',
};
const V4 = 'text/vcard;version=4.0';

let server: TestServer;
let an: CardDavPerson;

beforeAll(async () => {
  server = await startTestServer();
  an = await cardDavPerson(server);
});
afterAll(() => server.close());

const DECLARATION = `<?xml version='1.0' encoding='UTF-8' ?>`;
const sync = (token: string) =>
  `${DECLARATION}<sync-collection xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav" xmlns:CARD="urn:ietf:params:xml:ns:carddav"><sync-token>${token}</sync-token><sync-level>1</sync-level><prop><getetag /></prop></sync-collection>`;
const multiget = (hrefs: string[]) =>
  `${DECLARATION}<CARD:addressbook-multiget xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav" xmlns:CARD="urn:ietf:params:xml:ns:carddav"><prop><getcontenttype /><getetag /><CARD:address-data content-type="text/vcard" version="4.0" /></prop>${hrefs.map((href) => `<href>${href}</href>`).join('')}</CARD:addressbook-multiget>`;
const card = (uid: string, name: string) =>
  [
    ...['BEGIN:VCARD', 'VERSION:4.0', 'PRODID:DAVx5/4.4.2-ose ez-vcard/0.12.1', `UID:${uid}`, `FN:${name}`],
    ...[`N:${name};;;;`, `EMAIL;PREF=1;TYPE=work:${uid}@minhphat.example`, 'TEL;TYPE=cell:+84 912 345 678'],
    ...['X-PHONETIC-LAST-NAME:Nguyen', 'CATEGORIES:Khách hàng', 'REV:20261120T020000Z', 'END:VCARD', ''],
  ].join('\r\n');

const report = (body: string) => an.dav.ask('REPORT', an.book, { headers: HEADERS, depth: '0', body });
const put = (name: string, body: string, more: Record<string, string>) =>
  an.dav.call('PUT', `${an.book}${name}.vcf`, { headers: { ...HEADERS, 'content-type': V4, ...more }, body });

test('it reads what a book can: its reports, its versions, its token', async () => {
  const body = `${DECLARATION}<propfind xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav" xmlns:CARD="urn:ietf:params:xml:ns:carddav"><prop><CARD:max-resource-size /><CARD:supported-address-data /><supported-report-set /><n0:getctag xmlns:n0="http://calendarserver.org/ns/" /><sync-token /></prop></propfind>`;
  const { byHref } = await an.dav.ask('PROPFIND', an.book, { headers: HEADERS, depth: '0', body });
  const facts = byHref.get(an.book)?.props[200];
  expect(facts).toMatchObject({ 'sync-token': expect.any(String), getctag: expect.any(String) });
  expect(JSON.stringify(facts?.['supported-report-set'])).toContain('sync-collection');
  expect(JSON.stringify(facts?.['supported-address-data'])).toContain('"@_version":"4.0"');
});

test('CD-3 it uploads new cards, fetches ten at a time, and is told later what changed', async () => {
  const names = Array.from({ length: 23 }, (_, at) => `davx5-${at}`);
  for (const name of names) {
    const made = await put(name, card(name, `Người ${name}`), { 'if-none-match': '*' });
    // Without a strong tag it would download each card again.
    expect([made.status, made.headers['etag']]).toEqual([201, expect.stringMatching(/^"/)]);
  }
  const again = await put('davx5-0', card('davx5-0', 'Khác'), { 'if-none-match': '*' });
  expect(again.status).toBe(412);
  const first = await report(sync(''));
  expect(first.byHref.size).toBe(names.length);
  const hrefs = [...first.byHref.keys()];
  for (let at = 0; at < hrefs.length; at += 10) {
    const { byHref } = await report(multiget(hrefs.slice(at, at + 10)));
    for (const href of hrefs.slice(at, at + 10)) {
      const name = href.split('/').at(-1)?.replace('.vcf', '') ?? '';
      expect(byHref.get(href)?.props[200]).toMatchObject({
        ...{
          getcontenttype: 'text/vcard; charset=utf-8',
          getetag: first.byHref.get(href)?.props[200]?.['getetag'],
        },
        'address-data': card(name, `Người ${name}`),
      });
    }
  }
  const { data } = await an.client.findContact({ query: { email: 'davx5-1@minhphat.example' } });
  await an.client.changeContact({ params: { id: data?.id ?? '' }, body: { fields: { title: 'Kế toán' } } });
  await an.dav.call('DELETE', `${an.book}davx5-2.vcf`, { headers: HEADERS });
  const second = await report(sync(first.token ?? ''));
  expect([...second.byHref.keys()].sort()).toEqual([`${an.book}davx5-1.vcf`, `${an.book}davx5-2.vcf`]);
  expect(second.byHref.get(`${an.book}davx5-2.vcf`)?.status).toBe(404);
});

test('CD-2 of a conflict it learns by 412, and takes the server’s card', async () => {
  const found = await an.dav.call('GET', `${an.book}davx5-3.vcf`, {
    headers: { ...HEADERS, accept: `${V4}, text/vcard;charset=utf-8;q=0.8, text/vcard;q=0.5` },
  });
  const tag = found.headers['etag'] ?? '';
  expect(found.headers['content-type']).toBe('text/vcard; charset=utf-8');
  expect((await put('davx5-3', card('davx5-3', 'Ở máy khác'), { 'if-match': tag })).status).toBe(204);
  expect((await put('davx5-3', card('davx5-3', 'Ở đây'), { 'if-match': tag })).status).toBe(412);
  const headers = { ...HEADERS, 'if-match': tag };
  expect((await an.dav.call('DELETE', `${an.book}davx5-3.vcf`, { headers })).status).toBe(412);
  expect((await an.dav.call('GET', `${an.book}davx5-3.vcf`)).text).toContain('Ở máy khác');
});

test('CD-3 a token of another time makes it begin anew, by the condition that it looks for', async () => {
  const { status, text } = await an.dav.call('REPORT', an.book, {
    ...{ headers: HEADERS, depth: '0' as const },
    body: sync('http://sabre.io/ns/sync/81'),
  });
  expect([status, text]).toEqual([403, expect.stringContaining('<D:valid-sync-token/>')]);
});

test('a card that is too large is refused by a status that it shows, and goes into no loop', async () => {
  const photo = `PHOTO:data:image/jpeg;base64,${'A'.repeat(1_100_000)}`;
  const large = card('davx5-large', 'Ảnh lớn').replace('REV:', `${photo}\r\nREV:`);
  const { status, text } = await put('davx5-large', large, { 'if-none-match': '*' });
  expect([status, text]).toEqual([403, expect.stringContaining('<C:max-resource-size/>')]);
});
