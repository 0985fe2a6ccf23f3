import type { DirectoryMode } from '@bocau/contract/directory.ts';
import { SESSION_HEADER } from '@bocau/contract/session.ts';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readOwnDirectory } from '../../contacts/directory/own-directory.store.ts';
import { type CardDavPerson, cardDavPerson, vcard } from '../../test-kit/carddav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { createDomain } from '../people/create-people.ts';
import { type DirectoryNames, directoryNames } from './directory-names.ts';

const DOMAIN = 'danhba.example';

let server: TestServer;
let owner: CardDavPerson;
let an: CardDavPerson;
let binh: CardDavPerson;
let outsider: CardDavPerson;
/** The directory, as An sees it. */
let book: string;
let names: DirectoryNames;

beforeAll(async () => {
  server = await startTestServer();
  await createDomain(server.context, DOMAIN, true);
  await createDomain(server.context, 'khac.example', true);
  owner = await cardDavPerson(server, { domain: DOMAIN, kind: 'owner' });
  an = await cardDavPerson(server, { domain: DOMAIN });
  binh = await cardDavPerson(server, { domain: DOMAIN });
  outsider = await cardDavPerson(server, { domain: 'khac.example' });
  book = `${an.home}directory/`;
  names = await directoryNames(server.context.db, await readOwnDirectory(server.context.db, an.mailbox));
});
afterAll(() => server.close());
beforeEach(async () => {
  await show('all');
  await onDevices(true);
  const empty = { title: '', department: '', phone: '', manager: null, hidden: false };
  await change(owner, { ...empty, fullname: 'Lê Thị Chủ' });
  await change(an, { ...empty, fullname: 'Trần Văn Đức' });
  await change(binh, {
    ...empty,
    fullname: 'Phạm Bình',
    title: 'Kế toán',
    phone: '024 1234 5678; 0912 345 678',
  });
});

const change = (
  { mailbox }: CardDavPerson,
  body: Parameters<CardDavPerson['client']['changeAnyPerson']>[0]['body'],
) => owner.client.changeAnyPerson({ params: { id: String(mailbox) }, body });
const show = (directory: DirectoryMode) =>
  owner.client.changeDomain({ params: { domain: DOMAIN }, body: { directory } });
const onDevices = (value: boolean) =>
  an.client.saveSettings({ body: [{ key: 'directory_on_devices', value }] });

const cardOf = ({ mailbox }: CardDavPerson) => `${book}${names.nameOf(mailbox)}.vcf`;
const list = (depth: '0' | '1' = '1') =>
  an.dav.ask('PROPFIND', book, {
    depth,
    body: '<propfind xmlns="DAV:" xmlns:C="http://calendarserver.org/ns/"><prop><getetag/><displayname/><owner/><current-user-privilege-set/><sync-token/><C:getctag/></prop></propfind>',
  });
const sync = (token: string, more = '') =>
  `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token>${more}<prop><getetag/></prop></sync-collection>`;
const tagsNow = async () =>
  Object.fromEntries(
    [...(await list()).byHref].map(([path, { props }]) => [path, props[200]?.['getetag'] as string]),
  );
const textOf = async (person: CardDavPerson) => (await an.dav.call('GET', cardOf(person))).text;

describe('CD-8 the directory of the domain', () => {
  test('is listed in one’s home as a book that is read alone, in one’s language', async () => {
    const homes = await an.dav.ask('PROPFIND', an.home, { depth: '1' });
    expect([...homes.byHref.keys()]).toEqual([an.home, an.book, book]);
    const facts = (await list('0')).byHref.get(book)?.props[200] ?? {};
    expect(facts['displayname']).toBe('Danh bạ công ty');
    expect(facts).not.toHaveProperty('owner');
    expect(JSON.stringify(facts)).not.toContain('write');
    await an.client.saveSettings({ body: [{ key: 'language', value: 'en' }] });
    expect((await list('0')).byHref.get(book)?.props[200]).toMatchObject({
      displayname: 'Company directory',
    });
    await an.client.saveSettings({ body: [{ key: 'language', value: 'vi' }] });
  });

  test('has a card of each person, with what the domain shows of them', async () => {
    await change(binh, { department: 'Tài vụ', manager: owner.email });
    expect(Object.keys(await tagsNow())).toEqual([book, cardOf(binh), cardOf(owner), cardOf(an)]);
    const text = await textOf(binh);
    for (const line of [
      ...['FN:Phạm Bình', 'N:Phạm;Bình;;;', 'TITLE:Kế toán', 'ORG:;Tài vụ'],
      ...[`EMAIL;TYPE=INTERNET;TYPE=WORK:${binh.email}`, 'TEL;TYPE=WORK:024 1234 5678'],
      ...['TEL;TYPE=WORK:0912 345 678'],
    ])
      expect(text).toContain(`\r\n${line}\r\n`);
    expect(text).toContain('Lê Thị Chủ');
    await show('names');
    const namesAlone = await textOf(binh);
    expect(namesAlone).toContain('FN:Phạm Bình');
    expect(namesAlone).toContain(binh.email);
    for (const detail of ['TITLE', 'ORG', 'TEL', 'Lê Thị Chủ']) expect(namesAlone).not.toContain(detail);
  });

  test('names nobody by the number of their mailbox, and knows nobody of elsewhere', async () => {
    const paths = Object.keys(await tagsNow()).slice(1);
    const numbers = [an, binh, owner].map(({ mailbox }) => `${book}${mailbox}.vcf`);
    for (const path of numbers) {
      expect(paths).not.toContain(path);
      expect((await an.dav.call('GET', path)).status).toBe(404);
    }
    const elsewhere = await directoryNames(server.context.db, { domain_id: 1_000_000 });
    expect((await an.dav.call('GET', `${book}${elsewhere.nameOf(binh.mailbox)}.vcf`)).status).toBe(404);
    expect(names.mailboxOf(elsewhere.nameOf(binh.mailbox))).toBe(null);
  });

  test('is answered to multiget and found by a query, as other books are', async () => {
    const wanted = `<C:addressbook-multiget xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav">
      <prop><getetag/><C:address-data/></prop><href>${cardOf(binh)}</href><href>${book}999999.vcf</href><href>${book}x.vcf</href>
    </C:addressbook-multiget>`;
    const { byHref } = await an.dav.ask('REPORT', book, { body: wanted });
    expect(String(byHref.get(cardOf(binh))?.props[200]?.['address-data'])).toContain('FN:Phạm Bình');
    expect([byHref.get(`${book}999999.vcf`)?.status, byHref.get(`${book}x.vcf`)?.status]).toEqual([404, 404]);
    const query = `<C:addressbook-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><prop><getetag/></prop>
      <C:filter><C:prop-filter name="FN"><C:text-match>duc</C:text-match></C:prop-filter></C:filter></C:addressbook-query>`;
    expect([...(await an.dav.ask('REPORT', book, { body: query })).byHref.keys()]).toEqual([cardOf(an)]);
  });

  test('shows pictures as JPEG, and with another picture another tag', async () => {
    const before = (await tagsNow())[cardOf(binh)];
    const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#1d5bd6' } })
      .png()
      .toBuffer();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), 'anh.png');
    const headers = { [SESSION_HEADER]: binh.client.token };
    await fetch(`${server.baseUrl}/api/v2/avatar`, { method: 'POST', headers, body: form });
    const text = (await textOf(binh)).replaceAll('\r\n ', '');
    const [, picture = ''] = /\r\nPHOTO;ENCODING=b;TYPE=JPEG:(\S+)/.exec(text) ?? [];
    expect(await sharp(Buffer.from(picture, 'base64')).metadata()).toMatchObject({
      format: 'jpeg',
      width: 256,
    });
    expect((await tagsNow())[cardOf(binh)]).not.toBe(before);
    await binh.client.removeAvatar({});
    expect((await tagsNow())[cardOf(binh)]).toBe(before);
  });

  test('keeps the UID of a person, and tells by weak tags what has changed', async () => {
    const [before, text] = [await tagsNow(), await textOf(binh)];
    const [uid] = /UID:\S+/.exec(text) ?? [];
    expect(await textOf(binh)).toBe(text);
    await change(binh, { title: 'Kế toán trưởng' });
    const after = await tagsNow();
    expect(after[cardOf(binh)]).toMatch(/^W\/"[\w-]{22}"$/);
    expect(after[cardOf(binh)]).not.toBe(before[cardOf(binh)]);
    expect(after[cardOf(an)]).toBe(before[cardOf(an)]);
    expect(await textOf(binh)).toContain(uid);
    const unchanged = { 'if-none-match': after[cardOf(binh)] ?? '' };
    expect((await an.dav.call('GET', cardOf(binh), { headers: unchanged })).status).toBe(304);
  });

  test('is synchronized by a token, which says when something has changed', async () => {
    const first = await an.dav.ask('REPORT', book, { body: sync('') });
    expect(first.byHref.size).toBe(3);
    const { token = '' } = first;
    const again = await an.dav.ask('REPORT', book, { body: sync(token) });
    expect([again.byHref.size, again.token]).toEqual([0, token]);
    const ctag = async () => (await list('0')).byHref.get(book)?.props[200]?.['getctag'];
    const before = await ctag();
    for (const act of [
      () => change(binh, { fullname: 'Phạm Văn Bình' }),
      () => change(binh, { hidden: true }),
      () => show('names'),
    ]) {
      await act();
      const late = await an.dav.call('REPORT', book, { body: sync(token) });
      expect([late.status, late.text]).toEqual([403, expect.stringContaining('valid-sync-token')]);
      expect(await ctag()).not.toBe(before);
    }
    for (const odd of ['urn:x-bocau:directory:1:3-0', `${token}:`, `${token}:eA`, 'x'])
      expect((await an.dav.call('REPORT', book, { body: sync(odd) })).status).toBe(403);
  });

  test('is synchronized in parts where a program asks for parts', async () => {
    const seen: string[] = [];
    let token = '';
    const limit = '<limit><nresults>1</nresults></limit>';
    for (let part = 0; part < 4; part += 1) {
      const answer = await an.dav.ask('REPORT', book, { body: sync(token, limit) });
      token = answer.token ?? '';
      seen.push(...[...answer.byHref.keys()].filter((path) => path !== book));
    }
    expect(seen).toEqual([cardOf(binh), cardOf(owner), cardOf(an)]);
    expect((await an.dav.ask('REPORT', book, { body: sync(token) })).byHref.size).toBe(0);
  });

  test('CT-21 has nobody who is hidden or gone, in no list and by no address', async () => {
    await change(binh, { manager: owner.email });
    await change(owner, { hidden: true });
    expect(Object.keys(await tagsNow())).toEqual([book, cardOf(binh), cardOf(an)]);
    expect((await an.dav.call('GET', cardOf(owner))).status).toBe(404);
    expect(await textOf(binh)).not.toContain('Chủ');
    // Of another domain.
    expect((await an.dav.call('GET', cardOf(outsider))).status).toBe(404);
    const theirs = await outsider.dav.ask('PROPFIND', `${outsider.home}directory/`, { depth: '1' });
    expect(theirs.byHref.size).toBe(2);
  });

  test('takes no change', async () => {
    const destination = `${book}x.vcf`;
    const body = vcard('x', 'Hỏng');
    await an.dav.call('PUT', `${an.book}x.vcf`, { body });
    for (const [method, path, sent] of [
      ['PUT', cardOf(binh), { body }],
      ['PUT', destination, { body }],
      ['DELETE', cardOf(binh), {}],
      ['DELETE', book, {}],
      ['MOVE', cardOf(binh), { headers: { destination: `${an.book}y.vcf` } }],
      ['COPY', `${an.book}x.vcf`, { headers: { destination } }],
      ['MOVE', `${an.book}x.vcf`, { headers: { destination } }],
      [
        'PROPPATCH',
        book,
        {
          body: '<propertyupdate xmlns="DAV:"><set><prop><displayname>x</displayname></prop></set></propertyupdate>',
        },
      ],
    ] as const) {
      const { status, text } = await an.dav.call(method, path, sent);
      expect([method, path, status]).toEqual([method, path, 403]);
      expect(text).toContain('need-privileges');
    }
    expect((await an.dav.call('GET', `${an.book}x.vcf`)).status).toBe(200);
  });

  test.each([
    ['its owner shows nobody', () => show('nothing')],
    ['a person wants none of it on devices', () => onDevices(false)],
  ])('is not there where %s', async (_why, act) => {
    await act();
    const homes = await an.dav.ask('PROPFIND', an.home, { depth: '1' });
    expect([...homes.byHref.keys()]).toEqual([an.home, an.book]);
    for (const [method, path, sent] of [
      ['PROPFIND', book, { depth: '1' }],
      ['REPORT', book, { body: sync('') }],
      ['GET', cardOf(binh), {}],
      ['PUT', cardOf(binh), { body: vcard('x', 'X') }],
      ['DELETE', book, {}],
    ] as const)
      expect([method, (await an.dav.call(method, path, sent)).status]).toEqual([method, 404]);
  });
});
