import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CardDavPerson, cardDavPerson, vcard } from '../../test-kit/carddav-person.ts';
import { readMultistatus } from '../../test-kit/dav-client.ts';
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

const SPACES = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"';
const put = async (name: string, ...lines: string[]) => {
  const body = vcard(name, lines[0] ?? name, ...lines.slice(1));
  expect((await an.dav.call('PUT', `${an.book}${name}.vcf`, { body })).status).toBeLessThan(300);
};
const report = (body: string, headers = {}) => an.dav.ask('REPORT', an.book, { body, headers });
const namesIn = ({ byHref }: Awaited<ReturnType<typeof report>>) =>
  [...byHref.keys()].map((path) => path.split('/').at(-1)?.replace('.vcf', '') ?? '').sort();

describe('sync-collection', () => {
  const sync = (token: string, { limit, data = '' }: { limit?: number; data?: string } = {}) =>
    report(`<sync-collection ${SPACES}><sync-token>${token}</sync-token><sync-level>1</sync-level>
      ${limit === undefined ? '' : `<limit><nresults>${limit}</nresults></limit>`}
      <prop><getetag/>${data}</prop></sync-collection>`);

  test('CD-3 answers what changed since a token, and what left', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await put(name);
    const first = await sync('');
    expect(namesIn(first)).toEqual(['a', 'b', 'c', 'd']);
    expect(namesIn(await sync(first.token ?? ''))).toEqual([]);
    await put('a', 'Anh');
    await put('e');
    await put('f');
    await an.dav.call('DELETE', `${an.book}b.vcf`);
    const second = await sync(first.token ?? '');
    expect(namesIn(second)).toEqual(['a', 'b', 'e', 'f']);
    expect(second.byHref.get(`${an.book}b.vcf`)).toEqual({ status: 404, props: {} });
    expect(second.byHref.get(`${an.book}a.vcf`)?.props[200]).toEqual({ getetag: expect.any(String) });
    expect(namesIn(await sync(second.token ?? ''))).toEqual([]);
  });

  test('CD-3 answers a part at a time where a limit is asked for, until all is told once', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await put(name);
    const { token: before } = await sync('');
    for (const name of ['f', 'g', 'h']) await put(name);
    await an.dav.call('DELETE', `${an.book}a.vcf`);
    for (const [start, all] of [
      ['', ['b', 'c', 'd', 'e', 'f', 'g', 'h']],
      [before ?? '', ['a', 'f', 'g', 'h']],
    ] as const) {
      const seen: string[] = [];
      let token = start;
      for (let steps = 0; steps < 10; steps += 1) {
        const part = await sync(token, { limit: 2 });
        const names = namesIn(part).filter((name) => name !== '');
        expect(names.length).toBeLessThanOrEqual(2);
        seen.push(...names);
        token = part.token ?? '';
        if (part.byHref.get(an.book)?.status !== 507) break;
      }
      expect(seen.sort()).toEqual(all);
      expect(namesIn(await sync(token))).toEqual([]);
    }
  });

  test('CD-3 tells what leaves and changes while the parts are fetched', async () => {
    for (const name of ['a', 'b', 'c', 'd']) await put(name);
    const part = await sync('', { limit: 2 });
    await an.dav.call('DELETE', `${an.book}a.vcf`);
    await put('b', 'Bình');
    const rest = await sync(part.token ?? '');
    expect(namesIn(rest)).toEqual(['a', 'b', 'c', 'd']);
    expect(rest.byHref.get(`${an.book}a.vcf`)?.status).toBe(404);
  });

  test('of a card that is renamed tells the old name and the new one', async () => {
    await put('a');
    const { token } = await sync('');
    await an.dav.call('MOVE', `${an.book}a.vcf`, { headers: { destination: `${an.book}b.vcf` } });
    const { byHref } = await sync(token ?? '');
    expect(byHref.get(`${an.book}a.vcf`)?.status).toBe(404);
    expect(byHref.get(`${an.book}b.vcf`)?.props[200]).toBeDefined();
  });

  test('CD-3 what the web changes, a program is told', async () => {
    await put('a');
    const { token } = await sync('');
    const { data } = await an.client.createContact({ body: { fields: { full_name: 'Từ web' } } });
    const found = await sync(token ?? '', { data: '<C:address-data/>' });
    expect(found.byHref.size).toBe(1);
    expect(JSON.stringify([...found.byHref.values()])).toContain('Từ web');
    await an.client.trashContacts({ body: { ids: [data.id] } });
    expect([...(await sync(found.token ?? '')).byHref.values()]).toEqual([{ status: 404, props: {} }]);
  });

  test('refuses what is no token of this book', async () => {
    await put('a');
    const { token = '' } = await sync('');
    const other = await cardDavPerson(server);
    const later = token.replace(/\d+$/, (seq) => String(Number(seq) + 1));
    const foreign = token.replace(an.book.split('/').at(-2) ?? '', other.book.split('/').at(-2) ?? '');
    for (const wrong of [later, foreign, 'x', 'http://sabre.io/ns/sync/1', `${token}:`]) {
      const body = `<sync-collection ${SPACES}><sync-token>${wrong}</sync-token><prop/></sync-collection>`;
      const { status, text } = await an.dav.call('REPORT', an.book, { body });
      expect([wrong, status]).toEqual([wrong, 403]);
      expect(text).toContain('<D:error');
      expect(text).toContain('<D:valid-sync-token/>');
    }
  });
});

describe('addressbook-multiget', () => {
  const multiget = (hrefs: string[], data = '<C:address-data/>') =>
    report(`<C:addressbook-multiget ${SPACES}><prop><getetag/>${data}</prop>
      ${hrefs.map((href) => `<href>${href}</href>`).join('')}</C:addressbook-multiget>`);

  test('answers the cards that are named, and says which are not there', async () => {
    await put('a', 'Lan & Anh <1>', 'X-ODD:a\\,b');
    await put('b');
    const elsewhere = `/dav/addressbooks/khong.co@saomai.example/x/a.vcf`;
    const whole = `${server.baseUrl}${an.book}b.vcf`;
    const { byHref } = await multiget([
      `${an.book}a.vcf`,
      whole,
      `${an.book}none.vcf`,
      elsewhere,
      'http://evil.example/x',
    ]);
    expect(byHref.get(`${an.book}a.vcf`)?.props[200]).toEqual({
      getetag: expect.any(String),
      'address-data': vcard('a', 'Lan & Anh <1>', 'X-ODD:a\\,b'),
    });
    expect(byHref.get(`${an.book}b.vcf`)?.props[200]).toBeDefined();
    for (const path of [`${an.book}none.vcf`, elsewhere, 'http://evil.example/x'])
      expect(byHref.get(path)).toEqual({ status: 404, props: {} });
  });

  test('answers the properties of cards that are asked for, in the version that is', async () => {
    await put('a', 'Lan', 'TEL;TYPE=CELL:0912345678', 'NOTE:dài');
    const some = '<C:address-data><C:prop name="FN"/><C:prop name="tel"/></C:address-data>';
    const { byHref } = await multiget([`${an.book}a.vcf`], some);
    expect(byHref.get(`${an.book}a.vcf`)?.props[200]?.['address-data']).toBe(
      'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Lan\r\nTEL;TYPE=CELL:0912345678\r\nEND:VCARD\r\n',
    );
    const fourth = '<C:address-data content-type="text/vcard" version="4.0"/>';
    const converted = (await multiget([`${an.book}a.vcf`], fourth)).byHref.get(`${an.book}a.vcf`);
    expect(converted?.props[200]?.['address-data']).toContain('VERSION:4.0');
  });

  test.each(['content-type="application/vcard+json"', 'content-type="text/vcard" version="2.1"'])(
    'refuses a form that is not served: %s',
    async (form) => {
      const body = `<C:addressbook-multiget ${SPACES}><prop><C:address-data ${form}/></prop></C:addressbook-multiget>`;
      const { status, text } = await an.dav.call('REPORT', an.book, { body });
      expect([status, text]).toEqual([
        403,
        expect.stringContaining('<C:supported-address-data-conversion/>'),
      ]);
    },
  );
});

describe('addressbook-query', () => {
  const query = (filter: string, { limit = '', test = 'anyof' } = {}) =>
    report(`<C:addressbook-query ${SPACES}><prop><getetag/></prop><C:filter test="${test}">${filter}</C:filter>
      ${limit}</C:addressbook-query>`);
  const prop = (name: string, inside: string) => `<C:prop-filter name="${name}">${inside}</C:prop-filter>`;
  const match = (text: string, more = '') => `<C:text-match ${more}>${text}</C:text-match>`;

  beforeEach(async () => {
    await put(
      'lan',
      'Nguyễn Thị Lan Anh',
      'EMAIL;TYPE=WORK:Lan.Anh@minhphat.example',
      'item1.TEL:+84 912 345 678',
    );
    await put(
      'dung',
      'Đỗ Đức Dũng',
      'EMAIL;TYPE=HOME:dung@saomai.example',
      'NICKNAME:Anh Dũng',
      'NOTE:một\\, hai',
    );
    await put('viet', 'Công ty Việt', 'ORG:Việt Phát;Kế toán');
  });

  test.each([
    [
      'an address, in any case',
      prop('EMAIL', match('lan.anh@MINHPHAT.example', 'match-type="equals"')),
      ['lan'],
    ],
    ['a part of an address', prop('EMAIL', match('minhphat')), ['lan']],
    ['a name without accents', prop('FN', match('do duc')), ['dung']],
    ['a name with them', prop('FN', match('LAN ANH')), ['lan']],
    ['its beginning', prop('FN', match('công ty', 'match-type="starts-with"')), ['viet']],
    ['its end', prop('FN', match('dung', 'match-type="ends-with"')), ['dung']],
    ['exactly so', prop('FN', match('Đỗ', 'collation="i;octet"')), ['dung']],
    ['exactly so, which it is not', prop('FN', match('đỗ', 'collation="i;octet"')), []],
    ['a number however it is spaced', prop('TEL', match('+84912345')), ['lan']],
    ['a property of a group', prop('item1.TEL', ''), ['lan']],
    ['a text with a comma', prop('NOTE', match('một, hai')), ['dung']],
    ['what is there', prop('email', ''), ['dung', 'lan']],
    ['what is not there', prop('EMAIL', '<C:is-not-defined/>'), ['viet']],
    ['what does not say', prop('EMAIL', match('minhphat', 'negate-condition="yes"')), ['dung']],
    [
      'a parameter',
      prop('EMAIL', `<C:param-filter name="TYPE">${match('home', 'match-type="equals"')}</C:param-filter>`),
      ['dung'],
    ],
    [
      'no parameter',
      prop('TEL', '<C:param-filter name="TYPE"><C:is-not-defined/></C:param-filter>'),
      ['lan'],
    ],
    ['one of several', prop('FN', match('anh')) + prop('NICKNAME', match('anh')), ['dung', 'lan']],
    ['nothing in particular', '', ['dung', 'lan', 'viet']],
  ])('CD-4 finds %s', async (_what, filter, names) => {
    expect(namesIn(await query(filter))).toEqual(names);
  });

  test('finds what meets all of the conditions', async () => {
    const both = prop('EMAIL', match('example')) + prop('FN', match('lan'));
    expect(namesIn(await query(both, { test: 'allof' }))).toEqual(['lan']);
    const inOne = `<C:prop-filter name="EMAIL" test="allof">${match('example')}${match('saomai')}</C:prop-filter>`;
    expect(namesIn(await query(inOne))).toEqual(['dung']);
  });

  test('answers as many as are asked for, and says that there are more', async () => {
    const limit = '<C:limit><C:nresults>2</C:nresults></C:limit>';
    const { byHref } = await query('', { limit });
    expect(byHref.size).toBe(3);
    expect(byHref.get(an.book)?.status).toBe(507);
    const enough = '<C:limit><C:nresults>3</C:nresults></C:limit>';
    expect((await query('', { limit: enough })).byHref.has(an.book)).toBe(false);
  });

  test.each([
    ['supported-filter', '<C:time-range/>'],
    ['supported-filter', prop('FN', match('x', 'match-type="regex"'))],
    ['supported-filter', prop('FN', '').repeat(60)],
    ['supported-collation', prop('FN', match('x', 'collation="i;klingon"'))],
  ])('refuses by %s what it does not know: %#', async (condition, filter) => {
    const body = `<C:addressbook-query ${SPACES}><prop/><C:filter>${filter}</C:filter></C:addressbook-query>`;
    const { status, text } = await an.dav.call('REPORT', an.book, { body });
    expect([status, text]).toEqual([403, expect.stringContaining(`<C:${condition}`)]);
  });
});

test('a book of several pages is answered whole, by each of the ways', async () => {
  const names = Array.from({ length: 1_203 }, (_, at) => `n${String(at).padStart(4, '0')}`);
  for (let at = 0; at < names.length; at += 20)
    await Promise.all(names.slice(at, at + 20).map((name) => put(name)));
  const data = '<prop><getetag/><C:address-data/></prop>';
  for (const body of [
    `<sync-collection ${SPACES}><sync-token/><sync-level>1</sync-level>${data}</sync-collection>`,
    `<C:addressbook-query ${SPACES}>${data}</C:addressbook-query>`,
    `<C:addressbook-multiget ${SPACES}>${data}${names.map((name) => `<href>${an.book}${name}.vcf</href>`).join('')}</C:addressbook-multiget>`,
  ]) {
    const { text } = await an.dav.call('REPORT', an.book, { body });
    expect(namesIn(readMultistatus(text))).toEqual(names);
    expect(text.match(/UID:n\d+/g)).toHaveLength(names.length);
  }
  expect((await an.dav.ask('PROPFIND', an.book, { depth: '1' })).byHref.size).toBe(names.length + 1);
});

describe('what is no report', () => {
  test('is refused: another report, another place, none', async () => {
    const { dav, book, home } = an;
    const expand = '<expand-property xmlns="DAV:"><property name="owner"/></expand-property>';
    const search = '<principal-property-search xmlns="DAV:"/>';
    for (const [path, body] of [
      [book, expand],
      ['/dav/principals/', search],
      [home, `<sync-collection ${SPACES}><sync-token/><prop/></sync-collection>`],
    ] as const) {
      const { status, text } = await dav.call('REPORT', path, { body });
      expect([status, text]).toEqual([403, expect.stringContaining('<D:supported-report/>')]);
    }
    expect((await dav.call('REPORT', book)).status).toBe(400);
  });

  test.each([
    [
      'a declaration',
      403,
      '<!DOCTYPE a [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><propfind xmlns="DAV:">&b;</propfind>',
    ],
    [
      'a file of ours',
      403,
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><propfind xmlns="DAV:"><prop>&x;</prop></propfind>',
    ],
    ['200 levels', 400, `<propfind xmlns="DAV:">${'<a>'.repeat(200)}${'</a>'.repeat(200)}</propfind>`],
    ['30,000 elements', 400, `<propfind xmlns="DAV:">${'<a/>'.repeat(30_000)}</propfind>`],
    ['500 properties', 400, `<propfind xmlns="DAV:"><prop>${'<a/>'.repeat(500)}</prop></propfind>`],
    ['a broken document', 400, '<propfind xmlns="DAV:"><prop>'],
    ['another document', 400, '<mkcol xmlns="DAV:"/>'],
    ['no UTF-8', 400, Buffer.from([0x3c, 0x61, 0x3e, 0xff])],
    ['a byte more than a megabyte', 413, `<a>${'x'.repeat(1024 * 1024 - 6)}</a>`],
  ])('is refused where it has %s', async (_what, status, body) => {
    const answer = await an.dav.call('PROPFIND', an.book, { depth: '0', body });
    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      'application/xml; charset=utf-8',
    ]);
    expect(answer.text).not.toContain('root:');
  });
});
