import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent, vtodo } from '../../test-kit/caldav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: CalDavPerson;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  an = await calDavPerson(server);
});

const SPACES = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"';
const DATA = '<C:calendar-data/>';

async function put(name: string, body: string) {
  const { status, text } = await an.dav.call('PUT', `${an.calendar}${name}.ics`, { body });
  expect(status, text).toBeLessThan(300);
}
const event = (name: string, ...lines: string[]) => put(name, vevent(name, name, ...lines));
const on = (day: string) => [`DTSTART:${day}T020000Z`, `DTEND:${day}T030000Z`];
const report = (body: string) => an.dav.ask('REPORT', an.calendar, { body });
const namesIn = ({ byHref }: Awaited<ReturnType<typeof report>>) =>
  [...byHref.keys()].map((path) => path.split('/').at(-1)?.replace('.ics', '') ?? '').sort();

describe('sync-collection', () => {
  const sync = (token: string, { limit, data = '' }: { limit?: number; data?: string } = {}) =>
    report(`<sync-collection ${SPACES}><sync-token>${token}</sync-token><sync-level>1</sync-level>
      ${limit === undefined ? '' : `<limit><nresults>${limit}</nresults></limit>`}
      <prop><getetag/>${data}</prop></sync-collection>`);

  test('CL-4 answers what changed since a token, and what left', async () => {
    const empty = await sync('');
    expect(namesIn(empty)).toEqual([]);
    for (const name of ['a', 'b', 'c']) await event(name, ...on('20260302'));
    const first = await sync(empty.token ?? '');
    expect(namesIn(first)).toEqual(['a', 'b', 'c']);
    await event('a', ...on('20260303'));
    await event('d', ...on('20260303'));
    await an.dav.call('DELETE', `${an.calendar}b.ics`);
    const second = await sync(first.token ?? '');
    expect(namesIn(second)).toEqual(['a', 'b', 'd']);
    expect(second.byHref.get(`${an.calendar}b.ics`)).toEqual({ status: 404, props: {} });
    expect(second.byHref.get(`${an.calendar}a.ics`)?.props[200]).toEqual({ getetag: expect.any(String) });
    expect(namesIn(await sync(second.token ?? ''))).toEqual([]);
    await event('b', ...on('20260303'));
    const third = await sync(second.token ?? '');
    expect(third.byHref.get(`${an.calendar}b.ics`)?.props[200]).toBeDefined();
  });

  test('CL-4 answers a part at a time where a limit is asked for, until all is told once', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) await event(name, ...on('20260302'));
    const { token: before } = await sync('');
    for (const name of ['f', 'g', 'h']) await event(name, ...on('20260302'));
    await an.dav.call('DELETE', `${an.calendar}a.ics`);
    for (const [start, all] of [
      ['', ['b', 'c', 'd', 'e', 'f', 'g', 'h']],
      [before ?? '', ['a', 'f', 'g', 'h']],
    ] as const) {
      const seen: string[] = [];
      let token = start;
      for (let steps = 0; steps < 10; steps += 1) {
        const part = await sync(token, { limit: 2 });
        seen.push(...namesIn(part).filter((name) => name !== ''));
        token = part.token ?? '';
        if (part.byHref.get(an.calendar)?.status !== 507) break;
      }
      expect(seen.sort()).toEqual(all);
      expect(namesIn(await sync(token))).toEqual([]);
    }
  });

  test('CL-4 CL-8 what the web changes, a program is told', async () => {
    const { token } = await sync('');
    const at = { day: '2026-03-02', clock: '09:00', zone: 'Asia/Ho_Chi_Minh' };
    const fields = { title: 'Từ web', start: at, end: { ...at, clock: '10:00' } };
    const { data } = await an.client.createEvent({ body: { fields } });
    const found = await sync(token ?? '', { data: DATA });
    expect(JSON.stringify([...found.byHref.values()])).toContain('Từ web');
    await an.client.trashEvents({ body: { ids: [data.id] } });
    expect([...(await sync(found.token ?? '')).byHref.values()]).toEqual([{ status: 404, props: {} }]);
  });

  test('CL-4 refuses what is no token of this calendar', async () => {
    await event('a', ...on('20260302'));
    const { token = '' } = await sync('');
    const other = await calDavPerson(server);
    const later = token.replace(/\d+$/, (seq) => String(Number(seq) + 1));
    const idOf = (path: string) => path.split('/').at(-2) ?? '';
    for (const wrong of [later, token.replace(idOf(an.calendar), idOf(other.calendar)), 'x', `${token}:`]) {
      const body = `<sync-collection ${SPACES}><sync-token>${wrong}</sync-token><prop/></sync-collection>`;
      const { status, text } = await an.dav.call('REPORT', an.calendar, { body });
      expect([wrong, status, text]).toEqual([wrong, 403, expect.stringContaining('<D:valid-sync-token/>')]);
    }
  });
});

test('calendar-multiget answers the objects that are named, and says which are not there', async () => {
  await event('a', ...on('20260302'), 'X-ODD:a\\,b & <c>');
  await event('b', ...on('20260302'));
  const elsewhere = '/dav/calendars/khong.co@saomai.example/x/a.ics';
  const whole = `${server.baseUrl}${an.calendar}b.ics`;
  const hrefs = [`${an.calendar}a.ics`, whole, `${an.calendar}none.ics`, elsewhere, 'http://evil.example/x'];
  const { byHref } = await report(`<C:calendar-multiget ${SPACES}><prop><getetag/>${DATA}</prop>
    ${hrefs.map((href) => `<href>${href}</href>`).join('')}</C:calendar-multiget>`);
  expect(byHref.get(`${an.calendar}a.ics`)?.props[200]).toEqual({
    getetag: expect.any(String),
    'calendar-data': vevent('a', 'a', ...on('20260302'), 'X-ODD:a\\,b & <c>'),
  });
  expect(byHref.get(`${an.calendar}b.ics`)?.props[200]).toBeDefined();
  for (const path of [`${an.calendar}none.ics`, elsewhere, 'http://evil.example/x'])
    expect(byHref.get(path)).toEqual({ status: 404, props: {} });
});

test('CL-249 texts are read a megabyte at a time, and all of them are answered', async () => {
  const long = `X-LONG:${'x'.repeat(450_000)}`;
  const names = ['a', 'b', 'c', 'd', 'e'];
  for (const name of names) await event(name, ...on('20260302'), ...(name === 'e' ? [] : [long]));
  const hrefs = [...names, 'none'].map((name) => `<href>${an.calendar}${name}.ics</href>`).join('');
  const filter = `<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">
    <C:time-range start="20260301T000000Z" end="20260401T000000Z"/></C:comp-filter></C:comp-filter></C:filter>`;
  for (const [kind, asked] of [
    ['calendar-multiget', hrefs],
    ['calendar-query', filter],
  ] as const) {
    const { byHref } = await report(
      `<C:${kind} ${SPACES}><prop><getetag/>${DATA}</prop>${asked}</C:${kind}>`,
    );
    const texts = names.map((name) => byHref.get(`${an.calendar}${name}.ics`)?.props[200]?.['calendar-data']);
    expect(texts.map((text) => String(text).length > 200)).toEqual(names.map(() => true));
    expect(byHref.get(`${an.calendar}none.ics`)?.status).toBe(kind === 'calendar-query' ? undefined : 404);
  }
}, 60_000);

describe('calendar-query', () => {
  const ask = (inside: string, data = '') => `<C:calendar-query ${SPACES}><prop><getetag/>${data}</prop>
    <C:filter><C:comp-filter name="VCALENDAR">${inside}</C:comp-filter></C:filter></C:calendar-query>`;
  const query = async (inside: string) => namesIn(await report(ask(inside)));
  const range = (start: string, end: string) =>
    `<C:time-range${start && ` start="${start}"`}${end && ` end="${end}"`}/>`;
  const events = (start: string, end: string) =>
    query(`<C:comp-filter name="VEVENT">${range(start, end)}</C:comp-filter>`);

  test('CL-6 finds what happens within a time', async () => {
    await event('before', ...on('20260301'));
    await event('within', ...on('20260302'));
    await event('over', 'DTSTART:20260220T000000Z', 'DTEND:20260310T000000Z');
    await event('moment', 'DTSTART:20260302T020000Z');
    await event('day', 'DTSTART;VALUE=DATE:20260302');
    await event('weekly', ...on('20260209'), 'RRULE:FREQ=WEEKLY', 'EXDATE:20260309T020000Z');
    await put('task', vtodo('task', 'Việc', 'DUE:20260302T020000Z'));
    expect(await events('20260302T000000Z', '20260303T000000Z')).toEqual([
      'day',
      'moment',
      'over',
      'weekly',
      'within',
    ]);
    expect(await events('20260302T030000Z', '20260302T040000Z')).toEqual(['day', 'over']);
    expect(await events('20260309T000000Z', '20260310T000000Z')).toEqual(['over']);
    expect(await events('20260401T000000Z', '')).toEqual(['weekly']);
    expect(await events('', '20260210T000000Z')).toEqual(['weekly']);
  });

  test('CL-6 finds what happens where no row says so, long before and after', async () => {
    await event('endless', ...on('20200106'), 'RRULE:FREQ=WEEKLY');
    await event('ended', ...on('20200106'), 'RRULE:FREQ=WEEKLY;UNTIL=20210101T000000Z');
    await event('tet', 'DTSTART;VALUE=DATE:20190205', 'RRULE:FREQ=YEARLY');
    expect(await events('20400102T000000Z', '20400103T000000Z')).toEqual(['endless']);
    expect(await events('20400103T000000Z', '20400104T000000Z')).toEqual([]);
    expect(await events('20200113T000000Z', '20200114T000000Z')).toEqual(['ended', 'endless']);
    expect(await events('20450205T000000Z', '20450205T120000Z')).toEqual(['tet']);
  });

  test('CL-6 a single moved one is found where it is, not where it was', async () => {
    const [start = '', end = ''] = on('20260302');
    const series = vevent('a', 'Họp', start, end, 'RRULE:FREQ=WEEKLY;COUNT=3');
    const moved = [
      'BEGIN:VEVENT',
      'UID:a',
      'RECURRENCE-ID:20260309T020000Z',
      ...on('20260311'),
      'END:VEVENT',
    ];
    await put('a', series.replace('END:VCALENDAR', `${moved.join('\r\n')}\r\nEND:VCALENDAR`));
    expect(await events('20260309T000000Z', '20260310T000000Z')).toEqual([]);
    expect(await events('20260311T000000Z', '20260312T000000Z')).toEqual(['a']);
  });

  test('CL-6 finds events and tasks apart, and by what they say', async () => {
    await event(
      'a',
      ...on('20260302'),
      'LOCATION:Phòng Hội Đồng',
      'ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:lan@x.example',
    );
    await event('b', ...on('20260302'), 'CATEGORIES:riêng');
    await put('open', vtodo('open', 'Mua hoa'));
    await put('done', vtodo('done', 'Nộp thuế', 'COMPLETED:20260301T000000Z'));
    expect(await query('')).toEqual(['a', 'b', 'done', 'open']);
    expect(await query('<C:comp-filter name="VEVENT"/>')).toEqual(['a', 'b']);
    expect(await query('<C:comp-filter name="VEVENT"><C:is-not-defined/></C:comp-filter>')).toEqual([
      'done',
      'open',
    ]);
    const todo = (inside: string) => query(`<C:comp-filter name="VTODO">${inside}</C:comp-filter>`);
    const not = '<C:prop-filter name="COMPLETED"><C:is-not-defined/></C:prop-filter>';
    expect(await todo(not)).toEqual(['open']);
    expect(await todo(range('20260101T000000Z', '20260201T000000Z'))).toEqual(['done', 'open']);
    const says = (name: string, inside: string) =>
      query(
        `<C:comp-filter name="VEVENT"><C:prop-filter name="${name}">${inside}</C:prop-filter></C:comp-filter>`,
      );
    expect(await says('location', '<C:text-match>hoi dong</C:text-match>')).toEqual(['a']);
    expect(await says('UID', '<C:text-match collation="i;octet">b</C:text-match>')).toEqual(['b']);
    expect(await says('SUMMARY', '<C:text-match negate-condition="yes">a</C:text-match>')).toEqual(['b']);
    const waiting =
      '<C:param-filter name="PARTSTAT"><C:text-match>needs-action</C:text-match></C:param-filter>';
    expect(await says('ATTENDEE', waiting)).toEqual(['a']);
  });

  test('CL-251 what has no zone is found by the zone that is meant, what has one by its rows', async () => {
    await event('floating', 'DTSTART:20260302T003000', 'DTEND:20260302T010000');
    await event('zoned', ...on('20260301'), 'RRULE:FREQ=DAILY;COUNT=3');
    await event('later', ...on('20260303'));
    const meant = (zone: string) =>
      report(
        ask(
          `<C:comp-filter name="VEVENT">${range('20260301T170000Z', '20260302T170000Z')}</C:comp-filter>`,
        ).replace('</C:filter>', `</C:filter><C:timezone-id>${zone}</C:timezone-id>`),
      );
    expect(namesIn(await meant('Asia/Ho_Chi_Minh'))).toEqual(['floating', 'zoned']);
    expect(namesIn(await meant('Asia/Tokyo'))).toEqual(['zoned']);
  });

  test('answers each occurrence by itself where it is asked to expand', async () => {
    await event(
      'a',
      'DTSTART;TZID=Asia/Ho_Chi_Minh:20260302T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY',
      'X-ODD:1',
    );
    const data =
      '<C:calendar-data><C:expand start="20260305T000000Z" end="20260307T000000Z"/></C:calendar-data>';
    const { byHref } = await report(ask('<C:comp-filter name="VEVENT"/>', data));
    const text = String(byHref.get(`${an.calendar}a.ics`)?.props[200]?.['calendar-data']);
    expect(text.match(/^(DTSTART|DTEND|RECURRENCE-ID|X-ODD|RRULE|DURATION).*(?=\r)/gm)).toEqual([
      ...['X-ODD:1', 'DTSTART:20260305T020000Z', 'DTEND:20260305T030000Z', 'RECURRENCE-ID:20260305T020000Z'],
      ...['X-ODD:1', 'DTSTART:20260306T020000Z', 'DTEND:20260306T030000Z', 'RECURRENCE-ID:20260306T020000Z'],
    ]);
  });

  test('expands no further than a server can bear', async () => {
    const long = `DESCRIPTION:${'x'.repeat(100_000)}`;
    await event('a', ...on('20260302'), 'RRULE:FREQ=DAILY', long);
    await event('b', ...on('20260302'));
    const data =
      '<C:calendar-data><C:expand start="20260305T000000Z" end="20290307T000000Z"/></C:calendar-data>';
    const { byHref } = await report(ask('<C:comp-filter name="VEVENT"/>', data));
    expect(byHref.get(`${an.calendar}a.ics`)?.props[404]).toEqual({ 'calendar-data': '' });
    expect(byHref.get(`${an.calendar}b.ics`)?.props[200]?.['calendar-data']).toContain('UID:b');
  });

  test.each([
    ['<C:comp-filter name="VEVENT"><C:comp-filter name="VALARM"/></C:comp-filter>', 'supported-filter'],
    [
      '<C:comp-filter name="VEVENT"><C:prop-filter name="X"><C:time-range start="20260302T000000Z"/></C:prop-filter></C:comp-filter>',
      'supported-filter',
    ],
    ['<C:comp-filter name="VEVENT"/><C:comp-filter name="VTODO"/>', 'supported-filter'],
    [
      `<C:comp-filter name="VEVENT">${'<C:prop-filter name="X"/>'.repeat(51)}</C:comp-filter>`,
      'supported-filter',
    ],
    ['<C:comp-filter name="VEVENT"><C:time-range start="20260302T000000"/></C:comp-filter>', 'valid-filter'],
    ['<C:comp-filter name="VEVENT"><C:time-range/></C:comp-filter>', 'valid-filter'],
    [
      '<C:comp-filter name="VEVENT"><C:time-range start="20260303T000000Z" end="20260302T000000Z"/></C:comp-filter>',
      'valid-filter',
    ],
  ])('CL-6 refuses %s', async (inside, condition) => {
    const { status, text } = await an.dav.call('REPORT', an.calendar, { body: ask(inside) });
    expect([status, text]).toEqual([403, expect.stringContaining(`<CAL:${condition}`)]);
  });
});

test('free-busy-query tells when the calendar is busy, and nothing of what it is busy with', async () => {
  await event('a', ...on('20260302'), 'RRULE:FREQ=DAILY;COUNT=2');
  await event('b', 'DTSTART:20260302T023000Z', 'DTEND:20260302T040000Z');
  await event('free', 'DTSTART:20260302T100000Z', 'DTEND:20260302T110000Z', 'TRANSP:TRANSPARENT');
  const ask = (range: string) =>
    an.dav.call('REPORT', an.calendar, { body: `<C:free-busy-query ${SPACES}>${range}</C:free-busy-query>` });
  const { status, headers, text } = await ask(
    '<C:time-range start="20260302T030000Z" end="20260304T000000Z"/>',
  );
  expect([status, headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(text.match(/^FREEBUSY.*(?=\r)/gm)).toEqual([
    'FREEBUSY:20260302T030000Z/20260302T040000Z',
    'FREEBUSY:20260303T020000Z/20260303T030000Z',
  ]);
  expect(text).not.toContain('SUMMARY');
  expect((await ask('')).status).toBe(400);
  const years = '<C:time-range start="20260302T000000Z" end="20290302T000000Z"/>';
  expect((await ask(years)).text).toContain('<CAL:max-instances/>');
});

test('there are no other reports, and none elsewhere', async () => {
  const query = `<C:calendar-query ${SPACES}><prop/></C:calendar-query>`;
  const unknown = '<C:addressbook-query xmlns:C="urn:ietf:params:xml:ns:carddav"/>';
  for (const [path, body] of [
    [an.home, query],
    [an.calendar, unknown],
    ['/dav/calendars/', query],
  ] as const) {
    const { status, text } = await an.dav.call('REPORT', path, { body });
    expect([path, status, text]).toEqual([path, 403, expect.stringContaining('<D:supported-report/>')]);
  }
});
