import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeCalendar } from '../../calendar/change-calendar.ts';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { putObjects } from '../../calendar/objects/put-objects.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type CalDavPerson, calDavPerson, vevent } from '../../test-kit/caldav-person.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { type PlanWatch, watchPlans } from '../../test-kit/watch-plans.ts';

const EVENTS = 12_000;
const A_BATCH = 500;
/** An event on each, from 2024 on; every four-hundredth begins a series of ten weeks. */
const FIRST = Date.UTC(2024, 0, 1) / 1000;
const HOURS = 3;
/** A week holds some sixty events, each looked up by its id twice, in three pages; all events fill hundreds more. */
const FEW_PAGES = 400;

let server: TestServer;
let an: CalDavPerson;
let watch: PlanWatch;

const utc = (seconds: number) => new Date(seconds * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '');

beforeAll(async () => {
  server = await startTestServer({ env: { ROLES: 'http' } });
  an = await calDavPerson(server);
  const now = unixSeconds(server.clock);
  for (let first = 0; first < EVENTS; first += A_BATCH) {
    const sources = Array.from({ length: A_BATCH }, (_, at) => {
      const n = first + at;
      const begin = FIRST + n * HOURS * 3600;
      const times = [`DTSTART:${utc(begin)}`, `DTEND:${utc(begin + 1800)}`];
      return vevent(`e${n}`, `Họp ${n}`, ...times, ...(n % 400 === 0 ? ['RRULE:FREQ=WEEKLY;COUNT=10'] : []));
    });
    await changeCalendar(server.context, an.mailbox, (change) =>
      putObjects(
        change,
        sources.map((text) => {
          const source = Buffer.from(text);
          const calendarId = change.defaultCalendar;
          return { id: newId(server.clock), calendarId, source, derived: deriveObject(source, now) };
        }),
      ),
    );
  }
  await sql`vacuum analyze calendar_objects, calendar_sources, calendar_occurrences`.execute(
    server.context.db,
  );
  watch = await watchPlans(server);
}, 180_000);
afterAll(() => server.close());

function eventsWithin(start: string, end: string, props: string) {
  const times = `<C:time-range start="${start}" end="${end}"/>`;
  return an.dav.ask('REPORT', an.calendar, {
    depth: '1',
    body: `<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop>${props}</prop>
      <C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">${times}</C:comp-filter></C:comp-filter></C:filter>
      </C:calendar-query>`,
  });
}

const TAGS = '<getetag/>';
const TEXTS = '<getetag/><C:calendar-data/>';

test.each([
  ['force_custom_plan', TAGS],
  ['force_generic_plan', TAGS],
  ['force_custom_plan', TEXTS],
  ['force_generic_plan', TEXTS],
] as const)('CL-6 a week of a large calendar is found by the index of times, %s, %s', async (mode, props) => {
  await watch.plan(mode);
  watch.ranSince();
  const { byHref } = await eventsWithin('20240601T000000Z', '20240608T000000Z', props);
  // Eight of each day, and of series some that began in weeks before.
  expect(byHref.size).toBeGreaterThanOrEqual(56);
  expect(byHref.size).toBeLessThan(70);
  const ran = watch.ranSince().filter(({ text }) => text.includes('calendar_objects'));
  expect(ran).toHaveLength(1);
  expect(ran.filter(({ pages }) => pages > FEW_PAGES)).toEqual([]);
});

test('CL-6 all of a year is found with its texts, page after page', async () => {
  const { byHref } = await eventsWithin('20240101T000000Z', '20250101T000000Z', TEXTS);
  const texts = [...byHref.values()].map(({ props }) => String(props[200]?.['calendar-data']));
  const uids = new Set(texts.map((text) => /^UID:(\S+)/m.exec(text)?.[1]));
  const inYear = (366 * 24) / HOURS;
  expect(uids).toEqual(new Set(Array.from({ length: inYear }, (_, n) => `e${n}`)));
});
