import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { vevent } from '../test-kit/caldav-person.ts';
import { type NewPerson, newPerson } from '../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../test-kit/start-server.ts';
import { mailIn } from '../test-kit/write-mail.ts';
import { findThunderbird, type Thunderbird } from './debian-programs.ts';
import { clockAt, eventsInWeb } from './events-in-web.ts';
import { makeOpenFolder } from './other-mail-server.ts';
import { type RunningThunderbird, startThunderbird } from './start-thunderbird.ts';
import { calendarActsIn } from './thunderbird-calendar-acts.ts';

const found = findThunderbird();
/** For another program, beside other tests. */
const PATIENCE = { timeout: 15_000 };
const MARCH = ['20260301T000000Z', '20260331T000000Z'] as const;

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.skipIf(found === null)('the calendar of Debian’s Thunderbird', () => {
  let server: TestServer;
  let an: NewPerson;
  let place: { folder: string; remove(): Promise<void> };
  let running: RunningThunderbird;
  let thunderbird: ReturnType<typeof calendarActsIn>;
  let calendars: string[];

  beforeAll(async () => {
    server = await startTestServer({ clock: systemClock, env: { ROLES: 'http,mail' } });
    an = await newPerson(server);
    const fields = {
      title: 'Giao ban',
      start: clockAt('2026-03-02', '09:00'),
      end: clockAt('2026-03-02', '09:30'),
      rule: 'FREQ=WEEKLY;COUNT=3',
    };
    await an.client.createEvent({ body: { fields } });
    const body = { name: 'Thunderbird', scopes: ['dav' as const] };
    const { data } = await an.client.createAppPassword({ body });
    place = await makeOpenFolder('thunderbird-calendar');
    running = await startThunderbird(found as Thunderbird, {
      folder: place.folder,
      httpPort: server.running.httpPort as number,
    });
    thunderbird = calendarActsIn(running);
    calendars = await thunderbird.addCalendar('http://mail.test', an.email, data.password);
  });
  afterAll(async () => {
    await running?.stop();
    await server?.close();
    await place?.remove();
  });

  const inWeb = () => eventsInWeb(an.client, '2026-03-01', '2026-03-31');
  const SERIES = ['20260302T020000Z Giao ban', '20260309T020000Z Giao ban', '20260316T020000Z Giao ban'];
  const SERIES_IN_WEB = [
    '2026-03-02 09:00 Giao ban',
    '2026-03-09 09:00 Giao ban',
    '2026-03-16 09:00 Giao ban',
  ];

  test('CL-1 it finds the calendar from the name of the site and an app password, and shows its series', async () => {
    expect(calendars).toEqual(['Lịch']);
    await thunderbird.sees(...MARCH, SERIES);
  });

  test('CL-8 what it adds, changes and deletes is so in the web', async () => {
    const times = ['DTSTART:20260320T070000Z', 'DTEND:20260320T080000Z'];
    await thunderbird.add(vevent('thunderbird-1', 'Họp với Dũng', ...times));
    await expect.poll(inWeb, PATIENCE).toEqual([...SERIES_IN_WEB, '2026-03-20 14:00 Họp với Dũng']);
    await thunderbird.rename('Họp với Dũng', 'Ăn trưa với Dũng');
    await expect.poll(inWeb, PATIENCE).toEqual([...SERIES_IN_WEB, '2026-03-20 14:00 Ăn trưa với Dũng']);
    await thunderbird.remove('Ăn trưa với Dũng');
    await expect.poll(inWeb, PATIENCE).toEqual(SERIES_IN_WEB);
  });

  test('CV-14 it leaves it to the server to ask guests, who are asked once', async () => {
    const lan = await newPerson(server);
    const times = ['DTSTART:20300320T070000Z', 'DTEND:20300320T080000Z'];
    const people = [
      `ORGANIZER;CN=An:mailto:${an.email}`,
      `ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${lan.email}`,
    ];
    expect(await thunderbird.invite(vevent('thunderbird-2', 'Họp giá', ...times, ...people))).toBe(true);
    const asked = async () => {
      await runJobsUntilIdle(server.context);
      return (await mailIn(lan, 'INBOX')).map(({ subject }) => subject);
    };
    await expect.poll(asked, PATIENCE).toEqual([expect.stringContaining('Lời mời: Họp giá')]);
    await thunderbird.synchronize();
    expect(await mailIn(an, 'Sent')).toHaveLength(1);
  });

  test('CL-4 what the web adds, moves and deletes it shows when it synchronizes', async () => {
    const [event] = (
      await an.client.listEvents({ query: { from: '2026-03-09', to: '2026-03-09', zone: 'UTC' } })
    ).data;
    const { event_id: id = '', original = '' } = event ?? {};
    const fields = { start: clockAt('2026-03-10', '15:00'), end: clockAt('2026-03-10', '16:00') };
    await an.client.changeEvent({ params: { id }, body: { scope: 'one', original, fields } });
    await thunderbird.synchronize();
    await thunderbird.sees(...MARCH, [SERIES[0] as string, '20260310T080000Z Giao ban', SERIES[2] as string]);
    await an.client.trashEvents({ body: { ids: [id] } });
    await thunderbird.synchronize();
    await thunderbird.sees(...MARCH, []);
  });
});
