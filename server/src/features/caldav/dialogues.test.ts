import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CalDavPerson, calDavPerson, vevent, vtodo } from '../../test-kit/caldav-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

let server: TestServer;
let an: CalDavPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
  an = await calDavPerson(server);
});
afterAll(() => server.close());

const found = (answer: Awaited<ReturnType<CalDavPerson['dav']['ask']>>, path: string) =>
  answer.byHref.get(path)?.props[200] ?? {};
const XML = { 'content-type': 'text/xml' };
const CAL = 'xmlns:C="urn:ietf:params:xml:ns:caldav"';
const TIMES = ['DTSTART:20260302T020000Z', 'DTEND:20260302T030000Z'];

/** The steps of dataaccessd and CalendarAgent, as operators of servers have published their logs (sabre.io, Nextcloud). */
test('CL-1 CL-4 Calendar of Apple finds its home, makes a calendar, and synchronizes it', async () => {
  const { dav, email, home, calendar } = an;
  const agent = { 'user-agent': 'iOS/17.0 (21A329) dataaccessd/1.0', ...XML };
  const principal = `<A:propfind xmlns:A="DAV:"><A:prop><A:current-user-principal/><A:principal-URL/><A:resourcetype/>
    </A:prop></A:propfind>`;
  const own = `/dav/principals/${email}/`;
  const first = await dav.ask('PROPFIND', '/dav/', { headers: agent, depth: '0', body: principal });
  expect(found(first, '/dav/')).toMatchObject({ 'current-user-principal': { href: own } });
  const options = await dav.call('OPTIONS', own, { headers: agent });
  expect([options.status, options.headers['dav']]).toEqual([200, expect.stringContaining('calendar-access')]);
  // It leaves invitations to us.
  expect(options.headers['dav']).toContain('calendar-auto-schedule');

  const body = `<A:propfind xmlns:A="DAV:"><A:prop><B:calendar-home-set xmlns:B="urn:ietf:params:xml:ns:caldav"/>
    <B:calendar-user-address-set xmlns:B="urn:ietf:params:xml:ns:caldav"/><A:current-user-principal/><A:displayname/>
    <C:dropbox-home-URL xmlns:C="http://calendarserver.org/ns/"/><C:email-address-set xmlns:C="http://calendarserver.org/ns/"/>
    <C:notification-URL xmlns:C="http://calendarserver.org/ns/"/><A:principal-collection-set/><A:principal-URL/>
    <A:resource-id/><B:schedule-inbox-URL xmlns:B="urn:ietf:params:xml:ns:caldav"/>
    <B:schedule-outbox-URL xmlns:B="urn:ietf:params:xml:ns:caldav"/><A:supported-report-set/></A:prop></A:propfind>`;
  const person = await dav.ask('PROPFIND', own, { headers: agent, depth: '0', body });
  expect(found(person, own)).toMatchObject({
    'calendar-home-set': { href: home },
    'principal-URL': { href: own },
    'schedule-inbox-URL': { href: `${home}inbox/` },
    'schedule-outbox-URL': { href: `${home}outbox/` },
  });

  const list = `<A:propfind xmlns:A="DAV:" ${CAL} xmlns:CS="http://calendarserver.org/ns/" xmlns:I="http://apple.com/ns/ical/">
    <A:prop><A:add-member/><CS:allowed-sharing-modes/><I:autoprovisioned/><I:calendar-color/><C:calendar-description/>
    <C:calendar-free-busy-set/><I:calendar-order/><C:calendar-timezone/><A:current-user-privilege-set/>
    <C:default-alarm-vevent-date/><A:displayname/><CS:getctag/><C:max-attendees-per-instance/><A:owner/>
    <CS:pre-publish-url/><A:quota-available-bytes/><A:resource-id/><A:resourcetype/><C:schedule-calendar-transp/>
    <CS:source/><C:supported-calendar-component-set/><A:supported-report-set/><A:sync-token/></A:prop></A:propfind>`;
  const calendars = await dav.ask('PROPFIND', home, { headers: agent, depth: '1', body: list });
  expect(found(calendars, calendar)).toMatchObject({
    'calendar-color': '#1a73e8',
    displayname: 'Lịch',
    getctag: expect.any(String),
    'sync-token': expect.stringMatching(/^urn:/),
  });

  const made = `${home}7C1B3F0E-9A77-4C3A-B0F4-0C8E2B1D9A55/`;
  const mkcalendar = `<B:mkcalendar xmlns:B="urn:ietf:params:xml:ns:caldav"><A:set xmlns:A="DAV:"><A:prop>
    <D:calendar-color xmlns:D="http://apple.com/ns/ical/" symbolic-color="red">#FF3B30FF</D:calendar-color>
    <A:displayname>Gia đình</A:displayname><D:calendar-order xmlns:D="http://apple.com/ns/ical/">2</D:calendar-order>
    <B:supported-calendar-component-set><B:comp name="VEVENT"/></B:supported-calendar-component-set>
    <B:calendar-free-busy-set><YES/></B:calendar-free-busy-set></A:prop></A:set></B:mkcalendar>`;
  expect((await dav.call('MKCALENDAR', made, { headers: agent, body: mkcalendar })).status).toBe(201);

  const sync = (token: string) =>
    dav.ask('REPORT', made, {
      headers: agent,
      body: `<A:sync-collection xmlns:A="DAV:"><A:sync-token>${token}</A:sync-token><A:sync-level>1</A:sync-level><A:prop>
        <A:getcontenttype/><A:getetag/></A:prop></A:sync-collection>`,
    });
  const { token = '' } = await sync('');
  const put = { 'if-none-match': '*', 'content-type': 'text/calendar', 'user-agent': agent['user-agent'] };
  const event = `${made}4D1E.ics`;
  const { status, headers } = await dav.call('PUT', event, {
    headers: put,
    body: vevent('4D1E', 'Giỗ', ...TIMES),
  });
  expect([status, headers['etag']]).toEqual([201, expect.stringMatching(/^"/)]);
  const changed = await sync(token);
  expect(found(changed, event)).toEqual({
    getcontenttype: 'text/calendar; charset=utf-8; component=VEVENT',
    getetag: headers['etag'],
  });
  const multiget = `<B:calendar-multiget xmlns:B="urn:ietf:params:xml:ns:caldav"><A:prop xmlns:A="DAV:"><A:getetag/>
    <B:calendar-data/></A:prop><A:href xmlns:A="DAV:">${event}</A:href></B:calendar-multiget>`;
  const got = await dav.ask('REPORT', made, { headers: agent, body: multiget });
  expect(found(got, event)['calendar-data']).toContain('SUMMARY:Giỗ');
});

/** DAVx5 4.x: `ServiceDetector` and `CalendarSyncManager` of its source ask so. */
test('CL-1 CL-6 DAVx5 asks for events since a day, and for tasks, then for what it doesn’t know', async () => {
  const { dav, home, calendar } = an;
  const body = `<propfind xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"><prop>
    <resourcetype/><displayname/><CAL:calendar-description/><A:calendar-color/><CAL:calendar-timezone/>
    <CAL:supported-calendar-component-set/><CAL:calendar-home-set/><current-user-privilege-set/><owner/>
    <supported-report-set/></prop></propfind>`;
  const list = await dav.ask('PROPFIND', home, { depth: '1', body });
  expect(found(list, calendar)['supported-calendar-component-set']).toEqual({
    comp: [{ '@_name': 'VEVENT' }, { '@_name': 'VTODO' }],
  });
  await dav.call('PUT', `${calendar}old.ics`, { body: vevent('old', 'Cũ', 'DTSTART:20200302T020000Z') });
  await dav.call('PUT', `${calendar}new.ics`, { body: vevent('new', 'Mới', ...TIMES) });
  await dav.call('PUT', `${calendar}todo.ics`, { body: vtodo('todo', 'Việc') });
  const query = (
    inside: string,
  ) => `<CAL:calendar-query xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav"><prop>
    <getetag/></prop><CAL:filter><CAL:comp-filter name="VCALENDAR">${inside}</CAL:comp-filter></CAL:filter></CAL:calendar-query>`;
  const since = '<CAL:comp-filter name="VEVENT"><CAL:time-range start="20251202T000000Z"/></CAL:comp-filter>';
  const events = await dav.ask('REPORT', calendar, { depth: '1', body: query(since) });
  expect([...events.byHref.keys()]).toEqual([`${calendar}new.ics`]);
  const tasks = await dav.ask('REPORT', calendar, {
    depth: '1',
    body: query('<CAL:comp-filter name="VTODO"/>'),
  });
  expect([...tasks.byHref.keys()]).toEqual([`${calendar}todo.ics`]);
  const multiget = `<CAL:calendar-multiget xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav"><prop>
    <getcontenttype/><getetag/><CAL:calendar-data/><CAL:schedule-tag/></prop><href>${calendar}new.ics</href></CAL:calendar-multiget>`;
  const got = await dav.ask('REPORT', calendar, { body: multiget });
  expect(found(got, `${calendar}new.ics`)).toMatchObject({ 'calendar-data': vevent('new', 'Mới', ...TIMES) });
});

/** Thunderbird 115: `CalDavCalendar` and `CalDavWebDavSync` of its source. */
test('CL-1 CL-4 Thunderbird looks at the calendar, then asks for what has changed with its texts by name', async () => {
  const binh = await calDavPerson(server);
  const { dav, calendar } = binh;
  const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Thunderbird/115.0', ...XML };
  const check = `<D:propfind xmlns:D="DAV:" xmlns:CS="http://calendarserver.org/ns/" ${CAL}><D:prop><D:resourcetype/><D:owner/>
    <D:current-user-principal/><D:current-user-privilege-set/><D:supported-report-set/>
    <C:supported-calendar-component-set/><CS:getctag/></D:prop></D:propfind>`;
  const facts = found(await dav.ask('PROPFIND', calendar, { headers, depth: '0', body: check }), calendar);
  expect(facts['resourcetype']).toEqual({ collection: '', calendar: '' });
  await dav.call('PUT', `${calendar}a.ics`, {
    headers: { 'if-none-match': '*' },
    body: vevent('a', 'Họp', ...TIMES),
  });
  const sync = `<sync-collection xmlns="DAV:"><sync-token/><sync-level>1</sync-level><prop><getcontenttype/><getetag/></prop>
    </sync-collection>`;
  const changed = await dav.ask('REPORT', calendar, { headers: { ...headers, depth: '1' }, body: sync });
  expect([...changed.byHref.keys()]).toEqual([`${calendar}a.ics`]);
  expect(found(changed, `${calendar}a.ics`)['getcontenttype']).toContain('text/calendar');
  const multiget = `<C:calendar-multiget xmlns:D="DAV:" ${CAL}><D:prop><D:getetag/><C:calendar-data/></D:prop>
    <D:href>${calendar}a.ics</D:href></C:calendar-multiget>`;
  const got = await dav.ask('REPORT', calendar, { headers: { ...headers, depth: '1' }, body: multiget });
  expect(found(got, `${calendar}a.ics`)['calendar-data']).toBe(vevent('a', 'Họp', ...TIMES));
});

/** Calendar of macOS 10.11 to 13, as operators of Radicale, Xandikos and ownCloud have published its dialogue. */
test('CL-1 CL-5 Calendar of macOS orders the calendar by itself, then asks for tags and texts', async () => {
  const chi = await calDavPerson(server);
  const { dav, email, home, calendar } = chi;
  const agent = { 'user-agent': 'macOS/13.2.1 (22D68) CalendarAgent/988', prefer: 'return=minimal', ...XML };
  const moved = await dav.call('PROPFIND', '/.well-known/caldav', { headers: agent, depth: '0' });
  expect([moved.status, moved.headers['location']]).toEqual([301, '/dav/']);
  const own = `/dav/principals/${email}/`;
  const reports = await dav.call('REPORT', '/dav/principals/', {
    headers: agent,
    body: '<A:principal-search-property-set xmlns:A="DAV:"/>',
  });
  expect([reports.status, reports.text]).toEqual([403, expect.stringContaining('supported-report')]);
  const body = `<A:propfind xmlns:A="DAV:"><A:prop><B:calendar-home-set xmlns:B="urn:ietf:params:xml:ns:caldav"/>
    <B:calendar-user-address-set xmlns:B="urn:ietf:params:xml:ns:caldav"/><A:displayname/></A:prop></A:propfind>`;
  const person = await dav.ask('PROPFIND', own, { headers: agent, depth: '0', body });
  expect(found(person, own)).toMatchObject({
    'calendar-home-set': { href: home },
    'calendar-user-address-set': { href: `mailto:${email}` },
  });

  const order = `<A:propertyupdate xmlns:A="DAV:"><A:set><A:prop><D:calendar-order xmlns:D="http://apple.com/ns/ical/">1
    </D:calendar-order></A:prop></A:set></A:propertyupdate>`;
  const ordered = await dav.ask('PROPPATCH', calendar, { headers: agent, body: order });
  expect(found(ordered, calendar)).toEqual({ 'calendar-order': '' });

  const put = { ...agent, 'content-type': 'text/calendar', 'if-none-match': '*' };
  const event = `${calendar}0A5C2C4E-6D0B-4E5B-8D3C-4B8F0E1E7F11.ics`;
  const made = await dav.call('PUT', event, { headers: put, body: vevent('0A5C', 'Họp', ...TIMES) });
  const etag = made.headers['etag'] ?? '';
  const query = `<B:calendar-query xmlns:B="urn:ietf:params:xml:ns:caldav"><A:prop xmlns:A="DAV:"><A:getetag/>
    <A:getcontenttype/></A:prop><B:filter><B:comp-filter name="VCALENDAR"><B:comp-filter name="VEVENT">
    <B:time-range start="20250926T000000Z"/></B:comp-filter></B:comp-filter></B:filter></B:calendar-query>`;
  const tags = await dav.ask('REPORT', calendar, { headers: agent, depth: '1', body: query });
  expect(found(tags, event)).toMatchObject({ getetag: etag });
  const multiget = `<B:calendar-multiget xmlns:B="urn:ietf:params:xml:ns:caldav"><A:prop xmlns:A="DAV:"><A:getetag/>
    <B:calendar-data/><C:created-by xmlns:C="http://calendarserver.org/ns/"/><B:schedule-tag/></A:prop>
    <A:href xmlns:A="DAV:">${event}</A:href></B:calendar-multiget>`;
  const texts = await dav.ask('REPORT', calendar, { headers: agent, body: multiget });
  expect(found(texts, event)['calendar-data']).toContain('SUMMARY:Họp');
  const gone = await dav.call('DELETE', event, { headers: { ...agent, 'if-match': etag } });
  expect(gone.status).toBe(204);
});

/** Outlook CalDav Synchronizer: `WebDavDataAccess` and `CalDavDataAccess` of its source. */
test('CL-1 CL-2 CL-6 CalDav Synchronizer of Outlook tries the address, and asks within a range', async () => {
  const dung = await calDavPerson(server);
  const { dav, email, home, calendar } = dung;
  const headers = { 'user-agent': 'CalDavSynchronizer/4.4', 'content-type': 'application/xml' };
  const options = await dav.call('OPTIONS', calendar, { headers });
  expect(options.headers['dav']?.split(',').map((one) => one.trim())).toContain('calendar-access');
  const all = '<D:propfind xmlns:D="DAV:"><D:allprop/></D:propfind>';
  const facts = found(await dav.ask('PROPFIND', calendar, { headers, depth: '0', body: all }), calendar);
  expect(facts['resourcetype']).toEqual({ collection: '', calendar: '' });
  const props = (inside: string) =>
    `<D:propfind xmlns:D="DAV:" ${CAL}><D:prop>${inside}</D:prop></D:propfind>`;
  const asked = (path: string, inside: string, depth: '0' | '1' = '0') =>
    dav.ask('PROPFIND', path, { headers, depth, body: props(inside) });
  const rights = found(await asked(calendar, '<D:current-user-privilege-set/>'), calendar);
  for (const needed of ['write-content', 'bind', 'unbind']) {
    expect(JSON.stringify(rights)).toContain(`"${needed}"`);
  }
  const principal = `/dav/principals/${email}/`;
  const who = await asked(calendar, '<D:current-user-principal/><D:principal-URL/><D:resourcetype/>');
  expect(found(who, calendar)['current-user-principal']).toEqual({ href: principal });
  const homes = await asked(principal, '<C:calendar-home-set/>');
  expect(found(homes, principal)).toEqual({ 'calendar-home-set': { href: home } });
  const list = '<D:resourcetype/><D:displayname/><C:supported-calendar-component-set/>';
  expect(found(await asked(home, list, '1'), calendar)['displayname']).toBe('Lịch');

  const name = `${calendar}Họp đội.ics`;
  const body = vevent('hop-doi', 'Họp đội', ...TIMES);
  const put = { ...headers, 'content-type': 'text/calendar', 'if-none-match': '*' };
  const made = await dav.call('PUT', encodeURI(name), { headers: put, body });
  expect([made.status, made.headers['etag']]).toEqual([201, expect.stringMatching(/^"/)]);
  const query = `<C:calendar-query ${CAL}><D:prop xmlns:D="DAV:"><D:getetag/></D:prop><C:filter>
    <C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">
    <C:time-range start="20260101T000000Z" end="20261231T000000Z"/></C:comp-filter></C:comp-filter></C:filter>
    </C:calendar-query>`;
  const tags = await dav.ask('REPORT', calendar, { headers, depth: '1', body: query });
  expect(found(tags, encodeURI(name))).toEqual({ getetag: made.headers['etag'] });
  // It names resources as people read them.
  const multiget = `<C:calendar-multiget ${CAL} xmlns:D="DAV:"><D:prop><D:getetag/><D:displayname/><C:calendar-data/></D:prop>
    <D:href>${name}</D:href></C:calendar-multiget>`;
  const texts = await dav.ask('REPORT', calendar, { headers, depth: '1', body: multiget });
  expect(found(texts, encodeURI(name))['calendar-data']).toBe(body);
  const older = { ...headers, 'content-type': 'text/calendar', 'if-match': '"older"' };
  expect((await dav.call('PUT', encodeURI(name), { headers: older, body })).status).toBe(412);
});

const MEETING = ['DTSTART:20270302T020000Z', 'DTEND:20270302T030000Z'];

/** iOS 17 and macOS 14 where a server schedules, as RFC 6638 has it (appendix B). */
test('CV-14 CV-19 CV-20 CV-21 Calendar of Apple looks at its inbox, asks who is busy, invites and answers', async () => {
  const [host, guest] = [await calDavPerson(server), await calDavPerson(server)];
  const { dav, home, calendar } = host;
  const agent = { 'user-agent': 'iOS/17.0 (21A329) dataaccessd/1.0', ...XML };
  const inbox = `${home}inbox/`;
  const looks = `<A:propfind xmlns:A="DAV:" ${CAL} xmlns:CS="http://calendarserver.org/ns/"><A:prop><A:displayname/><A:owner/>
    <A:resourcetype/><A:supported-report-set/><C:calendar-availability/><C:schedule-default-calendar-URL/><CS:getctag/>
    <A:sync-token/><A:current-user-privilege-set/></A:prop></A:propfind>`;
  const box = found(await dav.ask('PROPFIND', inbox, { headers: agent, depth: '0', body: looks }), inbox);
  expect(box).toMatchObject({ 'schedule-default-calendar-URL': { href: calendar }, getctag: '0' });
  const listed = await dav.ask('PROPFIND', inbox, {
    headers: agent,
    depth: '1',
    body: '<A:propfind xmlns:A="DAV:"><A:prop><A:getcontenttype/><A:getetag/></A:prop></A:propfind>',
  });
  expect([...listed.byHref.keys()]).toEqual([inbox]);

  const asking = { 'user-agent': agent['user-agent'], 'content-type': 'text/calendar' };
  const busy = await dav.call('POST', `${home}outbox/`, {
    headers: { ...asking, originator: `mailto:${host.email}`, recipient: `mailto:${guest.email}` },
    body: [
      ...['BEGIN:VCALENDAR', 'CALSCALE:GREGORIAN', 'VERSION:2.0', 'METHOD:REQUEST'],
      ...['PRODID:-//Apple Inc.//iOS 17.0//EN', 'BEGIN:VFREEBUSY', 'UID:9F5B', 'DTSTAMP:20270101T000000Z'],
      ...['DTSTART:20270302T000000Z', 'DTEND:20270303T000000Z', `ORGANIZER:mailto:${host.email}`],
      ...[`ATTENDEE:mailto:${guest.email}`, 'END:VFREEBUSY', 'END:VCALENDAR', ''],
    ].join('\r\n'),
  });
  expect([busy.status, busy.text]).toEqual([200, expect.stringContaining('2.0;Success')]);

  const people = [
    `ORGANIZER;CN="Chủ";EMAIL=${host.email}:mailto:${host.email}`,
    `ATTENDEE;CN="Chủ";CUTYPE=INDIVIDUAL;PARTSTAT=ACCEPTED;ROLE=CHAIR:mailto:${host.email}`,
    `ATTENDEE;CUTYPE=INDIVIDUAL;PARTSTAT=NEEDS-ACTION;ROLE=REQ-PARTICIPANT;RSVP=TRUE:mailto:${guest.email}`,
  ];
  const put = await dav.call('PUT', `${calendar}9F5B.ics`, {
    headers: { ...asking, 'if-none-match': '*' },
    body: vevent('9F5B', 'Họp', ...MEETING, 'SEQUENCE:0', ...people),
  });
  expect([put.status, put.headers['schedule-tag']]).toEqual([201, expect.stringMatching(/^".+"$/)]);
  await tellOthers();

  const synced = await guest.dav.ask('REPORT', guest.calendar, {
    headers: agent,
    body: `<A:sync-collection xmlns:A="DAV:"><A:sync-token/><A:sync-level>1</A:sync-level><A:prop><A:getetag/></A:prop>
      </A:sync-collection>`,
  });
  const [path = ''] = synced.byHref.keys();
  const multiget = `<B:calendar-multiget xmlns:B="urn:ietf:params:xml:ns:caldav"><A:prop xmlns:A="DAV:"><A:getetag/>
    <B:calendar-data/><B:schedule-tag/></A:prop><A:href xmlns:A="DAV:">${path}</A:href></B:calendar-multiget>`;
  const got = found(await guest.dav.ask('REPORT', guest.calendar, { headers: agent, body: multiget }), path);
  const text = String(got['calendar-data']).replaceAll(/\r?\n[ \t]/g, '');
  const answered = text.replace(/PARTSTAT=NEEDS-ACTION/, 'PARTSTAT=DECLINED');
  const answer = await guest.dav.call('PUT', path, {
    headers: { ...asking, 'if-schedule-tag-match': String(got['schedule-tag']) },
    body: answered,
  });
  expect(answer.status).toBe(204);
  await tellOthers();
  const { text: known, headers } = await dav.call('GET', `${calendar}9F5B.ics`);
  expect([known.includes('PARTSTAT=DECLINED'), headers['schedule-tag']]).toEqual([
    true,
    put.headers['schedule-tag'],
  ]);
});

/** DAVx5 4.5: `SyncManager` of its source takes the Schedule-Tag where there is one, and else the ETag. */
test('CV-14 CV-16 DAVx5 changes and deletes by the Schedule-Tag that came with a text', async () => {
  const [host, guest] = [await calDavPerson(server), await calDavPerson(server)];
  const { dav, calendar } = host;
  const path = `${calendar}m.ics`;
  const people = [`ORGANIZER:mailto:${host.email}`, `ATTENDEE:mailto:${guest.email}`];
  const body = (title: string) => vevent('m', title, ...MEETING, ...people);
  const made = await dav.call('PUT', path, { headers: { 'if-none-match': '*' }, body: body('Họp') });
  // It fetches what it has put where there is no ETag.
  expect([made.status, made.headers['etag']]).toEqual([201, undefined]);
  await tellOthers();
  const multiget = `<CAL:calendar-multiget xmlns="DAV:" xmlns:CAL="urn:ietf:params:xml:ns:caldav"><prop><getcontenttype/>
    <getetag/><CAL:calendar-data/><CAL:schedule-tag/></prop><href>${path}</href></CAL:calendar-multiget>`;
  const got = found(await dav.ask('REPORT', calendar, { body: multiget }), path);
  const tag = String(got['schedule-tag']);
  expect(tag).toBe(made.headers['schedule-tag']);
  const changed = await dav.call('PUT', path, {
    headers: { 'if-schedule-tag-match': tag },
    body: body('Họp lại'),
  });
  expect(changed.status).toBe(204);
  const stale = await dav.call('DELETE', path, { headers: { 'if-schedule-tag-match': tag } });
  expect(stale.status).toBe(412);
  const next = { 'if-schedule-tag-match': changed.headers['schedule-tag'] ?? '' };
  expect((await dav.call('DELETE', path, { headers: next })).status).toBe(204);
});

async function tellOthers(): Promise<void> {
  server.clock.pass(60_000);
  await runJobsUntilIdle(server.context);
}
