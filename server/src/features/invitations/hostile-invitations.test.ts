import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeCalendar } from '../../calendar/change-calendar.ts';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { putObjects } from '../../calendar/objects/put-objects.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { vevent } from '../../test-kit/caldav-person.ts';
import { ASKER, keysInDns, receiveInvitation } from '../../test-kit/invitation-mail.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const MONTH = { from: '2026-12-01', to: '2026-12-31', zone: ZONE };
const CENTURY = ['DTSTART:20200101T000000Z', 'DTEND:21000101T000000Z', 'RRULE:FREQ=DAILY'];
/** Each minute of some days, as often as an event may happen. */
const MINUTES = ['DTSTART:20261210T000000Z', 'DTEND:20261210T000100Z', 'RRULE:FREQ=MINUTELY;COUNT=5000'];

let server: TestServer;
let lan: NewPerson;
let minh: NewPerson;

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http,mail' }, resolver: keysInDns });
});
afterAll(() => server.close());
beforeEach(async () => {
  [lan, minh] = [await newPerson(server), await newPerson(server)];
});

async function put(...texts: string[]): Promise<string[]> {
  const ids = texts.map(() => newId(server.clock));
  await changeCalendar(server.context, lan.mailbox, (change) =>
    putObjects(
      change,
      texts.map((text, nth) => {
        const source = Buffer.from(text);
        const derived = deriveObject(source, unixSeconds(server.clock));
        return { id: ids[nth] as string, calendarId: change.defaultCalendar, source, derived };
      }),
    ),
  );
  return ids;
}

async function createOwn() {
  const at = (clock: string) => ({ day: '2026-12-20', clock, zone: ZONE });
  const fields = { title: 'Của tôi', start: at('09:00'), end: at('10:00') };
  return (await lan.client.createEvent({ body: { fields } })).data;
}

const flood = (lines: string[], events: number) =>
  Array.from({ length: events }, (_, nth) => vevent(`lu-${nth}`, `Lụt ${nth}`, ...lines));

/** What releases before wrote: every day of an event that lies over itself. */
async function addRowsOfBefore(objectId: string, rows: number): Promise<void> {
  await sql`
    insert into calendar_occurrences (mailbox_id, object_id, original, calendar_id, title, place, kind, at, until,
      repeats, is_busy, is_private)
    select mailbox_id, object_id, 'before ' || n, calendar_id, title, '', 'zoned', at + n * 60, until + n * 60, true,
      true, false
    from calendar_occurrences o cross join generate_series(1, ${rows}::int) n
    where mailbox_id = ${lan.mailbox} and object_id = ${objectId}::uuid
      and original = (select min(original) from calendar_occurrences
        where mailbox_id = ${lan.mailbox} and object_id = ${objectId}::uuid)`.execute(server.context.db);
}

describe('an event that happens too often', () => {
  test('CL-317 lies over itself a few times at most in lists, and takes the time that it takes', async () => {
    await createOwn();
    await put(...flood(CENTURY, 16));
    const { data, meta } = await lan.client.listEvents({ query: MONTH });
    expect(meta.complete).toBe(true);
    expect(data.length).toBeLessThanOrEqual(16 * 5 + 1);
    expect(data.map(({ title }) => title)).toContain('Của tôi');
    const body = { emails: [lan.email], from: '2026-12-01', to: '2026-12-02', zone: ZONE };
    const [seen] = (await minh.client.listBusyTimes({ body })).data;
    expect(seen?.busy).toHaveLength(1);
  });

  test('CL-318 hides no other from a list that has not room for all', async () => {
    const { calendar_id: calendar } = await createOwn();
    await put(...flood(MINUTES, 3));
    const body = { members: [{ address: minh.email, permission: 'READ' as const }] };
    await lan.client.setCalendarMembers({ params: { id: calendar }, body });
    for (const { client } of [lan, minh]) {
      const { data, meta } = await client.listEvents({ query: MONTH });
      expect([data.length, meta.complete]).toEqual([10_000, false]);
      expect(data.map(({ title }) => title)).toContain('Của tôi');
    }
    const day = { emails: [lan.email], from: '2026-12-10', to: '2026-12-20', zone: ZONE };
    const [seen] = (await minh.client.listBusyTimes({ body: day })).data;
    const own = Date.UTC(2026, 11, 20, 2) / 1000;
    expect(seen?.busy).toContainEqual({ at: own, until: own + 3600, tentative: false });
  });

  test('CL-318 hides no other by what an earlier release has written of it', async () => {
    await createOwn();
    const [id = ''] = await put(...flood(CENTURY, 1));
    await addRowsOfBefore(id, 12_000);
    const { data } = await lan.client.listEvents({ query: MONTH });
    expect(data.map(({ title }) => title)).toContain('Của tôi');
  });

  test.each([
    ['lies over itself', CENTURY],
    ['happens each minute', MINUTES],
  ])(
    'CL-319 is not put into the calendar by its invitation where it %s, and its card asks',
    async (_, lines) => {
      await lan.client.saveSettings({ body: [{ key: 'invitations_in_calendar', value: 'always' }] });
      const file = await receiveInvitation(server, lan, { uid: 'lu', lines: [...lines, 'SUMMARY:Lụt'] });
      await receiveInvitation(server, lan, { uid: 'hop' });
      await runJobsUntilIdle(server.context);
      const query = { ...MONTH, from: '2026-11-24' };
      const titles = (await lan.client.listEvents({ query })).data.map(({ title }) => title);
      expect([...new Set(titles)]).toEqual(['Họp chốt giá']);
      const card = (await lan.client.getInvitation({ params: { id: file } })).data;
      expect(card).toMatchObject({ title: 'Lụt', may_answer: true });
    },
  );
});

test.each([
  ['UID', { uid: 'nul\0a' }],
  ['ORGANIZER', { organiser: 'hu\0ng@doitac.example' }],
  ['ATTENDEE', { attendees: ['ATTENDEE;CN="A\0n":mailto:a\0n@doitac.example'] }],
  [
    'others',
    { lines: ['DTSTART:2026120\x004T010000Z', 'SUMMARY:a\0b', 'RECURRENCE-ID:2026\x001204T010000Z'] },
  ],
  ['METHOD', { method: 'REQ\0UEST' }],
  ['a half of a character', { lines: [`RECURRENCE-ID:${'x'.repeat(31)}😀`] }],
])('CL-320 a message with an invitation is delivered whatever characters its %s has', async (_, given) => {
  await lan.client.saveSettings({ body: [{ key: 'invitations_in_calendar', value: 'always' }] });
  const file = await receiveInvitation(server, lan, { from: `Hùng <${ASKER}>`, ...given });
  await runJobsUntilIdle(server.context);
  expect(file).not.toBe('');
});

test('CL-320 what is put into a calendar is kept whatever characters it has', async () => {
  const long = (length: number) => `${'x'.repeat(length)}😀`;
  const [id = ''] = await put(
    vevent('k\0', `${long(499)}\0`, `LOCATION:${long(999)}`, 'ATTENDEE;CN="\0":mailto:\0@\0').replace(
      'BEGIN:VEVENT',
      'BEGIN:VEVENT\r\nDTSTART:20261204T010000Z',
    ),
  );
  expect((await lan.client.getEvent({ params: { id }, query: {} })).data.fields.title).toContain('xxx');
});

test('CL-321 what is no address of the web is no address of an event, and its text stays', async () => {
  const line = 'URL:javascript:alert(1)';
  const [id = ''] = await put(vevent('u', 'Gặp', 'DTSTART:20261204T010000Z', line));
  expect((await lan.client.getEvent({ params: { id }, query: {} })).data.fields.url).toBe('');
  const { source } = await server.context.db
    .selectFrom('calendar_sources')
    .select('source')
    .where('mailbox_id', '=', lan.mailbox)
    .where('object_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(source.toString()).toContain(line);
});

test('CL-321 names of people in the calendar have no characters that turn the direction of writing', async () => {
  const [id = ''] = await put(
    vevent(
      ...(['v', 'Gặp', 'DTSTART:20261204T010000Z'] as const),
      'ORGANIZER;CN=An\u202egna\u200f:mailto:an@cty.example',
      'ATTENDEE;CN=B\u2066ình\u2069:mailto:binh@cty.example',
    ),
  );
  const { attendees, organiser } = (await lan.client.getEvent({ params: { id }, query: {} })).data;
  expect([organiser?.name, attendees[0]?.name]).toEqual(['Angna', 'Bình']);
});

test('CL-361 who sends ahead under the uid of a meeting does not keep it out of the calendar of who comes to it', async () => {
  const hoa = await newPerson(server);
  const asks = (person: NewPerson, title: string) =>
    receiveInvitation(server, lan, {
      ...{ uid: 'ban-dieu-hanh', from: person.email, organiser: person.email, submittedBy: person },
      lines: ['DTSTART:20261210T020000Z', 'DTEND:20261210T030000Z', `SUMMARY:${title}`],
    });
  const listed = async () => (await lan.client.listEvents({ query: MONTH })).data.map(({ title }) => title);
  const answer = (id: string, given: 'accepted' | 'declined') =>
    lan.client.answerInvitation({ params: { id }, body: { answer: given } });
  const card = async (id: string) => (await lan.client.getInvitation({ params: { id } })).data;
  const squat = await asks(minh, 'Chiếm chỗ');
  const board = await asks(hoa, 'Ban điều hành');
  expect(await card(board)).toMatchObject({ event_id: null });
  await answer(board, 'declined');
  expect(await listed()).toEqual(['Chiếm chỗ']);
  const { data: answered } = await answer(board, 'accepted');
  expect(answered).toMatchObject({ other_organiser: null, event_id: expect.any(String) });
  expect(await listed()).toEqual(['Ban điều hành']);
  expect(await card(squat)).toMatchObject({ event_id: null });
});
