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

const put = (name: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  an.dav.call('PUT', `${an.book}${name}`, {
    body,
    headers: { 'content-type': 'text/vcard; charset=utf-8', ...headers },
  });
const get = (name: string) => an.dav.call('GET', `${an.book}${name}`);

describe('a card', () => {
  test('CD-2 CT-1 is answered byte for byte as it was put, with its entity tag', async () => {
    const odd = [
      ...['begin:vcard', 'VERSION:3.0', 'X-ABUID:1\\:ABPerson', 'UID:odd', 'FN:Nguyễn  Thị Lan', ' Anh'],
      ...[
        'item1.EMAIL;type=INTERNET;type=pref:lan@minhphat.example',
        'item1.X-ABLabel:_$!<Work>!$_',
        'END:VCARD',
        '',
      ],
    ].join('\n');
    const made = await put('odd.vcf', odd);
    expect([made.status, made.text]).toEqual([201, '']);
    const read = await get('odd.vcf');
    expect([read.status, read.text, read.headers['etag']]).toEqual([200, odd, made.headers['etag']]);
    expect(read.headers['content-type']).toBe('text/vcard; charset=utf-8');
    expect((await an.dav.call('HEAD', `${an.book}odd.vcf`)).headers['content-length']).toBe(
      String(Buffer.byteLength(odd)),
    );
    const known = { 'if-none-match': made.headers['etag'] as string };
    expect((await an.dav.call('GET', `${an.book}odd.vcf`, { headers: known })).status).toBe(304);
  });

  test('that a program made shows in the web, with any name of its resource', async () => {
    const name = encodeURIComponent('Lan & Anh (1).vcf');
    expect((await put(name, vcard('1', 'Lan Anh', 'TEL:0912 345 678'))).status).toBe(201);
    const { data } = await an.client.listContacts({ query: {} });
    expect(data).toMatchObject([{ name: 'Lan Anh', phone: '0912 345 678' }]);
    expect((await get(name)).status).toBe(200);
  });

  test('CD-2 isn’t overwritten by who knows only an older one', async () => {
    const first = (await put('a.vcf', vcard('a', 'Một'))).headers['etag'] as string;
    expect((await put('a.vcf', vcard('a', 'Hai'), { 'if-none-match': '*' })).status).toBe(412);
    const second = await put('a.vcf', vcard('a', 'Hai'), { 'if-match': first });
    expect([second.status, second.headers['etag'] === first]).toEqual([204, false]);
    expect((await put('a.vcf', vcard('a', 'Ba'), { 'if-match': first })).status).toBe(412);
    expect((await an.dav.call('DELETE', `${an.book}a.vcf`, { headers: { 'if-match': first } })).status).toBe(
      412,
    );
    expect((await put('b.vcf', vcard('b', 'B'), { 'if-match': '*' })).status).toBe(412);
    expect((await get('a.vcf')).text).toContain('Hai');
  });

  test('CD-2 that two programs put at once is put by one of them', async () => {
    const tag = (await put('a.vcf', vcard('a', 'Một'))).headers['etag'] as string;
    const all = await Promise.all(
      ['Hai', 'Ba', 'Bốn', 'Năm'].map((name) => put('a.vcf', vcard('a', name), { 'if-match': tag })),
    );
    expect(all.map(({ status }) => status).sort()).toEqual([204, 412, 412, 412]);
  });

  test('CT-5 goes into the trash when it is deleted, and comes back when it is put again', async () => {
    await put('a.vcf', vcard('a', 'Một'));
    expect((await an.dav.call('DELETE', `${an.book}a.vcf`)).status).toBe(204);
    expect((await get('a.vcf')).status).toBe(404);
    const trash = async () => (await an.client.listContacts({ query: { only: 'trash' } })).data;
    expect(await trash()).toMatchObject([{ name: 'Một' }]);
    expect((await put('other.vcf', vcard('a', 'Hai'))).status).toBe(201);
    expect(await trash()).toEqual([]);
    expect((await get('other.vcf')).text).toContain('Hai');
  });
});

describe('what is refused', () => {
  const refusal = async (name: string, body: string | Buffer, headers = {}) => {
    const { status, text } = await put(name, body, headers);
    return [status, /<C:([\w-]+)[/>]/.exec(text)?.[1]];
  };

  test('a second card with a UID that is there, and another UID under the same name', async () => {
    await put('a.vcf', vcard('a', 'Một'));
    expect(await refusal('b.vcf', vcard('a', 'Hai'))).toEqual([409, 'no-uid-conflict']);
    expect(await refusal('a.vcf', vcard('b', 'Hai'))).toEqual([409, 'no-uid-conflict']);
    expect((await get('a.vcf')).text).toContain('Một');
  });

  test('what is no card, or more than one', async () => {
    const one = vcard('a', 'Một');
    for (const body of ['', 'text', 'BEGIN:VCARD\r\nVERSION:3.0\r\n', one + vcard('b', 'Hai')])
      expect(await refusal('a.vcf', body)).toEqual([403, 'valid-address-data']);
    const calendar = { 'content-type': 'text/calendar' };
    expect(await refusal('a.vcf', one, calendar)).toEqual([403, 'supported-address-data']);
  });

  test('a byte more than a megabyte', async () => {
    const filled = (bytes: number) => {
      const empty = vcard('a', 'Một', 'NOTE:');
      return vcard('a', 'Một', `NOTE:${'x'.repeat(bytes - Buffer.byteLength(empty))}`);
    };
    expect(await refusal('a.vcf', filled(1024 * 1024 + 1))).toEqual([403, 'max-resource-size']);
    expect((await put('a.vcf', filled(1024 * 1024))).status).toBe(201);
    expect((await get('a.vcf')).bytes.length).toBe(1024 * 1024);
  });

  test('names and UIDs that are longer than any that a program makes up', async () => {
    expect((await put(`${'n'.repeat(256)}.vcf`, vcard('a', 'Một'))).status).toBe(403);
    expect((await put('a%00.vcf', vcard('a', 'Một'))).status).toBe(404);
    expect((await put('a%0A.vcf', vcard('a', 'Một'))).status).toBe(403);
    expect(await refusal('a.vcf', vcard('u'.repeat(5_000), 'Một'))).toEqual([403, 'valid-address-data']);
    expect((await put('a.vcf', vcard('u'.repeat(500), 'Một'))).status).toBe(201);
  });

  test('what books and folders don’t take', async () => {
    const { dav, book, home } = an;
    for (const path of ['/dav/', home, book]) {
      for (const method of ['GET', 'PUT', 'COPY', 'MOVE']) {
        const { status, headers } = await dav.call(method, path, { body: 'x' });
        expect([path, method, status]).toEqual([path, method, 405]);
        expect(headers['allow']).toContain('PROPFIND');
      }
    }
    expect((await dav.call('DELETE', home)).status).toBe(405);
    expect((await dav.call('LOCK', book)).status).toBe(404);
    expect((await dav.call('DELETE', book)).status).toBe(403);
  });
});

test('cards of any age and make are put, found and answered', async () => {
  const odd = [
    'BEGIN:VCARD\nVERSION:2.1\nUID:old\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Nguy=E1=BB=85n;Lan\nEND:VCARD\n',
    'BEGIN:VCARD\r\nVERSION:4.0\r\nUID:urn:uuid:1\r\nKIND:group\r\nFN:Nhóm\r\nMEMBER:urn:uuid:2\r\nEND:VCARD\r\n',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Không có UID\r\nEND:VCARD',
    'BEGIN:VCARD\r\nVERSION:3.0\r\nUID:nul\r\nFN:A\0B\x01\r\nNOTE:]]> & <x>\r\nEND:VCARD\r\n',
    Buffer.from('BEGIN:VCARD\r\nVERSION:3.0\r\nUID:latin\r\nFN:M\xfcller\r\nEND:VCARD\r\n', 'latin1'),
  ];
  for (const [at, card] of odd.entries()) {
    expect([at, (await put(`${at}.vcf`, card)).status]).toEqual([at, 201]);
    expect((await get(`${at}.vcf`)).bytes.equals(Buffer.from(card))).toBe(true);
  }
  const query = (filter: string) =>
    an.dav.ask('REPORT', an.book, {
      body: `<C:addressbook-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><prop><C:address-data/></prop>
        <C:filter>${filter}</C:filter></C:addressbook-query>`,
    });
  expect((await query('')).byHref.size).toBe(odd.length);
  const named = await query('<C:prop-filter name="N"><C:text-match>nguyen</C:text-match></C:prop-filter>');
  expect([...named.byHref.keys()]).toEqual([`${an.book}0.vcf`]);
});

describe('books', () => {
  // No two people of a domain have books of one id.
  let id: string;
  beforeEach(() => {
    id = crypto.randomUUID();
  });
  const mkcol = (props: string) =>
    `<mkcol xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:carddav"><set><prop>${props}</prop></set></mkcol>`;
  const type = '<resourcetype><collection/><C:addressbook/></resourcetype>';

  test('CT-9 are made, renamed and deleted by programs', async () => {
    const { dav, home, client } = an;
    const path = `${home}${id}/`;
    const body = mkcol(`${type}<displayname>Khách hàng</displayname>`);
    expect((await dav.call('MKCOL', path, { body })).status).toBe(201);
    expect((await dav.call('PUT', `${path}a.vcf`, { body: vcard('a', 'Lan') })).status).toBe(201);
    const names = async () => (await client.listContactBooks({})).data.map(({ name }) => name);
    expect(await names()).toEqual(['Danh bạ', 'Khách hàng']);
    const set = (props: string) =>
      `<propertyupdate xmlns="DAV:"><set><prop>${props}</prop></set></propertyupdate>`;
    const renamed = await dav.ask('PROPPATCH', path, { body: set('<displayname>Đối tác</displayname>') });
    expect(renamed.byHref.get(path)?.props).toEqual({ 200: { displayname: '' } });
    const both = set('<displayname>Khác</displayname><color xmlns="x">red</color>');
    expect((await dav.ask('PROPPATCH', path, { body: both })).byHref.get(path)?.props).toEqual({
      403: { color: '' },
      424: { displayname: '' },
    });
    expect(await names()).toEqual(['Danh bạ', 'Đối tác']);
    expect((await dav.call('DELETE', path)).status).toBe(204);
    expect(await names()).toEqual(['Danh bạ']);
    expect((await client.listContacts({ query: { only: 'trash' } })).data).toHaveLength(1);
  });

  test('CL-119 get no name of which nothing is seen, by programs and in the web', async () => {
    const { dav, home, client } = an;
    const path = `${home}${id}/`;
    const named = (name: string) => mkcol(`${type}<displayname>${name}</displayname>`);
    const refused = expect.objectContaining({ status: 400, code: 'invalid_input' });
    for (const name of [' ', '\u200b', '\u202e']) {
      expect((await dav.call('MKCOL', path, { body: named(name) })).status).toBe(403);
      await expect(client.createContactBook({ body: { name } })).rejects.toEqual(refused);
    }
    expect((await dav.call('MKCOL', path, { body: named('Bạn\u202e bè') })).status).toBe(201);
    const body = `<propertyupdate xmlns="DAV:"><set><prop><displayname>\u200b</displayname></prop></set></propertyupdate>`;
    expect((await dav.call('PROPPATCH', path, { body })).status).toBe(403);
    const renamed = client.renameContactBook({ params: { id }, body: { name: '\u202e' } });
    await expect(renamed).rejects.toEqual(refused);
    expect((await client.listContactBooks({})).data.map(({ name }) => name)).toEqual(['Danh bạ', 'Bạn bè']);
  });

  test('of another kind, or at another address, are not made', async () => {
    const { dav, home } = an;
    const plain = mkcol('<resourcetype><collection/></resourcetype>');
    expect((await dav.call('MKCOL', `${home}${id}/`, { body: plain })).text).toContain('valid-resourcetype');
    expect((await dav.call('MKCOL', `${home}${id}/`)).status).toBe(403);
    expect((await dav.call('MKCOL', `${home}ban-be/`, { body: mkcol(type) })).status).toBe(403);
    expect((await dav.call('MKCOL', home, { body: mkcol(type) })).status).toBe(405);
    expect((await dav.call('MKCOL', an.book, { body: mkcol(type) })).status).toBe(405);
  });

  test('CD-6 in a book there are cards, and no folders', async () => {
    const { dav, book } = an;
    await put('a.vcf', vcard('a', 'Lan'));
    const inside = await dav.call('MKCOL', `${book}con/`, { body: mkcol(type) });
    expect([inside.status, inside.text]).toEqual([
      403,
      expect.stringContaining('<C:addressbook-collection-location-ok/>'),
    ]);
    expect((await dav.call('MKCOL', `${book}a.vcf`)).status).toBe(405);
    expect((await dav.call('MKCOL', `${an.home}${id}/con/`)).status).toBe(409);
    const headers = { 'content-type': 'image/png' };
    expect((await dav.call('MKCOL', `${an.home}${id}/`, { body: 'x', headers })).status).toBe(415);
  });

  test('CD-6 books that are given no name have one each', async () => {
    const { dav, home, client } = an;
    for (const last of ['b', 'c'])
      expect(
        (await dav.call('MKCOL', `${home}${id.slice(0, -1)}${last}/`, { body: mkcol(type) })).status,
      ).toBe(201);
    const names = (await client.listContactBooks({})).data.map(({ name }) => name);
    expect(names).toEqual(['Danh bạ', 'CardDAV', 'CardDAV 2']);
  });

  test('CD-6 each resource answers PROPPATCH, and takes no properties but the name of a book', async () => {
    const { dav, home, book } = an;
    await put('a.vcf', vcard('a', 'Lan'));
    const body = `<propertyupdate xmlns="DAV:"><set><prop><color xmlns="x">red</color></prop></set>
      <remove><prop><getetag/></prop></remove></propertyupdate>`;
    for (const path of [`${book}a.vcf`, book, home, `/dav/principals/${an.email}/`, '/dav/']) {
      const { byHref } = await dav.ask('PROPPATCH', path, { body });
      expect([path, byHref.get(path)?.props]).toEqual([path, { 403: { color: '', getetag: '' } }]);
    }
    expect((await dav.call('PROPPATCH', `${book}none.vcf`, { body })).status).toBe(404);
  });

  test('CD-6 a fragment in an address deletes nothing', async () => {
    const { dav, home } = an;
    const path = `${home}${id}/`;
    await dav.call('MKCOL', path, { body: mkcol(type) });
    expect((await dav.call('DELETE', `${path}#ment`)).status).toBe(400);
    expect((await dav.ask('PROPFIND', path, { depth: '0' })).byHref.has(path)).toBe(true);
  });

  test('cards are copied and moved between them', async () => {
    const { dav, home, book } = an;
    const path = `${home}${id}/`;
    await dav.call('MKCOL', path, { body: mkcol(type) });
    await put('a.vcf', vcard('a', 'Lan'));
    const to = (destination: string, more = {}) => ({ headers: { destination, ...more } });
    expect((await dav.call('COPY', `${book}a.vcf`, to(`${server.baseUrl}${path}a.vcf`))).status).toBe(201);
    expect((await dav.call('COPY', `${book}a.vcf`, to(`${path}a.vcf`, { overwrite: 'F' }))).status).toBe(412);
    expect((await dav.call('COPY', `${book}a.vcf`, to(`${book}b.vcf`))).text).toContain('no-uid-conflict');
    expect((await dav.call('MOVE', `${book}a.vcf`, to(`${path}a.vcf`))).status).toBe(204);
    expect((await get('a.vcf')).status).toBe(404);
    expect((await dav.call('MOVE', `${path}a.vcf`, to(`${book}c.vcf`))).status).toBe(201);
    expect((await get('c.vcf')).text).toContain('UID:a');
    expect((await dav.call('MOVE', `${book}c.vcf`, to('https://evil.example/dav/x'))).status).toBe(502);
    expect((await dav.call('MOVE', `${book}c.vcf`, to(`${book}c.vcf`))).status).toBe(403);
    expect((await dav.call('MOVE', `${book}c.vcf`)).status).toBe(400);
  });
});
