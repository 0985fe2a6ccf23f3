import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent } from '../../test-kit/caldav-person.ts';
import { davClient } from '../../test-kit/dav-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: CalDavPerson;

beforeAll(async () => {
  server = await startTestServer();
  an = await calDavPerson(server);
});
afterAll(() => server.close());

const found = (answer: Awaited<ReturnType<CalDavPerson['dav']['ask']>>, path: string) =>
  answer.byHref.get(path)?.props[200] ?? {};
const at = (hour: string) => [`DTSTART:20260302T${hour}0000Z`, `DTEND:20260302T${hour}3000Z`];

test('CL-1 a program finds the calendars from the name of the site alone', async () => {
  const { dav, email, home, calendar } = an;
  const moved = await dav.call('PROPFIND', '/.well-known/caldav', { depth: '0' });
  expect([moved.status, moved.headers['location']]).toEqual([301, '/dav/']);
  const options = await davClient(server.baseUrl, null).call('OPTIONS', '/dav/');
  expect(options.headers['dav']).toBe(
    '1, 3, extended-mkcol, addressbook, calendar-access, calendar-auto-schedule',
  );
  expect(options.headers['allow']).toContain('MKCALENDAR');
  const own = `/dav/principals/${email}/`;
  const root = await dav.ask('PROPFIND', '/dav/', {
    depth: '0',
    body: '<propfind xmlns="DAV:"><prop><current-user-principal/></prop></propfind>',
  });
  expect(found(root, '/dav/')).toEqual({ 'current-user-principal': { href: own } });
  const body = `<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:B="urn:ietf:params:xml:ns:carddav">
    <prop><C:calendar-home-set/><C:calendar-user-address-set/><B:addressbook-home-set/><C:schedule-inbox-URL/></prop>
    </propfind>`;
  const person = await dav.ask('PROPFIND', own, { depth: '0', body });
  expect(person.byHref.get(own)?.props).toEqual({
    200: {
      'calendar-home-set': { href: home },
      'calendar-user-address-set': { href: `mailto:${email}` },
      'addressbook-home-set': { href: `/dav/addressbooks/${email}/` },
      'schedule-inbox-URL': { href: `${home}inbox/` },
    },
  });
  const list = await dav.ask('PROPFIND', home, { depth: '1' });
  expect([...list.byHref.keys()]).toEqual([home, calendar]);
  expect(found(list, calendar)).toMatchObject({
    displayname: 'Lịch',
    resourcetype: { collection: '', calendar: '' },
  });
});

test('CL-1 a calendar says what it takes', async () => {
  const { dav, calendar, email } = an;
  const body = `<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"
    xmlns:CS="http://calendarserver.org/ns/"><prop><A:calendar-color/><C:supported-calendar-component-set/>
    <C:supported-calendar-data/><C:max-resource-size/><C:max-instances/><CS:getctag/><sync-token/><owner/>
    <current-user-privilege-set/><supported-report-set/><C:calendar-timezone/></prop></propfind>`;
  const facts = (await dav.ask('PROPFIND', calendar, { depth: '0', body })).byHref.get(calendar)?.props ?? {};
  const { [200]: known = {} } = facts;
  expect(known).toMatchObject({
    'calendar-color': '#1a73e8',
    'supported-calendar-component-set': { comp: [{ '@_name': 'VEVENT' }, { '@_name': 'VTODO' }] },
    'supported-calendar-data': { 'calendar-data': { '@_content-type': 'text/calendar', '@_version': '2.0' } },
    'max-resource-size': '1048576',
    'max-instances': '5000',
    getctag: expect.any(String),
    'sync-token': expect.stringMatching(/^urn:/),
    owner: { href: `/dav/principals/${email}/` },
    'supported-report-set': {
      'supported-report': [
        { report: { 'sync-collection': '' } },
        { report: { 'calendar-query': '' } },
        { report: { 'calendar-multiget': '' } },
        { report: { 'free-busy-query': '' } },
      ],
    },
  });
  const { privilege } = known['current-user-privilege-set'] as { privilege: object[] };
  expect(privilege).toEqual(expect.arrayContaining([{ write: '' }, { bind: '' }, { 'read-free-busy': '' }]));
  expect(facts[404]).toEqual({ 'calendar-timezone': '' });
});

test('CL-1 the tag of a calendar is another one when anything in it is, and only then', async () => {
  const { dav, calendar } = an;
  const ctag = async () => {
    const list = await dav.ask('PROPFIND', calendar, { depth: '1' });
    return [found(list, calendar)['getctag'], list.byHref.size];
  };
  const before = await ctag();
  expect(await ctag()).toEqual(before);
  await dav.call('PUT', `${calendar}tag.ics`, { body: vevent('tag', 'Họp', ...at('02')) });
  const after = await ctag();
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(Number(before[1]) + 1);
  await dav.call('DELETE', `${calendar}tag.ics`);
  expect((await ctag())[0]).not.toBe(after[0]);
});

test('CL-1 there is nothing below the address of another person, or of nobody, by any method', async () => {
  const binh = await calDavPerson(server);
  await binh.dav.call('PUT', `${binh.calendar}b.ics`, { body: vevent('b', 'Bình', ...at('02')) });
  const theirs = binh.calendar.split('/').at(-2) ?? '';
  const body = vevent('c', 'C', ...at('03'));
  const sync = '<sync-collection xmlns="DAV:"><sync-token/><prop><getetag/></prop></sync-collection>';
  const rename =
    '<propertyupdate xmlns="DAV:"><set><prop><displayname>Khác</displayname></prop></set></propertyupdate>';
  const nobody = '/dav/calendars/khong.co@saomai.example/';
  const collections = [binh.home, binh.calendar, nobody, `${an.home}${theirs}/`];
  const objects = [`${binh.calendar}b.ics`, `${an.home}${theirs}/b.ics`, `${nobody}x/b.ics`];
  const headers = { destination: `${an.calendar}stolen.ics` };
  for (const path of [...collections, ...objects]) {
    const acts = [
      await an.dav.call('PROPFIND', path, { depth: '0' }),
      await an.dav.call('PROPPATCH', path, { body: rename }),
      await an.dav.call('DELETE', path),
    ];
    expect([path, ...acts.map(({ status }) => status)]).toEqual([path, 404, 404, 404]);
  }
  for (const path of objects) {
    const acts = [
      await an.dav.call('GET', path),
      await an.dav.call('PUT', path, { body }),
      await an.dav.call('COPY', path, { headers }),
      await an.dav.call('MOVE', path, { headers }),
    ];
    expect([path, ...acts.map(({ status }) => status)]).toEqual([path, 404, 404, 404, 404]);
  }
  for (const path of collections.slice(1))
    expect((await an.dav.call('REPORT', path, { body: sync })).status).not.toBe(207);
  const into = { headers: { destination: `${an.home}${theirs}/mine.ics` } };
  await an.dav.call('PUT', `${an.calendar}mine.ics`, { body });
  expect((await an.dav.call('COPY', `${an.calendar}mine.ics`, into)).status).toBe(404);
  expect((await binh.dav.call('GET', `${binh.calendar}b.ics`)).status).toBe(200);
});

test('CL-7 the app password of contacts opens calendars too, that of mail does not', async () => {
  const without = await davClient(server.baseUrl, null).call('PROPFIND', an.calendar, { depth: '0' });
  expect([without.status, without.headers['www-authenticate']]).toEqual([
    401,
    'Basic realm="Bo Cau", charset="UTF-8"',
  ]);
  expect((await an.dav.call('PROPFIND', `/dav/addressbooks/${an.email}/`, { depth: '0' })).status).toBe(207);
  const { password } = (await an.client.createAppPassword({ body: { name: 'Mail', scopes: ['smtp'] } })).data;
  const mail = davClient(server.baseUrl, { name: an.email, password });
  expect((await mail.call('PROPFIND', an.calendar, { depth: '0' })).status).toBe(401);
});
