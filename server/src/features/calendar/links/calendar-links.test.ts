import type { EventFields } from '@bocau/contract/calendar.ts';
import type { LinkPermission } from '@bocau/contract/calendar-links.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commandLine } from '../../../admin/command-line-actor.ts';
import { readObject } from '../../../calendar/ical/read-object.ts';
import { resealCalendarSecrets } from '../../../calendar/reseal-secrets.ts';
import { lanAnh } from '../../../demo-world/people.ts';
import { createSecretBox } from '../../../platform/secrets/secret-box.ts';
import { vevent } from '../../../test-kit/caldav-person.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import { signedInClient } from '../../../test-kit/signed-in-client.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { changePerson } from '../../people/change-person.ts';
import { createDomain } from '../../people/create-people.ts';
import { plainEvent } from './plain-event.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const DOMAIN = 'lienket.example';
const DAY = 86_400;

let server: TestServer;
let chief: NewPerson;
let owner: NewPerson;
let colleague: NewPerson;
let calendar: string;

beforeAll(async () => {
  server = await startTestServer();
  await createDomain(server.context, DOMAIN, true);
  chief = await newPerson(server, { domain: DOMAIN, kind: 'owner' });
  colleague = await newPerson(server, { domain: DOMAIN });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await newPerson(server, { domain: DOMAIN });
  const body = { name: 'Dự án', color: '#0b8043' };
  calendar = (await owner.client.createCalendar({ body })).data.id;
});

const now = () => Math.floor(server.clock.now() / 1000);
const today = () => new Date((now() + 7 * 3600) * 1000).toISOString().slice(0, 10);
const at = (clock: string, day = today()) => ({ day, clock, zone: ZONE });
const refused = (status: number, code: string) => expect.objectContaining({ status, code });

function add(fields: Partial<EventFields> & { title: string }) {
  return owner.client.createEvent({
    body: { calendar_id: calendar, fields: { start: at('09:00'), end: at('10:00'), ...fields } },
  });
}

async function link(permission: LinkPermission, expire_date: number | null = null) {
  const made = await owner.client.createCalendarLink({
    params: { id: calendar },
    body: { permission, expire_date },
  });
  return made.data;
}

/** Their sign-in is to be a fresh one, and the clock was moved. */
async function signInAgain(person: NewPerson): Promise<void> {
  person.client = await signedInClient(server.baseUrl, { email: person.email, password: lanAnh.password });
}

const pathOf = (address: string | null) => new URL(address as string).pathname;

function get(address: string | null, headers: Record<string, string> = {}) {
  return fetch(`${server.baseUrl}${pathOf(address)}`, { headers });
}

/** The events of a feed as programs read them, by their titles. */
async function feedOf(address: string | null): Promise<{ text: string; titles: string[] }> {
  const text = (await (await get(address)).text()).replaceAll(/\r\n[ \t]/g, '');
  const titles = [...text.matchAll(/^SUMMARY:(.*)$/gm)].map(([, title = '']) => title.trim());
  return { text, titles };
}

describe('a secret link of a calendar', () => {
  test('CL-180 its owner alone makes, sees, ends and puts back links; they open without a session', async () => {
    await add({ title: 'Họp giá', place: 'Phòng A' });
    const made = await link('READ');
    expect(made).toMatchObject({ permission: 'READ', expire_date: null, opened_at: null, closed: null });
    expect(made.feed).toBe(`${made.page}/calendar.ics`);
    const params = { id: calendar };
    expect((await owner.client.listCalendarLinks({ params })).data).toEqual([made]);

    const page = await get(made.page);
    const shown = await page.text();
    expect([page.status, shown.includes('Họp giá'), shown.includes('09:00 – 10:00')]).toEqual([
      200,
      true,
      true,
    ]);
    expect(page.headers.get('x-robots-tag')).toContain('noindex');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect((await owner.client.listCalendarLinks({ params })).data[0]?.opened_at).toBe(now());

    const manages = { members: [{ address: colleague.email, permission: 'MANAGE' as const }] };
    await owner.client.setCalendarMembers({ params, body: manages });
    await expect(colleague.client.listCalendarLinks({ params })).rejects.toEqual(refused(403, 'forbidden'));
    const body = { permission: 'READ' as const };
    await expect(colleague.client.createCalendarLink({ params, body })).rejects.toEqual(
      refused(403, 'forbidden'),
    );
    const one = { params: { id: made.id } };
    await expect(colleague.client.endCalendarLink(one)).rejects.toEqual(refused(404, 'share_not_found'));

    await owner.client.endCalendarLink(one);
    await owner.client.endCalendarLink(one);
    expect((await owner.client.listCalendarLinks({ params })).data).toEqual([]);
    expect((await get(made.page)).status).toBe(404);
    await owner.client.restoreCalendarLink(one);
    expect((await get(made.page)).status).toBe(200);
    await owner.client.endCalendarLink(one);
    await server.clock.advance(25 * 3600 * 1000);
    await expect(owner.client.restoreCalendarLink(one)).rejects.toEqual(refused(409, 'not_undoable'));
  });

  test('CL-180 at most ten links of a calendar are open, and a deleted calendar has none', async () => {
    const [first] = await Promise.all(Array.from({ length: 10 }, () => link('BUSY')));
    await expect(link('BUSY')).rejects.toEqual(refused(400, 'too_many_events'));
    await owner.client.endCalendarLink({ params: { id: first?.id as string } });
    const last = await link('READ');
    await expect(owner.client.restoreCalendarLink({ params: { id: first?.id as string } })).rejects.toEqual(
      refused(400, 'too_many_events'),
    );
    await owner.client.deleteCalendar({ params: { id: calendar } });
    expect((await get(last.feed)).status).toBe(404);
  });

  test('CL-181 all details are those of the event, not its guests, alarms and private events', async () => {
    await add({
      ...{ title: 'Họp với khách', description: 'Mang hợp đồng', place: 'Phòng A', reminders: [10] },
      ...{ guests: [{ name: 'Khách', email: 'khach@minhphat.example' }], rule: 'FREQ=WEEKLY;COUNT=3' },
    });
    await add({ title: 'Khám bệnh', is_private: true, start: at('13:00'), end: at('14:00') });
    const tomorrow = new Date(Date.parse(today()) + DAY * 1000).toISOString().slice(0, 10);
    const nine = { title: 'Họp ở London', start: { ...at('09:00', tomorrow), zone: 'Europe/London' } };
    await add({ ...nine, end: { ...at('10:00', tomorrow), zone: 'Europe/London' } });

    const made = await link('READ');
    const { text, titles } = await feedOf(made.feed);
    expect(titles.toSorted()).toEqual(['Bận', 'Họp với khách', 'Họp ở London'].toSorted());
    expect(text).toContain('DESCRIPTION:Mang hợp đồng');
    expect(text).toContain('RRULE:FREQ=WEEKLY;COUNT=3');
    expect(text).toContain('X-WR-CALNAME:Dự án');
    expect(text).not.toMatch(/minhphat|ATTENDEE|ORGANIZER|VALARM|Khám/);
    expect(text.match(/BEGIN:VTIMEZONE/g)).toHaveLength(2);
    // Each of its events is one that a program can keep.
    const [head = '', ...events] = text.split(/(?=BEGIN:VEVENT)/);
    for (const event of events) {
      const alone = `${head}${event.replace('END:VCALENDAR\r\n', '')}END:VCALENDAR\r\n`;
      expect(readObject(Buffer.from(alone)).main).not.toBeNull();
    }

    const shown = await (await get(made.page)).text();
    expect([shown.includes('Bận'), shown.includes('Khám')]).toEqual([true, false]);
  });

  test('CL-181 a series with a private part is told by its times, the private one as busy', async () => {
    const { id } = (await add({ title: 'Họp tuần', rule: 'FREQ=DAILY;COUNT=3' })).data;
    const body = {
      ...{ scope: 'one' as const, original: `${today().replaceAll('-', '')}T020000Z` },
      fields: { is_private: true, title: 'Riêng' },
    };
    await owner.client.changeEvent({ params: { id }, body });
    const { text, titles } = await feedOf((await link('READ')).feed);
    expect(titles).toEqual(['Họp tuần', 'Họp tuần', 'Bận']);
    expect(text).not.toContain('Riêng');
  });

  test('CL-182 busy and free alone: merged times, no name of an event or of the calendar', async () => {
    await add({ title: 'Họp giá', place: 'Phòng A', description: 'Giá' });
    await add({ title: 'Họp nữa', start: at('09:30'), end: at('11:00') });
    await add({ title: 'Rảnh', is_busy: false, start: at('15:00'), end: at('16:00') });
    const made = await link('BUSY');
    const { text, titles } = await feedOf(made.feed);
    expect(titles).toEqual(['Bận']);
    expect(text).not.toMatch(/Họp|Giá|Phòng|Dự án|minhphat|Rảnh$/m);
    expect(text).toMatch(/DTSTART:\d{8}T020000Z\r\nDTEND:\d{8}T040000Z/);
    const english = await fetch(`${server.baseUrl}${pathOf(made.page)}?lang=en`);
    const shown = await english.text();
    expect(shown).toContain('Busy');
    expect(shown).toContain('Times of Vietnam (GMT+7)');
    const vietnamese = await fetch(`${server.baseUrl}${pathOf(made.page)}?lang=vi`);
    expect(await vietnamese.text()).toContain('Giờ Việt Nam (GMT+7)');
    expect(shown).not.toMatch(/Họp|Phòng|Dự án/);
  });

  test('CL-183 a feed that has not changed is not sent again, and says how programs are to keep it', async () => {
    await add({ title: 'Họp giá' });
    const made = await link('READ');
    const first = await get(made.feed);
    expect(first.status).toBe(200);
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('x-robots-tag')).toContain('noindex');
    const tag = first.headers.get('etag') as string;
    const again = () => get(made.feed, { 'if-none-match': tag });
    expect((await again()).status).toBe(304);
    const head = await fetch(`${server.baseUrl}${pathOf(made.feed)}`, { method: 'HEAD' });
    expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', tag]);
    await add({ title: 'Họp thêm' });
    const changed = await again();
    expect([changed.status, (await changed.text()).includes('Họp thêm')]).toEqual([200, true]);
  });

  test('CL-184 wrong, ended, over, of a suspended owner, and closed by rules: all answer alike', async () => {
    const words = async (address: string | null) => {
      const [page, feed] = [
        await get(address),
        await fetch(`${server.baseUrl}${pathOf(address)}/calendar.ics`),
      ];
      return [page.status, await page.text(), feed.status, await feed.text()];
    };
    const wrong = await words(`${server.baseUrl}/cal/${'a'.repeat(24)}`);
    expect([wrong[0], wrong[2]]).toEqual([404, 404]);
    const [ended, open] = [await link('READ'), await link('READ', now() + 3600)];
    await owner.client.endCalendarLink({ params: { id: ended.id } });
    expect(await words(ended.page)).toEqual(wrong);

    await signInAgain(chief);
    const set = (body: { outside_links?: boolean; outside_link_days?: number | null }) =>
      chief.client.changeDomain({ params: { domain: DOMAIN }, body });
    await set({ outside_links: false });
    expect(await words(open.page)).toEqual(wrong);
    await expect(link('BUSY')).rejects.toEqual(refused(403, 'outside_links_off'));
    const listed = await owner.client.listCalendarLinks({ params: { id: calendar } });
    expect([listed.data[0]?.closed, listed.meta.rules.on]).toEqual(['off', false]);
    await set({ outside_links: true, outside_link_days: 7 });
    await expect(link('BUSY')).rejects.toEqual(refused(400, 'share_ends_late'));
    await expect(link('BUSY', now() - 1)).rejects.toEqual(refused(400, 'time_in_past'));
    expect((await get(open.page)).status).toBe(200);

    const suspend = (sign_in: boolean) =>
      changePerson(server.context, owner.mailbox, { suspended: { sign_in } }, commandLine());
    await suspend(true);
    expect(await words(open.page)).toEqual(wrong);
    await suspend(false);
    await signInAgain(owner);
    expect((await get(open.page)).status).toBe(200);
    await set({ outside_link_days: null });
    await server.clock.advance(3600 * 1000);
    expect(await words(open.page)).toEqual(wrong);
    const after = await owner.client.listCalendarLinks({ params: { id: calendar } });
    expect(after.data[0]?.closed).toBe('expired');
  });

  test('CL-185 the owner of the domain sees links of calendars among those to outside, ends one and puts it back', async () => {
    await signInAgain(chief);
    const made = await link('BUSY');
    const list = async () =>
      (await chief.client.listDomainLinks({ params: { domain: DOMAIN }, query: {} })).data.filter(
        ({ maker }) => maker === owner.email,
      );
    expect(await list()).toEqual([
      expect.objectContaining({
        id: made.id,
        of: 'calendar',
        names: ['Dự án'],
        permission: 'BUSY',
        outside: null,
      }),
    ]);
    const where = { params: { domain: DOMAIN, id: made.id } };
    await chief.client.endDomainLink(where);
    expect([(await get(made.feed)).status, await list()]).toEqual([404, []]);
    const own = { params: { id: calendar } };
    expect((await owner.client.listCalendarLinks(own)).data[0]?.closed).toBe('domain');
    await expect(owner.client.restoreCalendarLink({ params: { id: made.id } })).rejects.toEqual(
      refused(409, 'not_undoable'),
    );
    await chief.client.restoreDomainLink(where);
    expect((await get(made.feed)).status).toBe(200);
    await chief.client.endDomainLink(where);
    await server.clock.advance(60_000);
    await runJobsUntilIdle(server.context);
    const told = await server.context.db
      .selectFrom('messages')
      .select('subject')
      .where('mailbox_id', '=', owner.mailbox)
      .execute();
    expect(told).toEqual([{ subject: 'Liên kết chia sẻ của bạn đã bị quản trị viên chấm dứt' }]);
  });

  test('CL-186 what a stranger with a link can ask for is limited, for all who have it together', async () => {
    const made = await link('BUSY');
    const statuses: number[] = [];
    for (let time = 0; time < 241; time += 1) statuses.push((await get(made.feed)).status);
    expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([240, 429]);
    await server.clock.advance(60_000);
    expect((await get(made.feed)).status).toBe(200);
  });

  test('CL-186 a week of any year is answered by one that is told', async () => {
    const made = await link('READ');
    for (const week of ['1900-01-01', '2199-12-31', '2026-13-45', 'x'.repeat(500)]) {
      const page = await fetch(`${server.baseUrl}${pathOf(made.page)}?week=${week}`);
      expect([page.status, (await page.text()).includes('aria-current="date"')]).toEqual([200, true]);
    }
  });

  test('CL-187 secrets of links are kept sealed, and sealed again with a new key', async () => {
    const made = await link('READ');
    const { db } = server.context;
    const rows = await db
      .selectFrom('calendar_links')
      .selectAll()
      .where('mailbox_id', '=', owner.mailbox)
      .execute();
    const token = pathOf(made.page).split('/').at(-1) as string;
    const kept = rows.flatMap((row) =>
      [row.token_hash, row.token_sealed].map((bytes) => bytes.toString('latin1')),
    );
    expect(kept.some((bytes) => bytes.includes(token))).toBe(false);

    // The first is the key of the server that is tested.
    const [before, after] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)] as const;
    expect((await resealCalendarSecrets({ db, secrets: createSecretBox([after, before]) })).unopened).toBe(0);
    const shown = async () =>
      (await owner.client.listCalendarLinks({ params: { id: calendar } })).data[0]?.page;
    expect(await shown()).toBeNull();
    expect((await get(made.page)).status).toBe(200);
    await resealCalendarSecrets({ db, secrets: createSecretBox([before, after]) });
    expect(await shown()).toBe(made.page);
  });
});

test('CL-321 a feed does not tell how its owner files events', () => {
  const lines = ['DTSTART:20261124T020000Z', 'CATEGORIES:Khách khó tính', 'LOCATION:Phòng A'];
  const object = readObject(Buffer.from(vevent('nhan', 'Họp', ...lines)));
  const told = plainEvent(object, { zones: new Map(), own: new Set(), now: now() })?.toString();
  expect(told).toContain('LOCATION:Phòng A');
  expect(told).not.toContain('Khách khó tính');
});
