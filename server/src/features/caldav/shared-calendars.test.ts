import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CalendarPermission } from '../../calendar-tables.ts';
import { type CalDavPerson, calDavPerson, vevent } from '../../test-kit/caldav-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';
import { createDomain } from '../people/create-people.ts';

let server: TestServer;
let owner: CalDavPerson;
let other: CalDavPerson;
let id: string;
/** The calendar as its owner and as the other one find it. */
let own: string;
let shared: string;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' } });
});
afterAll(() => server.close());
beforeEach(async () => {
  [owner, other] = [await calDavPerson(server), await calDavPerson(server)];
  const body = { name: 'Dự án', color: '#0b8043' };
  id = (await owner.client.createCalendar({ body })).data.id;
  [own, shared] = [`${owner.home}${id}/`, `${other.home}${id}/`];
});

const NINE = ['DTSTART:20261201T020000Z', 'DTEND:20261201T030000Z'];
const TEN = ['DTSTART:20261201T030000Z', 'DTEND:20261201T040000Z'];
const BLOCK = 'busy-zoned-1796090400-1796094000.ics';

function share(permission: CalendarPermission | null) {
  const members = permission === null ? [] : [{ address: other.email, permission }];
  return owner.client.setCalendarMembers({ params: { id }, body: { members } });
}

const put = (uid: string, ...lines: string[]) =>
  owner.dav.call('PUT', `${own}${uid}.ics`, { body: vevent(uid, `Họp ${uid}`, ...lines) });
const names = async () =>
  [...(await other.dav.ask('PROPFIND', shared, { depth: '1' })).byHref.keys()]
    .filter((path) => path !== shared)
    .map((path) => path.slice(shared.length));
const homeOf = async ({ dav, home }: CalDavPerson) => [
  ...(await dav.ask('PROPFIND', home, { depth: '1' })).byHref.keys(),
];

async function sync(token = '') {
  const body = `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><prop><getetag/></prop></sync-collection>`;
  const answer = await other.dav.ask('REPORT', shared, { body });
  const found = [...answer.byHref].map(([path, { status }]) => [path.slice(shared.length), status]);
  return { token: answer.token ?? '', found: Object.fromEntries(found) };
}

const refusedSync = async (token: string): Promise<[number, boolean, string]> => {
  const body = `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><prop><getetag/></prop></sync-collection>`;
  const { status, text } = await other.dav.call('REPORT', shared, { body });
  return [status, text.includes('valid-sync-token'), text];
};

const PROPS = `<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><displayname/><owner/><acl/>
  <current-user-privilege-set/><C:schedule-calendar-transp/></prop></propfind>`;

describe('a calendar that is shared', () => {
  test('CV-22 is in the home of who receives it, as theirs to read or to write, until it is shared no more', async () => {
    expect(await homeOf(other)).toEqual([other.home, other.calendar]);
    const rights: [CalendarPermission, boolean][] = [
      ['READ', false],
      ['WRITE', true],
      ['MANAGE', true],
    ];
    for (const [permission, writes] of rights) {
      await share(permission);
      expect(await homeOf(other)).toContain(shared);
      const { byHref } = await other.dav.ask('PROPFIND', shared, { depth: '0', body: PROPS });
      const found = byHref.get(shared)?.props[200] ?? {};
      expect(found).toMatchObject({
        displayname: expect.stringMatching(/^Dự án \(Người thứ \d+\)$/),
        owner: { href: `/dav/principals/${owner.email}/` },
        'schedule-calendar-transp': { transparent: '' },
      });
      for (const name of ['current-user-privilege-set', 'acl']) {
        expect([permission, name, JSON.stringify(found[name]).includes('write-content')]).toEqual([
          permission,
          name,
          writes,
        ]);
      }
      const made = await other.dav.call('PUT', `${shared}${permission}.ics`, {
        body: vevent(permission, 'Mới', ...NINE),
      });
      expect(made.status).toBe(writes ? 201 : 403);
    }
    await share(null);
    expect(await homeOf(other)).not.toContain(shared);
    expect((await other.dav.call('PROPFIND', shared, { depth: '0' })).status).toBe(404);
    expect((await other.dav.call('GET', `${shared}WRITE.ics`)).status).toBe(404);
  });

  test('CV-22 to change is one calendar for all: what the other one puts, moves and deletes is the owner’s', async () => {
    await share('WRITE');
    await put('a', ...NINE);
    const changed = await other.dav.call('PUT', `${shared}a.ics`, { body: vevent('a', 'Khác', ...TEN) });
    expect(changed.status).toBe(204);
    expect((await owner.dav.call('GET', `${own}a.ics`)).text).toContain('SUMMARY:Khác');
    expect((await other.dav.call('DELETE', `${shared}a.ics`)).status).toBe(204);
    expect((await owner.dav.call('GET', `${own}a.ics`)).status).toBe(404);
    await put('b', ...NINE);
    const away = { destination: `${other.calendar}b.ics` };
    for (const method of ['MOVE', 'COPY']) {
      expect((await other.dav.call(method, `${shared}b.ics`, { headers: away })).status).toBe(403);
    }
    const marked = await other.dav.call('PUT', `${shared}b.ics`, {
      body: vevent('b', 'Giấu', ...NINE, 'CLASS:PRIVATE'),
    });
    expect(marked.status).toBe(403);
  });

  test('CV-22 to change asks guests in the name of its owner', async () => {
    await share('WRITE');
    const guest = await calDavPerson(server);
    const people = [`ORGANIZER:mailto:${owner.email}`, `ATTENDEE:mailto:${guest.email}`];
    const later = ['DTSTART:20271201T020000Z', 'DTEND:20271201T030000Z'];
    const body = vevent('m', 'Họp giá', ...later, ...people);
    expect((await other.dav.call('PUT', `${shared}m.ics`, { body })).status).toBe(201);
    const mine = body
      .replace(/ORGANIZER:[^\r\n]*/, `ORGANIZER:mailto:${other.email}`)
      .replaceAll('UID:m', 'UID:n');
    expect((await other.dav.call('PUT', `${shared}n.ics`, { body: mine })).status).toBe(201);
    server.clock.pass(60_000);
    await runJobsUntilIdle(server.context);
    expect(await mailIn(owner, 'Sent')).toHaveLength(1);
    expect(await mailIn(other, 'Sent')).toHaveLength(0);
  });

  test('CV-22 is left by deleting it, and stays its owner’s; that of the company can’t be left', async () => {
    await share('MANAGE');
    await put('a', ...NINE);
    expect((await other.dav.call('DELETE', shared)).status).toBe(204);
    expect(await homeOf(other)).not.toContain(shared);
    expect((await owner.dav.call('GET', `${own}a.ics`)).status).toBe(200);
    await createDomain(server.context, 'cong-ty.example', true);
    const chief = await calDavPerson(server, { domain: 'cong-ty.example', kind: 'owner' });
    const member = await calDavPerson(server, { domain: 'cong-ty.example' });
    const company = await chief.client.createCalendar({ body: { name: 'Công ty', color: '#0b8043' } });
    const params = { id: company.data.id };
    await chief.client.shareCalendarWithCompany({ params, body: { shared: true } });
    const path = `${member.home}${params.id}/`;
    expect(await homeOf(member)).toContain(path);
    expect((await member.dav.call('DELETE', path)).status).toBe(403);
    expect(await homeOf(member)).toContain(path);
  });

  test('CV-22 takes a colour of one’s own, and another name from who manages it', async () => {
    await share('MANAGE');
    const rename = (
      name: string,
    ) => `<propertyupdate xmlns="DAV:" xmlns:A="http://apple.com/ns/ical/"><set><prop>
      <displayname>${name}</displayname><A:calendar-color>#FF3B30FF</A:calendar-color></prop></set></propertyupdate>`;
    const { byHref } = await other.dav.ask('PROPFIND', shared, { depth: '0', body: PROPS });
    const title = String(byHref.get(shared)?.props[200]?.['displayname']);
    const renamed = title.replace('Dự án', 'Dự án 2');
    expect((await other.dav.call('PROPPATCH', shared, { body: rename(renamed) })).status).toBe(207);
    const calendars = (await owner.client.listCalendars({})).data;
    expect(calendars.find((one) => one.id === id)).toMatchObject({ name: 'Dự án 2', color: '#0b8043' });
  });
});

describe('what its owner doesn’t show', () => {
  test.each(['READ', 'WRITE', 'MANAGE'] as const)(
    'CV-22 is to %s but a time at which they are busy',
    async (permission) => {
      await put('open', ...TEN);
      await put('secret', ...NINE, 'CLASS:PRIVATE', 'LOCATION:Viện K');
      await put('free', ...NINE, 'CLASS:PRIVATE', 'TRANSP:TRANSPARENT');
      await share(permission);
      expect((await names()).toSorted()).toEqual([BLOCK, 'open.ics']);
      const { status, text } = await other.dav.call('GET', `${shared}${BLOCK}`);
      expect([status, text]).toEqual([200, expect.stringContaining('DTSTART:20261201T020000Z')]);
      expect(text).not.toMatch(/secret|Viện/);
      expect((await other.dav.call('GET', `${shared}secret.ics`)).status).toBe(404);
      const query = `<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><C:calendar-data/></prop>
        <C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">
        <C:time-range start="20261130T000000Z" end="20261203T000000Z"/></C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;
      const multiget = `<C:calendar-multiget xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><C:calendar-data/>
        </prop><href>${shared}secret.ics</href><href>${shared}${BLOCK}</href></C:calendar-multiget>`;
      for (const body of [query, multiget]) {
        const answer = await other.dav.call('REPORT', shared, { depth: '1', body });
        expect(answer.text).not.toMatch(/Viện|UID:secret|Họp secret/);
        expect(answer.text).toContain(BLOCK);
      }
      const gone = permission === 'READ' ? 403 : 404;
      for (const [name, status] of [
        ['secret.ics', gone],
        [BLOCK, 403],
      ]) {
        expect((await other.dav.call('DELETE', `${shared}${name}`)).status).toBe(status);
        const body = vevent('x', 'x', ...NINE);
        expect((await other.dav.call('PUT', `${shared}${name}`, { body })).status).toBe(403);
      }
      const taken = await other.dav.call('PUT', `${shared}y.ics`, { body: vevent('secret', 'x', ...NINE) });
      expect(taken.text).not.toContain('secret.ics');
      expect((await owner.dav.call('GET', `${own}secret.ics`)).text).toContain('Viện K');
    },
  );

  test('CV-22 is everything where a calendar is shared by its times', async () => {
    await put('open', ...NINE);
    await share('BUSY');
    expect(await names()).toEqual([BLOCK]);
    expect((await other.dav.call('GET', `${shared}open.ics`)).status).toBe(404);
    const freeBusy = `<C:free-busy-query xmlns:C="urn:ietf:params:xml:ns:caldav">
      <C:time-range start="20261201T000000Z" end="20261202T000000Z"/></C:free-busy-query>`;
    const { text } = await other.dav.call('REPORT', shared, { body: freeBusy });
    expect(text).toContain('FREEBUSY:20261201T020000Z/20261201T030000Z');
  });

  test.each(['BUSY', 'READ'] as const)(
    'CL-300 to %s is no time of a meeting that its owner has declined',
    async (permission) => {
      const declined = `ATTENDEE;PARTSTAT=DECLINED:mailto:${owner.email.toUpperCase()}`;
      await put('no', ...TEN, declined, 'CLASS:PRIVATE');
      await put('never', ...TEN, declined, 'CLASS:PRIVATE', 'RRULE:FREQ=DAILY');
      await put('yes', ...NINE, 'CLASS:PRIVATE', 'ATTENDEE;PARTSTAT=DECLINED:mailto:khach@minhphat.example');
      await share(permission);
      expect(await names()).toEqual([BLOCK]);
      // Beyond the rows of the series, too.
      for (const [year, busy] of [
        ['2026', ['FREEBUSY:20261201T020000Z/20261201T030000Z']],
        ['2046', []],
      ] as const) {
        const { text } = await other.dav.call('REPORT', shared, {
          body: `<C:free-busy-query xmlns:C="urn:ietf:params:xml:ns:caldav">
            <C:time-range start="${year}1201T000000Z" end="${year}1202T000000Z"/></C:free-busy-query>`,
        });
        expect(text.match(/^FREEBUSY:.*Z/gm) ?? []).toEqual(busy);
      }
    },
  );

  test('CV-22 is a whole series where a part of it is private', async () => {
    const series = vevent('s', 'Họp', ...NINE, 'RRULE:FREQ=DAILY;COUNT=2').replace(
      'END:VCALENDAR',
      [
        ...['BEGIN:VEVENT', 'UID:s', 'RECURRENCE-ID:20261202T020000Z', 'DTSTART:20261202T050000Z'],
        ...['DTEND:20261202T060000Z', 'SUMMARY:Riêng', 'CLASS:PRIVATE', 'END:VEVENT', 'END:VCALENDAR'],
      ].join('\r\n'),
    );
    await owner.dav.call('PUT', `${own}s.ics`, { body: series });
    await share('WRITE');
    expect(await names()).toEqual([BLOCK, 'busy-zoned-1796187600-1796191200.ics']);
  });
});

describe('the synchronization of a shared calendar', () => {
  test('CV-22 goes on from where it was, with what came, changed and left', async () => {
    await put('a', ...NINE);
    await share('READ');
    const first = await sync();
    expect(first.found).toEqual({ 'a.ics': null });
    expect((await sync(first.token)).found).toEqual({});
    await put('b', ...TEN);
    const second = await sync(first.token);
    expect(second.found).toEqual({ 'b.ics': null });
    await owner.dav.call('DELETE', `${own}a.ics`);
    const third = await sync(second.token);
    expect(third.found).toEqual({ 'a.ics': 404 });
    expect((await sync(third.token)).found).toEqual({});
    const twice = await calDavPerson(server);
    expect(
      (await twice.dav.call('REPORT', `${twice.home}${id}/`, { body: '<sync-collection xmlns="DAV:"/>' }))
        .status,
    ).toBe(404);
  });

  test('CV-22 begins anew where something hidden has changed, and never names it', async () => {
    await put('a', ...NINE);
    await share('READ');
    let { token } = await sync();
    const steps: [string, () => Promise<unknown>][] = [
      ['becomes hidden', () => put('a', ...NINE, 'CLASS:PRIVATE')],
      ['is hidden from the start', () => put('secret', ...TEN, 'CLASS:PRIVATE', 'TRANSP:TRANSPARENT')],
      ['is hidden and gone', () => owner.dav.call('DELETE', `${own}secret.ics`)],
      ['is shown', () => put('a', ...NINE)],
    ];
    for (const [what, step] of steps) {
      await step();
      const [status, isAnew, text] = await refusedSync(token);
      expect([what, status, isAnew]).toEqual([what, 403, true]);
      expect(text).not.toContain('secret');
      const next = await sync();
      expect(Object.keys(next.found)).toEqual([what === 'is shown' ? 'a.ics' : BLOCK]);
      token = next.token;
    }
    await share('BUSY');
    expect((await refusedSync(token)).slice(0, 2)).toEqual([403, true]);
  });

  test('CV-22 of times alone tells of no change but that of a time', async () => {
    await put('a', ...NINE);
    await share('BUSY');
    const ctag = async () =>
      (await other.dav.ask('PROPFIND', shared, { depth: '0' })).byHref.get(shared)?.props[200];
    const [first, before] = [await sync(), await ctag()];
    expect(first.found).toEqual({ [BLOCK]: null });
    await put('a', ...NINE, 'LOCATION:Phòng A');
    expect(await sync(first.token)).toEqual({ token: first.token, found: {} });
    expect(await ctag()).toEqual(before);
    await put('a', ...TEN);
    expect((await refusedSync(first.token)).slice(0, 2)).toEqual([403, true]);
  });

  test('CV-22 is cut where a program wants it, without a name of what is hidden', async () => {
    for (const uid of ['a', 'b', 'c']) await put(uid, ...NINE);
    for (const uid of ['a1', 'b1', 'secret']) await put(uid, ...TEN, 'CLASS:PRIVATE', 'TRANSP:TRANSPARENT');
    await share('READ');
    const found: string[] = [];
    let token = '';
    for (let round = 0; round < 3; round += 1) {
      const body = `<sync-collection xmlns="DAV:"><sync-token>${token}</sync-token><limit><nresults>1</nresults></limit>
        <prop><getetag/></prop></sync-collection>`;
      const answer = await other.dav.ask('REPORT', shared, { body });
      found.push(...[...answer.byHref.keys()].filter((path) => path !== shared));
      token = answer.token ?? '';
      if (answer.byHref.size === 1) break;
    }
    expect(found.map((path) => path.slice(shared.length))).toEqual(['a.ics', 'b.ics', 'c.ics']);
  });
});
