import { connect } from 'node:net';
import type { EventFields } from '@bocau/contract/calendar.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeCalendar } from '../../calendar/change-calendar.ts';
import { deriveObject } from '../../calendar/objects/derive-object.ts';
import { readWholeObjects } from '../../calendar/objects/objects.store.ts';
import { putObjects } from '../../calendar/objects/put-objects.ts';
import { refreshObjects } from '../../calendar/objects/refresh-objects.ts';
import { giveReminders } from '../../calendar/reminders/give-reminders.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { type PushService, startPushService } from '../../test-kit/push-service.ts';
import { runJobsUntilIdle } from '../../test-kit/run-jobs.ts';
import { startSecondServer } from '../../test-kit/second-server.ts';
import { connectSocket } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { mailIn } from '../../test-kit/write-mail.ts';
import { tellReminders } from './tell-reminders.ts';

let server: TestServer;
let service: PushService;
let person: NewPerson;
let client: NewPerson['client'];

beforeAll(async () => {
  service = await startPushService();
  server = await startTestServer({
    env: { PUSH_INTERNAL_HOSTS: service.host },
    dial: (host, port) => connect({ host, port }),
  });
});
afterAll(async () => {
  await server.close();
  await service.close();
});
beforeEach(signInAnew);
afterEach(() => {
  service.received.length = 0;
});

const ZONE = 'Asia/Ho_Chi_Minh';
const MINUTE = 60;
const HOUR = 3600;
const DAY = 24 * HOUR;
const { signal } = new AbortController();

/** What the clock at a place shows so many seconds from now, on a full minute. */
function inSeconds(seconds: number, zone: string | null = ZONE) {
  const at = new Date((Math.floor(unixSeconds(server.clock) / MINUTE) * MINUTE + seconds) * 1000);
  const shown = at.toLocaleString('sv', { timeZone: zone ?? ZONE });
  return { day: shown.slice(0, 10), clock: shown.slice(11, 16), zone };
}

async function add(fields: Partial<EventFields> & Pick<EventFields, 'start' | 'end'>, more: object = {}) {
  const body = { fields: { title: 'Họp tuần', ...fields }, ...more };
  return (await client.createEvent({ body })).data;
}

const inAnHour = (fields: Partial<EventFields> = {}) =>
  add({ start: inSeconds(HOUR), end: inSeconds(2 * HOUR), reminders: [10], ...fields });

/** An object as a program puts it. */
async function put(...lines: string[]): Promise<string> {
  const id = newId(server.clock);
  const text = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'BEGIN:VEVENT',
    `UID:${id}`,
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  const source = Buffer.from(text.join('\r\n'));
  await changeCalendar(server.context, person.mailbox, async (change) => {
    const derived = deriveObject(source, change.now);
    await putObjects(change, [{ id, calendarId: change.defaultCalendar, source, derived }]);
  });
  return id;
}

const utc = (seconds: number) => new Date(seconds * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
const now = () => unixSeconds(server.clock);
const give = async (context = server.context) => {
  await giveReminders(context, tellReminders, signal);
  await runJobsUntilIdle(context);
};
const pass = (seconds: number) => server.clock.pass(seconds * 1000);
const standing = async () => (await client.listReminders({})).data;
const titles = async () => (await standing()).map(({ title }) => title);
const sourceOf = async (id: string) =>
  String((await readWholeObjects(server.context.db, person.mailbox, [id]))[0]?.source);

describe('CL-61 a reminder', () => {
  test('is given at its time, and not before', async () => {
    const event = await inAnHour({ place: 'Phòng A' });
    pass(50 * MINUTE - 1);
    await give();
    expect(await standing()).toEqual([]);
    pass(1);
    await give();
    expect(await standing()).toEqual([
      expect.objectContaining({
        ...{ event_id: event.id, original: '', title: 'Họp tuần', place: 'Phòng A', kind: 'zoned' },
        ...{ due_at: now(), given_at: now(), at: now() + 10 * MINUTE },
      }),
    ]);
  });

  test('has a job for its second where the job of the minute would be late', async () => {
    const event = await inAnHour();
    pass(50 * MINUTE);
    await give();
    await client.snoozeReminder({ params: { id: event.id }, body: { until: now() + 37 } });
    pass(36);
    expect(await runJobsUntilIdle(server.context)).not.toContain('calendar_reminders');
    expect(await standing()).toEqual([]);
    pass(1);
    expect(await runJobsUntilIdle(server.context)).toContain('calendar_reminders');
    expect(await titles()).toEqual(['Họp tuần']);
  });

  test('is given once by two processes that look at the same moment', async () => {
    for (let n = 0; n < 20; n += 1) await inAnHour({ title: `Họp ${n}`, reminders: [10] });
    await subscribe('phone');
    pass(50 * MINUTE);
    const second = await startSecondServer(server);
    try {
      await Promise.all([
        giveReminders(server.context, tellReminders, signal),
        giveReminders(second.context, tellReminders, signal),
      ]);
      await runJobsUntilIdle(server.context);
    } finally {
      await second.close();
    }
    expect(await standing()).toHaveLength(20);
    const told = service.received.map(({ message }) => message.id);
    expect(new Set(told).size).toBe(told.length);
  });

  test('is given to everybody else where one mailbox fails, and to that one later', async () => {
    await inAnHour();
    const other = await newPerson(server);
    const fields = { title: 'Của người khác', start: inSeconds(HOUR + MINUTE), end: inSeconds(2 * HOUR) };
    await other.client.createEvent({ body: { fields: { ...fields, reminders: [10] } } });
    pass(51 * MINUTE);
    const failing: typeof tellReminders = async (change, given) => {
      if (change.mailboxId === person.mailbox) throw new Error('cannot be told');
      await tellReminders(change, given);
    };
    await expect(giveReminders(server.context, failing, signal)).rejects.toThrow('not all');
    expect((await other.client.listReminders({})).data).toHaveLength(1);
    expect(await standing()).toEqual([]);
    await give();
    expect(await titles()).toEqual(['Họp tuần']);
  });

  test('reaches open pages by the socket', async () => {
    await inAnHour();
    const socket = await connectSocket(server.baseUrl, { room: person.email, token: person.client.token });
    await socket.next('hello');
    pass(50 * MINUTE);
    await give();
    expect(await socket.next('reminders')).toEqual({});
    await socket.close();
  });

  test('is of each occurrence of a series, at its hour over a change of summer time', async () => {
    const berlin = (day: string, clock: string) => ({ day, clock, zone: 'Europe/Berlin' });
    server.clock.set(Math.max(Date.UTC(2027, 2, 26, 12), server.clock.now()));
    await signInAnew();
    await add({
      ...{ start: berlin('2027-03-27', '09:00'), end: berlin('2027-03-27', '10:00') },
      ...{ rule: 'FREQ=DAILY;COUNT=3', reminders: [1440] },
    });
    const given: string[] = [];
    for (let hour = 0; hour < 80; hour += 1) {
      await give();
      for (const { event_id: id, original, given_at } of await standing()) {
        given.push(new Date(given_at * 1000).toISOString().slice(0, 16));
        await client.dismissReminder({ params: { id }, body: { original } });
      }
      pass(HOUR);
    }
    // The day before, when a clock in Berlin shows nine; that of the 27th was over before it was made.
    expect(given).toEqual(['2027-03-27T08:00', '2027-03-28T07:00']);
  });
});

describe('CL-60 CL-62 alarms of programs', () => {
  test('are due before the start or the end, at a moment, and again as often as they say', async () => {
    const at = now() + 2 * HOUR;
    await put(
      ...[`DTSTART:${utc(at)}`, `DTEND:${utc(at + HOUR)}`, 'SUMMARY:Bay'],
      ...['BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER:-PT1H', 'REPEAT:2', 'DURATION:PT15M', 'END:VALARM'],
      ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;RELATED=END:-PT5M', 'END:VALARM'],
      ...['BEGIN:VALARM', 'ACTION:DISPLAY', `TRIGGER;VALUE=DATE-TIME:${utc(at - 7 * MINUTE)}`, 'END:VALARM'],
      ...['BEGIN:VALARM', 'ACTION:NONE', `TRIGGER;VALUE=DATE-TIME:19760401T005545Z`, 'END:VALARM'],
    );
    const begin = now();
    const given = new Set<number>();
    for (let minute = 0; minute <= 180; minute += 1) {
      await giveReminders(server.context, tellReminders, signal);
      for (const { due_at } of await standing()) given.add((due_at - begin) / MINUTE);
      pass(MINUTE);
    }
    expect([...given]).toEqual([60, 75, 90, 113, 175]);
  });

  test('of whole days and of events without a zone are due by the clock of the person, who may travel', async () => {
    const day = new Date((now() + 3 * DAY) * 1000).toISOString().slice(0, 10);
    const midnight = Date.parse(`${day}T00:00:00+07:00`) / 1000;
    await add({
      ...{ title: 'Nghỉ', start: { day, clock: null, zone: null }, end: { day, clock: null, zone: null } },
      reminders: [-480],
    });
    await add({
      ...{
        title: 'Thuốc',
        start: { day, clock: '20:00', zone: null },
        end: { day, clock: '20:05', zone: null },
      },
      reminders: [0],
    });
    server.clock.set((midnight + 8 * HOUR - 1) * 1000);
    await give();
    expect(await standing()).toEqual([]);
    pass(1);
    await give();
    expect(await titles()).toEqual(['Nghỉ']);
    await client.saveSettings({ body: [{ key: 'time_zone', value: 'Europe/London' }] });
    await runJobsUntilIdle(server.context);
    pass(13 * HOUR);
    await give();
    expect(await titles(), '21:00 in Ho Chi Minh City').not.toContain('Thuốc');
    pass(6 * HOUR);
    await give();
    expect(await titles(), '20:00 in London').toContain('Thuốc');
  });

  test('that were seen, or put off, on another device are kept to', async () => {
    const at = now() + 2 * HOUR;
    const alarm = (...more: string[]) => [
      ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', ...more, 'END:VALARM'],
    ];
    const times = [`DTSTART:${utc(at)}`, `DTEND:${utc(at + HOUR)}`];
    await put(...times, 'SUMMARY:Seen', ...alarm(`ACKNOWLEDGED:${utc(at - 5 * MINUTE)}`));
    await put(...times, 'SUMMARY:Seen in Thunderbird', `X-MOZ-LASTACK:${utc(at - 5 * MINUTE)}`, ...alarm());
    await put(
      ...[...times, 'SUMMARY:Later', `X-MOZ-LASTACK:${utc(at - 5 * MINUTE)}`],
      ...[`X-MOZ-SNOOZE-TIME:${utc(at - 2 * MINUTE)}`, ...alarm()],
    );
    pass(2 * HOUR - 3 * MINUTE);
    await give();
    expect(await standing()).toEqual([]);
    pass(MINUTE);
    await give();
    expect(await titles()).toEqual(['Later']);
  });
});

describe('CL-63 an alarm that asks for a mail', () => {
  test('is one mail to the owner of the calendar, whomever it names', async () => {
    const at = now() + HOUR;
    await put(
      ...[`DTSTART:${utc(at)}`, `DTEND:${utc(at + HOUR)}`, 'SUMMARY:Đóng thuế', 'LOCATION:Chi cục'],
      ...['BEGIN:VALARM', 'ACTION:EMAIL', 'TRIGGER:-PT30M', 'SUMMARY:Free money', 'DESCRIPTION:Click'],
      ...['ATTENDEE:mailto:stranger@evil.example', 'END:VALARM'],
    );
    pass(30 * MINUTE);
    await give();
    await give();
    const mails = await mailIn(person, 'INBOX');
    expect(mails.map(({ subject }) => subject)).toEqual(['Nhắc lịch: Đóng thuế']);
    expect(await standing()).toEqual([]);
    const sent = await server.context.db
      .selectFrom('outbox')
      .select('id')
      .where('mailbox_id', '=', person.mailbox)
      .execute();
    expect(sent).toEqual([]);
  });
});

describe('CL-64 what was due while the program was down', () => {
  test('is told once when it is up again, as late', async () => {
    await inAnHour();
    pass(3 * HOUR);
    await give();
    const due = now() - 3 * HOUR + 50 * MINUTE;
    expect(await standing()).toEqual([expect.objectContaining({ due_at: due, given_at: now() })]);
    pass(MINUTE);
    await give();
    expect(await standing()).toHaveLength(1);
  });

  test('is not told where a phone brings an event of which the reminder had passed', async () => {
    const at = now() + 5 * MINUTE;
    await put(
      ...[`DTSTART:${utc(at)}`, `DTEND:${utc(at + HOUR)}`, 'SUMMARY:Muộn'],
      ...['BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', 'END:VALARM'],
    );
    await give();
    expect(await standing()).toEqual([]);
  });
});

describe('CL-65 a reminder that was dismissed', () => {
  test('leaves all devices, and the object says so as RFC 9074 and Thunderbird do', async () => {
    const event = await inAnHour();
    const before = await sourceOf(event.id);
    await subscribe('phone');
    pass(50 * MINUTE);
    await give();
    await client.dismissReminder({ params: { id: event.id }, body: {} });
    expect(await standing()).toEqual([]);
    await runJobsUntilIdle(server.context);
    const [told, over] = service.received.map(({ message }) => message);
    expect(over).toEqual({ kind: 'recalled', id: told?.id });
    const added = (await sourceOf(event.id)).split('\r\n').filter((line) => !before.includes(line));
    expect(added).toEqual([`X-MOZ-LASTACK:${utc(now())}`, `ACKNOWLEDGED:${utc(now())}`]);
  });

  test('is snoozed by an alarm that is related to it, which goes when it was seen', async () => {
    const event = await inAnHour();
    pass(50 * MINUTE);
    await give();
    await client.snoozeReminder({ params: { id: event.id }, body: { until: now() + 5 * MINUTE } });
    const source = await sourceOf(event.id);
    const uid = /BEGIN:VALARM\r\nUID:(\S+)/.exec(source)?.[1];
    expect(source).toContain(`RELATED-TO;RELTYPE=SNOOZE:${uid}`);
    expect(source).toContain(`TRIGGER;VALUE=DATE-TIME:${utc(now() + 5 * MINUTE)}`);
    expect((await client.getEvent({ params: { id: event.id }, query: {} })).data.fields.reminders).toEqual([
      10,
    ]);
    pass(5 * MINUTE);
    await give();
    expect(await titles()).toEqual(['Họp tuần']);
    await client.dismissReminder({ params: { id: event.id }, body: {} });
    expect(await sourceOf(event.id)).not.toContain('SNOOZE:');
    expect(await standing()).toEqual([]);
  });

  test('of one of a series says nothing of the next one', async () => {
    const event = await inAnHour({ rule: 'FREQ=DAILY' });
    for (let day = 0; day < 3; day += 1) {
      pass(day === 0 ? 50 * MINUTE : DAY);
      await give();
      const [told] = await standing();
      expect(told?.due_at).toBe(now());
      await client.snoozeReminder({
        params: { id: event.id },
        body: { original: told?.original ?? '', until: told?.at ?? 0 },
      });
    }
    pass(10 * MINUTE);
    await give();
    expect(await standing()).toEqual([expect.objectContaining({ at: now() })]);
  });

  test('is refused of an event of somebody else, and of one in the trash', async () => {
    const event = await inAnHour();
    const other = await newPerson(server);
    const refused = expect.objectContaining({ code: 'event_not_found' });
    const params = { id: event.id };
    await expect(other.client.dismissReminder({ params, body: {} })).rejects.toEqual(refused);
    await expect(other.client.snoozeReminder({ params, body: { until: now() } })).rejects.toEqual(refused);
    await client.trashEvents({ body: { ids: [event.id] } });
    await expect(client.dismissReminder({ params, body: {} })).rejects.toEqual(refused);
  });
});

describe('CL-66 nobody is reminded', () => {
  test('of an event that was moved or deleted, but at its new time', async () => {
    const [moved, gone] = [await inAnHour({ title: 'Dời' }), await inAnHour({ title: 'Bỏ' })];
    const later = { start: inSeconds(3 * HOUR), end: inSeconds(4 * HOUR) };
    await client.changeEvent({ params: { id: moved.id }, body: { fields: later } });
    await client.trashEvents({ body: { ids: [gone.id] } });
    pass(50 * MINUTE);
    await give();
    expect(await standing()).toEqual([]);
    pass(2 * HOUR);
    await give();
    expect(await titles()).toEqual(['Dời']);
    await client.trashEvents({ body: { ids: [moved.id] } });
    expect(await standing()).toEqual([]);
  });

  test('of an occurrence that was left out, or moved by itself', async () => {
    const event = await inAnHour({ rule: 'FREQ=DAILY;COUNT=3' });
    const first = await client.listEvents({
      query: { from: inSeconds(0).day, to: inSeconds(4 * DAY).day, zone: ZONE },
    });
    const [one, two] = first.data.map(({ original }) => original);
    await client.dropOccurrences({ params: { id: event.id }, body: { scope: 'one', original: one ?? '' } });
    const later = { start: inSeconds(DAY + 5 * HOUR), end: inSeconds(DAY + 6 * HOUR) };
    await client.changeEvent({
      params: { id: event.id },
      body: { scope: 'one', original: two ?? '', fields: later },
    });
    pass(50 * MINUTE);
    await give();
    pass(DAY);
    await give();
    expect(await standing()).toEqual([]);
    pass(4 * HOUR);
    await give();
    expect(await standing()).toEqual([expect.objectContaining({ original: two, due_at: now() })]);
  });

  test('whose account is suspended, nor of that time when it is active again', async () => {
    await inAnHour();
    const { db } = server.context;
    const activate = (active: boolean) =>
      db.updateTable('mailboxes').set({ active }).where('id', '=', person.mailbox).execute();
    await activate(false);
    pass(50 * MINUTE);
    await give();
    await activate(true);
    await give();
    expect(await standing()).toEqual([]);
  });
});

describe('CL-67 the window of series without an end', () => {
  test('is moved by a job, for occurrences and reminders, without a change to programs', async () => {
    const event = await inAnHour({ rule: 'FREQ=MONTHLY' });
    const count = () =>
      server.context.db
        .selectFrom('calendar_reminders')
        .select('due_at')
        .where('mailbox_id', '=', person.mailbox)
        .where('given_at', 'is', null)
        .orderBy('due_at')
        .execute();
    const placed = async () => (await readWholeObjects(server.context.db, person.mailbox, [event.id]))[0];
    const before = await placed();
    expect((await count()).length).toBeLessThanOrEqual(3);
    for (let month = 0; month < 26; month += 1) {
      pass(30 * DAY);
      await refreshObjects(server.context, signal);
      await give();
      const [{ due_at } = { due_at: 0 }] = await count();
      expect(due_at).toBeGreaterThan(now());
      expect(due_at).toBeLessThan(now() + 32 * DAY);
    }
    const spread = await server.context.db
      .selectFrom('calendar_objects')
      .select('spread_to')
      .where('mailbox_id', '=', person.mailbox)
      .executeTakeFirstOrThrow();
    expect(spread.spread_to).toBeGreaterThan(now() + 400 * DAY);
    expect(await placed()).toEqual(before);
  });

  test('takes what an earlier release has written', async () => {
    const event = await inAnHour();
    const { db } = server.context;
    await db.deleteFrom('calendar_reminders').where('mailbox_id', '=', person.mailbox).execute();
    await db
      .updateTable('calendar_objects')
      .set({ derived_version: 1 })
      .where('mailbox_id', '=', person.mailbox)
      .where('id', '=', event.id)
      .execute();
    await refreshObjects(server.context, signal);
    pass(50 * MINUTE);
    await give();
    expect(await titles()).toEqual(['Họp tuần']);
  });
});

describe('CL-68 a calendar reminds by itself', () => {
  test('of new events that do not say when: those with a time and those of whole days', async () => {
    const [own] = (await client.listCalendars({})).data;
    expect(own?.reminders).toEqual({ timed: [], day: [] });
    const reminders = { timed: [10], day: [-480] };
    await client.changeCalendarEntry({ params: { id: own?.id ?? '' }, body: { reminders } });
    const times = { start: inSeconds(HOUR), end: inSeconds(2 * HOUR) };
    const { day } = inSeconds(DAY);
    const whole = { day, clock: null, zone: null };
    expect((await add(times)).fields.reminders).toEqual([10]);
    expect((await add({ start: whole, end: whole })).fields.reminders).toEqual([-480]);
    expect((await add({ ...times, reminders: [] })).fields.reminders).toEqual([]);
    const { data } = await client.createCalendar({ body: { name: 'Riêng', color: '#0b8043', reminders } });
    expect((await add(times, { calendar_id: data.id })).fields.reminders).toEqual([10]);
  });
});

describe('CL-69 a push of a reminder', () => {
  const contents = ['subject', 'sender', 'nothing'] as const;

  test.each(contents)('says with %s what may stand in it', async (content) => {
    await subscribe('phone', { content });
    const at = inSeconds(HOUR).clock;
    await inAnHour({ title: 'Họp', place: 'Phòng A' });
    await inAnHour({ title: 'Khám bệnh', is_private: true });
    pass(50 * MINUTE);
    await give();
    const told = service.received.map(({ message }) =>
      message.kind === 'reminder' ? `${message.title} | ${message.body}` : message.kind,
    );
    const day = inSeconds(10 * MINUTE).day;
    const when = `${day.slice(8)}/${day.slice(5, 7)}, ${at}–${inSeconds(70 * MINUTE).clock}`;
    const expected = {
      subject: [`Họp | ${when} · Phòng A`, `Khám bệnh | ${when}`],
      sender: [`Họp | ${when} · Phòng A`, `Sự kiện riêng tư | ${when}`],
      nothing: ['Nhắc lịch | ', 'Nhắc lịch | '],
    }[content];
    expect(told.sort()).toEqual(expected.sort());
  });

  test('is not sent in quiet hours, nor where it was dismissed before', async () => {
    await subscribe('quiet', { quiet: { from: '00:00', to: '23:59' } });
    await inAnHour();
    pass(50 * MINUTE);
    await give();
    expect(service.received).toEqual([]);
    await subscribe('phone');
    const event = await inAnHour();
    pass(50 * MINUTE);
    await giveReminders(server.context, tellReminders, signal);
    await client.dismissReminder({ params: { id: event.id }, body: {} });
    await runJobsUntilIdle(server.context);
    expect(service.received.map(({ message }) => message.kind)).toEqual(['recalled']);
  });
});

/** Sessions end while a test lets months pass. */
async function signInAnew(): Promise<void> {
  person = await newPerson(server);
  client = person.client;
}

async function subscribe(browser: string, choice: object = {}): Promise<void> {
  const { key } = (await client.getPush({})).data;
  const subscription = service.subscribe(browser, key ?? '');
  const chosen = { content: 'subject' as const, folders: ['INBOX'], quiet: null, ...choice };
  await client.savePush({ body: { subscription, choice: chosen } });
}
