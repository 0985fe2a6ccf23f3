import { addColleagues } from '@bocau/server/test-kit/add-mailboxes.ts';
import { fillCalendarOf } from '@bocau/server/test-kit/fill-calendar.ts';
import { getRequest, jsonRequest, withQuery } from '../http/request.ts';
import { BENCH_DOMAIN } from '../mailboxes/correspondents.ts';
import { measureProbes, type Probe } from '../measure/measure-probes.ts';
import { type BenchMailbox, PASSWORD } from '../world/bench-mailbox.ts';
import type { Bench, Scenario } from './scenario.ts';

/** Events in ten calendars, for the smaller and the larger mailbox. */
const EVENTS = { small: 2_000, large: 20_000 };
const CALLS = '/api/calendar/v1';
const ZONE = 'Asia/Ho_Chi_Minh';
const DAY_MS = 24 * 3_600_000;
const QUOTA_MB = 100;

/** Who are asked about at once, and the events of each of them. */
const COLLEAGUES = Array.from({ length: 50 }, (_, at) => `busy${at}@${BENCH_DOMAIN}`);
const EVENTS_OF_ONE = 500;

/** The calendar: a month and a week of all calendars, and an edit of a series. */
async function calendarProbes(
  { connection, world }: Bench,
  { email, token, client }: BenchMailbox,
  events: number,
): Promise<Probe[]> {
  await fillCalendarOf(world.databaseUrl, email, events);
  const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
  const read = async (scenario: string, title: string, days: number): Promise<Probe> => {
    const path = withQuery(`${CALLS}/events`, { from: day(0), to: day(days - 1), zone: ZONE });
    const request = getRequest(path, token);
    const statements = await world.recorder.statementsOf(path, token);
    return {
      scenario,
      title: `calendar: ${title}`,
      size: events,
      ask: () => connection.send(request),
      bare: () => world.recorder.run(statements),
    };
  };
  const { data } = await client.listEvents({ query: { from: day(0), to: day(30), zone: ZONE } });
  const series = data.find(({ repeats }) => repeats)?.event_id ?? '';
  return [
    await read('calendar-month', 'a month of all', 42),
    await read('calendar-week', 'a week of all', 7),
    {
      scenario: 'calendar-edit',
      title: 'calendar: an edit of a series',
      size: events,
      ask: (sample) =>
        connection.send(
          jsonRequest('PATCH', `${CALLS}/events/${series}`, token, {
            fields: { title: `Họp lần ${sample}` },
          }),
        ),
    },
  ];
}

/** When fifty colleagues are busy in a week. */
async function busyProbe({ connection, world }: Bench, { token }: BenchMailbox): Promise<Probe> {
  const { databaseUrl } = world;
  await addColleagues(databaseUrl, { emails: COLLEAGUES, password: PASSWORD, quotaMb: QUOTA_MB });
  for (const email of COLLEAGUES) await fillCalendarOf(databaseUrl, email, EVENTS_OF_ONE, 1);
  const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
  const asked = { emails: COLLEAGUES, from: day(0), to: day(6), zone: ZONE };
  return {
    ...{ scenario: 'calendar-busy', title: 'calendar: when 50 people are busy in a week' },
    size: COLLEAGUES.length * EVENTS_OF_ONE,
    ask: () => connection.send(jsonRequest('POST', `${CALLS}/busy`, token, asked)),
  };
}

export const calendar: Scenario = {
  name: 'calendar',
  async run(bench) {
    const { small, large } = bench.world;
    return measureProbes(
      [
        ...(await calendarProbes(bench, small, EVENTS.small)),
        ...(await calendarProbes(bench, large, EVENTS.large)),
        await busyProbe(bench, large),
      ],
      bench.rounds,
    );
  },
};
