import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

const SPACES = 'xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"';
const described = (name: string, offset = '+0900') =>
  [
    ...['BEGIN:VTIMEZONE', `TZID:${name}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000'],
    ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE', ''],
  ].join('\r\n');
/** Of Outlook, with the rules of Berlin. */
const CENTRAL = [
  ...['BEGIN:VTIMEZONE', 'TZID:Customized Time Zone', 'BEGIN:STANDARD', 'DTSTART:16010101T030000'],
  ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10', 'END:STANDARD'],
  ...['BEGIN:DAYLIGHT', 'DTSTART:16010101T020000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200'],
  ...['RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3', 'END:DAYLIGHT', 'END:VTIMEZONE', ''],
].join('\r\n');
const calendarOf = (...zones: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n${zones.join('')}END:VCALENDAR`;
const timezone = (...zones: string[]) => `<C:calendar-timezone>${calendarOf(...zones)}</C:calendar-timezone>`;
const withZones = (text: string, ...zones: string[]) =>
  text.replace('BEGIN:VEVENT', `${zones.join('')}BEGIN:VEVENT`);
const at = (zone: string, hour = '09') => `DTSTART;TZID=${zone}:20270302T${hour}0000`;

const put = async (name: string, body: string) => {
  const { status, headers, text } = await an.dav.call('PUT', `${an.calendar}${name}.ics`, { body });
  expect(status, text).toBeLessThan(300);
  return headers['etag'];
};
const get = (name: string, zones?: 'T' | 'F') =>
  an.dav.call('GET', `${an.calendar}${name}.ics`, {
    headers: zones ? { 'caldav-timezones': zones } : {},
  });
const proppatch = (props: string, { remove = false } = {}) => {
  const act = remove ? 'remove' : 'set';
  const body = `<propertyupdate ${SPACES}><${act}><prop>${props}</prop></${act}></propertyupdate>`;
  return an.dav.call('PROPPATCH', an.calendar, { body });
};
const zoneOf = async () => {
  const body = `<propfind ${SPACES}><prop><C:calendar-timezone-id/><C:calendar-timezone/></prop></propfind>`;
  const { byHref } = await an.dav.ask('PROPFIND', an.calendar, { depth: '0', body });
  return byHref.get(an.calendar)?.props[200] ?? {};
};

test('CV-23 a program that knows zones by name is told so where calendars are, and of no service that describes them', async () => {
  const said = async (path: string) =>
    String((await an.dav.call('OPTIONS', path)).headers['dav']).includes('calendar-no-timezone');
  for (const path of [an.home, an.calendar, `${an.calendar}a.ics`]) expect(await said(path)).toBe(true);
  for (const path of ['/dav/', `/dav/addressbooks/${an.email}/`]) expect(await said(path)).toBe(false);
  const body = `<propfind ${SPACES}><prop><C:timezone-service-set/></prop></propfind>`;
  const { byHref } = await an.dav.ask('PROPFIND', an.home, { depth: '0', body });
  expect(byHref.get(an.home)?.props).toEqual({ 200: { 'timezone-service-set': '' } });
});

test('CV-23 descriptions of zones with a known name are left out where that is asked for, and the tag stays that of what is kept', async () => {
  const text = withZones(
    vevent('a', 'Họp', at('Asia/Tokyo'), 'DTEND;TZID=Tokyo Standard Time:20270302T100000'),
    described('Asia/Tokyo'),
    described('Tokyo Standard Time'),
  );
  const etag = await put('a', text);
  expect((await get('a')).text).toBe(text);
  const short = await get('a', 'F');
  // Windows' own name says nothing to programs that know those of IANA.
  expect(short.text).toBe(text.replace(described('Asia/Tokyo'), ''));
  expect(short.headers['etag']).toBe(etag);
  expect(Number(short.headers['content-length'])).toBe(Buffer.byteLength(short.text));
  const body = `<C:calendar-multiget ${SPACES}><prop><getetag/><C:calendar-data/></prop>
    <href>${an.calendar}a.ics</href></C:calendar-multiget>`;
  const listed = await an.dav.call('REPORT', an.calendar, { body, headers: { 'caldav-timezones': 'F' } });
  expect(listed.text).toContain('TZID:Tokyo Standard Time');
  expect(listed.text).not.toContain('TZID:Asia/Tokyo');
  // What was read in short is changed by the tag that came with it.
  const changed = short.text.replace('Họp', 'Họp ngắn');
  const headers = { 'if-match': String(etag) };
  const again = await an.dav.call('PUT', `${an.calendar}a.ics`, { body: changed, headers });
  expect(again.status).toBe(204);
  expect((await get('a')).text).toBe(changed);
});

test('CV-23 a program that asks for descriptions gets those that were not put', async () => {
  const text = vevent('a', 'Họp', at('Asia/Tokyo'), 'DTEND;TZID=Europe/Berlin:20270302T033000');
  await put('a', text);
  expect((await get('a')).text).toBe(text);
  const full = (await get('a', 'T')).text;
  expect(full.match(/^TZID:.*(?=\r)/gm)).toEqual(['TZID:Asia/Tokyo', 'TZID:Europe/Berlin']);
  expect(full.replace(/BEGIN:VTIMEZONE.*END:VTIMEZONE\r\n/s, '')).toBe(text);
  // It is put again as it was read, and lacks nothing then.
  await put('a', full);
  expect((await get('a', 'T')).text).toBe(full);
  expect((await get('a', 'F')).text).toBe(text);
});

test('CL-241 every answer with texts heeds what is asked for', async () => {
  const text = withZones(
    vevent('a', 'Họp', at('Asia/Tokyo'), 'DTEND;TZID=Europe/Berlin:20270302T033000'),
    described('Asia/Tokyo'),
  );
  await put('a', text);
  const props = '<prop><getetag/><C:calendar-data/></prop>';
  const reports = [
    `<C:calendar-multiget ${SPACES}>${props}<href>${an.calendar}a.ics</href></C:calendar-multiget>`,
    `<C:calendar-query ${SPACES}>${props}<C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>`,
    `<sync-collection ${SPACES}><sync-token/><sync-level>1</sync-level>${props}</sync-collection>`,
  ];
  for (const body of reports) {
    const zonesFor = async (headers: Record<string, string>) => {
      const answer = await an.dav.call('REPORT', an.calendar, { body, headers });
      return answer.text.match(/^TZID:.*$/gm)?.map((line) => line.replace(/\r|&#13;/g, '')) ?? [];
    };
    expect(await zonesFor({ 'caldav-timezones': 'F' })).toEqual([]);
    expect(await zonesFor({ 'caldav-timezones': 'T' })).toEqual(['TZID:Asia/Tokyo', 'TZID:Europe/Berlin']);
    // What is neither is as good as nothing.
    expect(await zonesFor({ 'caldav-timezones': 'X' })).toEqual(['TZID:Asia/Tokyo']);
    expect(await zonesFor({})).toEqual(['TZID:Asia/Tokyo']);
  }
});

test('CL-241 a name that only one program knows is described where others are left out, also where it was put without', async () => {
  const own = described('Văn phòng', '+0700');
  const text = withZones(
    vevent('a', 'Họp', at('Văn phòng'), 'DTEND;TZID=Tokyo Standard Time:20270302T120000'),
    own,
  );
  await put('a', text);
  expect((await get('a')).text).toBe(text);
  for (const zones of ['T', 'F'] as const) {
    const full = (await get('a', zones)).text;
    expect(full).toContain(own);
    expect(full.match(/^TZID:.*(?=\r)/gm)?.toSorted()).toEqual([
      'TZID:Tokyo Standard Time',
      'TZID:Văn phòng',
    ]);
  }
});

test('CL-242 what happens once is in UTC where occurrences are expanded, and names no zone', async () => {
  await put(
    'a',
    withZones(
      vevent('a', 'Họp', at('Europe/Berlin'), 'DURATION:P1D', 'EXDATE;TZID=Europe/Berlin:20270303T090000'),
      described('Europe/Berlin', '+0100'),
    ),
  );
  await put('b', vevent('b', 'Nổi', 'DTSTART:20270302T090000', 'DURATION:PT1H'));
  await put('c', vevent('c', 'Xa', at('Nowhere/Else')));
  await put('d', vtodo('d', 'Việc', 'DUE;TZID=Asia/Tokyo:20270302T090000'));
  const data =
    '<C:calendar-data><C:expand start="20270301T000000Z" end="20270401T000000Z"/></C:calendar-data>';
  const body = `<C:calendar-query ${SPACES}><prop>${data}</prop><C:filter><C:comp-filter name="VCALENDAR"/></C:filter></C:calendar-query>`;
  const { byHref } = await an.dav.ask('REPORT', an.calendar, { body });
  const times = (name: string) =>
    String(byHref.get(`${an.calendar}${name}.ics`)?.props[200]?.['calendar-data']).match(
      /^(DTSTART|DTEND|DUE|DURATION|EXDATE|TZID).*(?=\r)/gm,
    );
  expect(times('a')).toEqual(['DTSTART:20270302T080000Z', 'DTEND:20270303T080000Z']);
  expect(times('b')).toEqual(['DTSTART:20270302T090000', 'DURATION:PT1H']);
  expect(times('c')).toEqual([at('Nowhere/Else')]);
  expect(times('d')).toEqual(['DUE:20270302T000000Z']);
});

test('CV-24 a calendar takes a zone by its name or its description, and says it in both', async () => {
  expect(await zoneOf()).toEqual({});
  expect((await proppatch('<C:calendar-timezone-id>Asia/Tokyo</C:calendar-timezone-id>')).status).toBe(207);
  expect(await zoneOf()).toEqual({
    'calendar-timezone-id': 'Asia/Tokyo',
    'calendar-timezone': expect.stringContaining('TZID:Asia/Tokyo'),
  });
  const berlin = calendarOf(described('Europe/Berlin', '+0100'));
  await proppatch(`<C:calendar-timezone>${berlin}</C:calendar-timezone>`);
  expect(await zoneOf()).toMatchObject({ 'calendar-timezone-id': 'Europe/Berlin' });
  const unknown = await proppatch('<C:calendar-timezone-id>Mars/Olympus</C:calendar-timezone-id>');
  expect([unknown.status, unknown.text]).toEqual([403, expect.stringContaining('<CAL:valid-timezone/>')]);
  // Of two the later one counts (RFC 4918, section 9.2).
  const id = '<C:calendar-timezone-id>Asia/Tokyo</C:calendar-timezone-id>';
  await proppatch(`${id}<C:calendar-timezone>${berlin}</C:calendar-timezone>`);
  expect(await zoneOf()).toMatchObject({ 'calendar-timezone-id': 'Europe/Berlin' });
  await proppatch('<C:calendar-timezone-id/>', { remove: true });
  expect(await zoneOf()).toEqual({});
  await proppatch(id);
  await proppatch('<C:calendar-timezone/>', { remove: true });
  expect(await zoneOf()).toEqual({});
});

test('CL-243 a zone that only its description knows becomes the place whose clocks show the same, and is refused where there is none', async () => {
  const give = (...zones: string[]) => proppatch(`<displayname>Nhóm</displayname>${timezone(...zones)}`);
  expect((await give(described('Văn phòng', '+0700'))).status).toBe(207);
  expect(await zoneOf()).toEqual({
    'calendar-timezone-id': 'Asia/Ho_Chi_Minh',
    'calendar-timezone': expect.stringContaining('TZID:Asia/Ho_Chi_Minh'),
  });
  expect((await give(CENTRAL)).status).toBe(207);
  expect(await zoneOf()).toMatchObject({ 'calendar-timezone-id': 'Europe/Berlin' });
  for (const [zones, precondition] of [
    [[described('Mars', '+0017')], 'valid-timezone'],
    [[], 'valid-calendar-data'],
    [[described('A', '+0700'), described('B', '+0700')], 'valid-calendar-data'],
  ] as const) {
    const { status, text } = await give(...zones);
    expect([status, text]).toEqual([403, expect.stringContaining(`<CAL:${precondition}/>`)]);
  }
  expect(await zoneOf()).toMatchObject({ 'calendar-timezone-id': 'Europe/Berlin' });
});

test('CL-243 a zone is said where it is asked for, and not among all properties', async () => {
  await proppatch('<C:calendar-timezone-id>Asia/Tokyo</C:calendar-timezone-id>');
  for (const path of [an.home, an.calendar]) {
    const body = `<propfind ${SPACES}><allprop/></propfind>`;
    const { byHref } = await an.dav.ask('PROPFIND', path, { depth: '0', body });
    expect(Object.keys(byHref.get(path)?.props[200] ?? {}).filter((name) => /zone/.test(name))).toEqual([]);
  }
});

test('CV-24 a calendar is made with a zone, and refused with one that nobody knows', async () => {
  const make = (zone: string) => {
    const body = `<C:mkcalendar ${SPACES}><set><prop><C:calendar-timezone-id>${zone}</C:calendar-timezone-id></prop></set></C:mkcalendar>`;
    return an.dav.call('MKCALENDAR', `${an.home}${crypto.randomUUID()}/`, { body });
  };
  expect((await make('Asia/Tokyo')).status).toBe(201);
  const unknown = await make('Mars/Olympus');
  expect([unknown.status, unknown.text]).toEqual([403, expect.stringContaining('<CAL:valid-timezone/>')]);
});

test('CV-24 only who manages a shared calendar gives it a zone', async () => {
  const other = await calDavPerson(server);
  const made = await an.client.createCalendar({ body: { name: 'Dự án', color: '#0b8043' } });
  const { id } = made.data;
  const body = `<propertyupdate ${SPACES}><set><prop><C:calendar-timezone-id>Asia/Tokyo</C:calendar-timezone-id></prop></set></propertyupdate>`;
  for (const [permission, status] of [
    ['WRITE', 403],
    ['MANAGE', 207],
  ] as const) {
    const members = [{ address: other.email, permission }];
    await an.client.setCalendarMembers({ params: { id }, body: { members } });
    const answer = await other.dav.call('PROPPATCH', `${other.home}${id}/`, { body });
    expect([permission, answer.status]).toEqual([permission, status]);
  }
});

test('CV-24 what has no zone is found, and busy, by the clock of the zone that is asked about, or of the calendar', async () => {
  // Nine in the morning in Tokyo is midnight in Greenwich.
  await put('a', vevent('a', 'Nổi', 'DTSTART:20270302T090000', 'DTEND:20270302T100000'));
  const range = '<C:time-range start="20270302T000000Z" end="20270302T010000Z"/>';
  const query = async (zone = '') => {
    const body = `<C:calendar-query ${SPACES}><prop><getetag/></prop><C:filter><C:comp-filter name="VCALENDAR">
      <C:comp-filter name="VEVENT">${range}</C:comp-filter></C:comp-filter></C:filter>${zone}</C:calendar-query>`;
    return an.dav.call('REPORT', an.calendar, { body });
  };
  const isFound = async (zone?: string) => (await query(zone)).text.includes('a.ics');
  const busy = async (zone = '') => {
    const body = `<C:free-busy-query ${SPACES}>${range}${zone}</C:free-busy-query>`;
    const { text } = await an.dav.call('REPORT', an.calendar, { body });
    return text.match(/^FREEBUSY.*(?=\r)/gm);
  };
  const id = (zone: string) => `<C:timezone-id>${zone}</C:timezone-id>`;
  const [tokyo, berlin] = [id('Asia/Tokyo'), id('Europe/Berlin')];
  const inTokyo = ['FREEBUSY:20270302T000000Z/20270302T010000Z'];
  // Wherever one is.
  expect(await isFound()).toBe(true);
  expect([await isFound(tokyo), await isFound(berlin)]).toEqual([true, false]);
  expect([await busy(), await busy(tokyo), await busy(berlin)]).toEqual([null, inTokyo, null]);
  const text = (...zones: string[]) => `<C:timezone>${calendarOf(...zones)}</C:timezone>`;
  expect(await isFound(text(described('Europe/Berlin')))).toBe(false);
  // A name that says nothing counts by its description.
  expect(await isFound(text(described('Văn phòng', '+0900')))).toBe(true);
  expect(await isFound(text(described('Văn phòng', '+0700')))).toBe(false);
  const undescribed = await query(text());
  expect([undescribed.status, undescribed.text]).toEqual([
    403,
    expect.stringContaining('<CAL:valid-calendar-data/>'),
  ]);
  await proppatch('<C:calendar-timezone-id>Europe/Berlin</C:calendar-timezone-id>');
  expect([await isFound(), await isFound(tokyo)]).toEqual([false, true]);
  await proppatch('<C:calendar-timezone-id>Asia/Tokyo</C:calendar-timezone-id>');
  expect(await busy()).toEqual(inTokyo);
  const unknown = await query(id('Mars/Olympus'));
  expect([unknown.status, unknown.text]).toEqual([403, expect.stringContaining('<CAL:valid-timezone/>')]);
  const unknownBusy = `<C:free-busy-query ${SPACES}>${range}${id('Mars/Olympus')}</C:free-busy-query>`;
  expect((await an.dav.call('REPORT', an.calendar, { body: unknownBusy })).status).toBe(403);
});
