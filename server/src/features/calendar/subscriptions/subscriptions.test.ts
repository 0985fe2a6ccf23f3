import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resealCalendarSecrets } from '../../../calendar/reseal-secrets.ts';
import { subscriptionOf } from '../../../calendar/subscriptions/subscription-secrets.ts';
import type { LogFields } from '../../../platform/log-events.ts';
import { silentLogger } from '../../../platform/logger.ts';
import { createSecretBox } from '../../../platform/secrets/secret-box.ts';
import { type NewPerson, newPerson } from '../../../test-kit/new-person.ts';
import { runJobsUntilIdle } from '../../../test-kit/run-jobs.ts';
import { startTestServer, type TestServer } from '../../../test-kit/start-server.ts';
import { enqueueDue } from './subscription.jobs.ts';

const HOUR_MS = 3600 * 1000;
const MINUTE_MS = 60 * 1000;
const DAYS = { from: '2026-03-01', to: '2026-03-31', zone: 'Asia/Ho_Chi_Minh' };

let server: TestServer;
let elsewhere: Server;
let person: NewPerson;
let asked: IncomingMessage[];
const lines: LogFields[] = [];
let answer: (request: IncomingMessage, response: ServerResponse) => void;

beforeAll(async () => {
  elsewhere = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  server = await startTestServer({
    log: { ...silentLogger, warn: (fields) => lines.push(fields) },
    resolver: async (name, type) => {
      const addresses = { 'lich.example': '93.184.216.34', 'trong.example': '10.0.0.1' }[name];
      if (addresses === undefined || type !== 'A')
        throw Object.assign(new Error(name), { code: 'ENOTFOUND' });
      return [addresses];
    },
    dial: () => connect((elsewhere.address() as AddressInfo).port, '127.0.0.1'),
  });
});
afterAll(async () => {
  await server.close();
  elsewhere.closeAllConnections();
  elsewhere.close();
});
beforeEach(async () => {
  person = await newPerson(server);
  asked = [];
  serve(feed(event('a', 'Trận 1'), event('b', 'Trận 2')));
});

let stamps = 0;

/** With what would have an effect in a calendar of one’s own, and another DTSTAMP each time. */
function event(uid: string, title: string, more: string[] = []): string {
  stamps += 1;
  return [
    ...[
      'BEGIN:VEVENT',
      `UID:${uid}@clb.example`,
      `DTSTAMP:20260101T0000${String(stamps % 60).padStart(2, '0')}Z`,
    ],
    ...['DTSTART:20260302T020000Z', 'DTEND:20260302T030000Z', `SUMMARY:${title}`],
    ...['ORGANIZER:mailto:chu@clb.example', `ATTENDEE;RSVP=TRUE:mailto:${person.email}`, ...more],
    ...['BEGIN:VALARM', 'ACTION:EMAIL', 'TRIGGER:-PT10M', 'SUMMARY:x', 'DESCRIPTION:x', 'END:VALARM'],
    'END:VEVENT',
  ].join('\r\n');
}

function feed(...events: string[]): string {
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//CLB//VI',
    'METHOD:REQUEST',
    'X-WR-CALNAME:Bóng đá',
  ];
  return `${[...head, ...events, 'END:VCALENDAR'].join('\r\n')}\r\n`;
}

function serve(text: string | Buffer, headers: Record<string, string> = {}): void {
  answer = (_request, response) => response.writeHead(200, headers).end(text);
}

const urlOfFeed = () => `http://lich.example/rieng/${person.mailbox}.ics`;
/** Others of this file are read by the same jobs. */
const askedOfMine = () => asked.filter(({ url }) => url === new URL(urlOfFeed()).pathname);

const subscribe = (url = urlOfFeed()) =>
  person.client.subscribeToCalendar({ body: { url, color: '#0b8043' } }).then(({ data }) => data);

async function added(): Promise<string> {
  const { calendar_id, fault } = await subscribe();
  expect(fault).toBeNull();
  return calendar_id as string;
}

const titles = async () =>
  (await person.client.listEvents({ query: DAYS })).data.map(({ title }) => title).sort();
const seq = async () => (await person.client.getCalendarChanges({ query: {} })).data.seq;
const followed = async () =>
  (await person.client.listCalendars({})).data.filter(({ subscription }) => subscription !== undefined);
const state = async () => (await followed())[0]?.subscription;
const refused = (status: number, code: string) => expect.objectContaining({ status, code });

/** As the clock of jobs does every few hours. */
async function readAgain(hours = 5): Promise<void> {
  await server.clock.advance(hours * HOUR_MS);
  await server.context.db
    .updateTable('calendar_subscriptions')
    .set({ next_at: 0 })
    .where('mailbox_id', '=', person.mailbox)
    .execute();
  await runDue();
}

async function runDue(): Promise<void> {
  await enqueueDue(server.context.db, Math.floor(server.clock.now() / 1000));
  await runJobsUntilIdle(server.context);
}

describe('a calendar that is read from an address', () => {
  test('CL-189 it is added by its address, has the name that it gives itself, and is only read', async () => {
    const id = await added();
    expect(await titles()).toEqual(['Trận 1', 'Trận 2']);
    const shown = (await person.client.listCalendars({})).data.find((one) => one.id === id);
    expect(shown).toMatchObject({
      name: 'Bóng đá',
      permission: 'READ',
      owner: null,
      subscription: { host: 'lich.example' },
    });
    expect(await state()).toMatchObject({ host: 'lich.example', fault: null });
    expect(askedOfMine()).toHaveLength(1);

    const [one] = (await person.client.listEvents({ query: DAYS })).data;
    const params = { id: one?.event_id as string };
    const forbidden = refused(403, 'forbidden');
    await expect(
      person.client.changeEvent({ params, body: { scope: 'all', fields: { title: 'x' } } }),
    ).rejects.toEqual(forbidden);
    await expect(person.client.trashEvents({ body: { ids: [params.id] } })).rejects.toEqual(forbidden);
    const fields = {
      title: 'Mới',
      start: { day: '2026-03-02', clock: '09:00', zone: DAYS.zone },
      end: { day: '2026-03-02', clock: '10:00', zone: DAYS.zone },
    };
    await expect(person.client.createEvent({ body: { calendar_id: id, fields } })).rejects.toEqual(forbidden);
    const own = (await person.client.createEvent({ body: { fields } })).data;
    await expect(
      person.client.changeEvent({ params: { id: own.id }, body: { calendar_id: id, fields: {} } }),
    ).rejects.toEqual(forbidden);
    await expect(person.client.deleteCalendar({ params: { id } })).rejects.toEqual(forbidden);
    const link = { params: { id }, body: { permission: 'READ' as const } };
    await expect(person.client.createCalendarLink(link)).rejects.toEqual(forbidden);
    await person.client.changeCalendarEntry({ params: { id }, body: { name: 'CLB', color: '#d50000' } });
  });

  test('CL-189 guests, organiser and alarms of it have no effect, and it takes nobody’s time', async () => {
    await added();
    const [one] = (await person.client.listEvents({ query: DAYS })).data;
    expect(one?.is_busy).toBe(false);
    const { data } = await person.client.getEvent({ params: { id: one?.event_id as string }, query: {} });
    expect(data).toMatchObject({ organiser: null, attendees: [], my_answer: null });
    expect(data.fields).toMatchObject({ reminders: [], guests: [] });
    const rows = await server.context.db
      .selectFrom('calendar_reminders')
      .select('id')
      .where('mailbox_id', '=', person.mailbox)
      .execute();
    expect(rows).toEqual([]);
  });

  test('CL-189 programs see it by CalDAV and can’t write into it', async () => {
    const id = await added();
    const made = { name: 'iPhone', scopes: ['dav' as const] };
    const { password } = (await person.client.createAppPassword({ body: made })).data;
    const authorization = `Basic ${Buffer.from(`${person.email}:${password}`).toString('base64')}`;
    const put = await fetch(`${server.baseUrl}/dav/calendars/${person.email}/${id}/x.ics`, {
      ...{ method: 'PUT', headers: { authorization, 'content-type': 'text/calendar' } },
      body: feed(event('neu', 'Mới')).replace('METHOD:REQUEST\r\n', ''),
    });
    expect(put.status).toBe(403);
    expect(await titles()).toEqual(['Trận 1', 'Trận 2']);
  });

  test('CL-189 it is read again by differences: the same again is no change, what is gone goes', async () => {
    await added();
    const before = await seq();
    serve(feed(event('a', 'Trận 1'), event('b', 'Trận 2')));
    await readAgain();
    expect([askedOfMine().length, await seq()]).toEqual([2, before]);

    serve(feed(event('b', 'Trận 2, dời'), event('c', 'Trận 3')));
    await readAgain();
    expect(await titles()).toEqual(['Trận 2, dời', 'Trận 3']);
    expect((await person.client.listTrashedEvents({})).data).toEqual([]);
    expect(await state()).toMatchObject({ fault: null });
  });

  test('CL-189 its server is told what is known of it, and an answer of “not changed” is enough', async () => {
    serve(feed(event('a', 'Trận 1')), { etag: '"v1"', 'last-modified': 'Mon, 02 Mar 2026 00:00:00 GMT' });
    await added();
    answer = (_request, response) => response.writeHead(304).end();
    const before = await seq();
    await readAgain();
    expect(askedOfMine().at(-1)?.headers).toMatchObject({
      'if-none-match': '"v1"',
      'if-modified-since': 'Mon, 02 Mar 2026 00:00:00 GMT',
    });
    expect([await titles(), await seq()]).toEqual([['Trận 1'], before]);
    expect((await state())?.read_at).toBe(Math.floor(server.clock.now() / 1000));
  });

  test('CL-284 what can’t be read any longer is logged once for each reason, by its host alone, and counted', async () => {
    const id = await added();
    const told = () =>
      lines.filter(({ event, mailbox }) => event === 'calendar_unreadable' && mailbox === person.mailbox);
    const counted = async () => {
      const page = await server.context.metrics.registry.metrics();
      return /bocau_calendars_unreadable\{\w+="denied"\} (\d+)/.exec(page)?.[1];
    };
    expect(await counted()).toBe('0');
    answer = (_request, response) => response.writeHead(403).end();
    await readAgain();
    await readAgain();
    expect(told()).toEqual([
      {
        ...{ event: 'calendar_unreadable', mailbox: person.mailbox, calendar: id },
        ...{ host: 'lich.example', reason: 'denied' },
      },
    ]);
    // Calendars of others of this file are read as well.
    expect(Number(await counted())).toBeGreaterThan(0);
    serve(feed(event('a', 'Trận 1')));
    await readAgain();
    expect([told().length, await counted()]).toEqual([1, '0']);
  });

  test('CL-189 what can’t be read is told with its cause, what is there stays, and it is tried later and later', async () => {
    const id = await added();
    const read = (await state())?.read_at;
    answer = (_request, response) => response.writeHead(404).end();
    await readAgain();
    expect(await state()).toMatchObject({ fault: 'not_found', read_at: read });
    expect(await titles()).toEqual(['Trận 1', 'Trận 2']);
    const next = async () =>
      (
        await server.context.db
          .selectFrom('calendar_subscriptions')
          .select('next_at')
          .where('mailbox_id', '=', person.mailbox)
          .executeTakeFirstOrThrow()
      ).next_at - Math.floor(server.clock.now() / 1000);
    const first = await next();
    await readAgain();
    expect(await next()).toBeGreaterThan(first);

    for (const [given, fault] of [
      [() => serve('<html>Đăng nhập</html>'), 'not_calendar'],
      [() => serve(Buffer.alloc(10 * 1024 * 1024 + 1, 65)), 'too_large'],
      [
        () => serve(feed(...Array.from({ length: 20_001 }, (_one, at) => event(String(at), 'x')))),
        'too_large',
      ],
      [() => (answer = (_request, response) => response.writeHead(401).end()), 'denied'],
      [() => (answer = (_request, response) => response.destroy()), 'unreachable'],
      [() => redirect('http://trong.example/a.ics'), 'not_allowed'],
      [() => redirect('http://127.0.0.1/a.ics'), 'not_allowed'],
    ] as const) {
      given();
      await server.clock.advance(MINUTE_MS);
      const { data } = await person.client.refreshSubscription({ params: { id } });
      expect([fault, data.fault]).toEqual([fault, fault]);
    }
    expect(await titles()).toEqual(['Trận 1', 'Trận 2']);
    serve(feed(event('a', 'Trận 1')));
    await server.clock.advance(MINUTE_MS);
    expect((await person.client.refreshSubscription({ params: { id } })).data).toMatchObject({
      fault: null,
    });
  });

  test('CL-189 what can’t be read at first is not added, an address of this network never', async () => {
    for (const [url, fault] of [
      ['http://trong.example/a.ics', 'not_allowed'],
      ['http://127.0.0.1/a.ics', 'not_allowed'],
      ['ftp://lich.example/a.ics', 'not_allowed'],
      ['không phải địa chỉ', 'not_allowed'],
      ['http://nirgends.example/a.ics', 'unreachable'],
    ]) {
      expect(await subscribe(url)).toEqual({ calendar_id: null, fault });
    }
    expect(asked).toEqual([]);
    serve('<html>');
    expect(await subscribe()).toEqual({ calendar_id: null, fault: 'not_calendar' });
    expect(await followed()).toEqual([]);
  });

  test('CL-189 it is removed with its events, and put back by an undo', async () => {
    const id = await added();
    await person.client.endSubscription({ params: { id } });
    expect([await titles(), await followed()]).toEqual([[], []]);
    expect((await person.client.listTrashedEvents({})).data).toEqual([]);
    await person.client.restoreSubscription({ params: { id } });
    expect(await titles()).toEqual(['Trận 1', 'Trận 2']);
    expect((await person.client.listCalendars({})).data.find((one) => one.id === id)?.name).toBe('Bóng đá');
    await person.client.endSubscription({ params: { id } });
    await server.clock.advance(25 * HOUR_MS);
    await runDue();
    const again = await newPerson(server);
    await expect(again.client.restoreSubscription({ params: { id } })).rejects.toEqual(
      refused(404, 'event_not_found'),
    );
  });

  test('CL-215 an address is followed once; which calendar it is, is told', async () => {
    const id = await added();
    const same = urlOfFeed().replace('http://lich', 'webcal://LICH');
    const twice = expect.objectContaining({
      code: 'already_exists',
      details: { calendar_id: id, name: 'Bóng đá' },
    });
    await expect(subscribe(same)).rejects.toEqual(twice);
    expect(await followed()).toHaveLength(1);
    // Nor by putting back what was removed.
    await person.client.endSubscription({ params: { id } });
    const again = await added();
    await expect(person.client.restoreSubscription({ params: { id } })).rejects.toMatchObject({
      code: 'already_exists',
      details: { calendar_id: again },
    });
    expect(await titles()).toEqual(['Trận 1', 'Trận 2']);
  });

  test('CL-215 it is read when its person asks for it, once a minute at most', async () => {
    const id = await added();
    serve(feed(event('a', 'Trận 3')));
    const refresh = async () => (await person.client.refreshSubscription({ params: { id } })).data.fault;
    expect([await refresh(), await titles()]).toEqual([null, ['Trận 1', 'Trận 2']]);
    await server.clock.advance(MINUTE_MS);
    const before = askedOfMine().length;
    expect(await Promise.all([refresh(), refresh(), refresh()])).toEqual([null, null, null]);
    expect(askedOfMine()).toHaveLength(before + 1);
    expect(await titles()).toEqual(['Trận 3']);
  });

  test('CL-293 one whose address no key opens says so, and not that its server is at fault', async () => {
    const id = await added();
    const url_sealed = createSecretBox([Buffer.alloc(32, 5)]).seal(
      Buffer.from(urlOfFeed()),
      subscriptionOf(person.mailbox),
    );
    await server.context.db
      .updateTable('calendar_subscriptions')
      .set({ url_sealed })
      .where('mailbox_id', '=', person.mailbox)
      .execute();
    const before = askedOfMine().length;
    await server.clock.advance(MINUTE_MS);
    const { data } = await person.client.refreshSubscription({ params: { id } });
    expect([data.fault, askedOfMine().length]).toEqual(['no_key', before]);
    expect(await titles()).toEqual(['Trận 1', 'Trận 2']);
    // Added once more, it is read.
    expect((await subscribe()).fault).toBeNull();
  });

  test('CL-189 a person has twenty at most, and their addresses are kept sealed', async () => {
    for (let number = 0; number < 20; number += 1) await subscribe(`${urlOfFeed()}?${number}`);
    const names = (await person.client.listCalendars({})).data.map(({ name }) => name);
    expect(names).toContain('Bóng đá 20');
    await expect(subscribe(`${urlOfFeed()}?20`)).rejects.toEqual(refused(400, 'too_many_events'));

    const { db } = server.context;
    const rows = await db
      .selectFrom('calendar_subscriptions')
      .select('url_sealed')
      .where('mailbox_id', '=', person.mailbox)
      .execute();
    expect(rows.some(({ url_sealed }) => url_sealed.includes('rieng'))).toBe(false);
    const [before, after] = [Buffer.alloc(32, 7), Buffer.alloc(32, 9)] as const;
    const both = createSecretBox([after, before]);
    expect((await resealCalendarSecrets({ db, secrets: both })).count).toBeGreaterThanOrEqual(20);
    await resealCalendarSecrets({ db, secrets: createSecretBox([before, after]) });
    const [first] = await followed();
    await server.clock.advance(MINUTE_MS);
    const { data } = await person.client.refreshSubscription({
      params: { id: first?.id as string },
    });
    expect(data.fault).toBeNull();
  });
});

function redirect(location: string): void {
  answer = (_request, response) => response.writeHead(302, { location }).end();
}
