import type { EventFields, Occurrence } from '@bocau/contract/calendar.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readWholeObjects } from '../../calendar/objects/objects.store.ts';
import { CALENDAR } from '../../kernel/calendar.ts';
import { pruneThingsJournal } from '../../kernel/things-changed.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { type NewPerson, newPerson } from '../../test-kit/new-person.ts';
import { connectSocket } from '../../test-kit/socket-client.ts';
import { startTestServer, type TestServer } from '../../test-kit/start-server.ts';
import { emptyCalendarTrash } from './calendar.jobs.ts';

let server: TestServer;
let person: NewPerson;
let client: NewPerson['client'];

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  person = await newPerson(server);
  client = person.client;
});

const ZONE = 'Asia/Ho_Chi_Minh';
const DAY = 24 * 3600 * 1000;
const refused = (status: number, code: string) => expect.objectContaining({ status, code });
const at = (day: string, clock: string, zone: string | null = ZONE) => ({ day, clock, zone });
const whole = (day: string) => ({ day, clock: null, zone: null });
const nine = (day: string) => ({ start: at(day, '09:00'), end: at(day, '10:00') });

async function add(fields: Partial<EventFields> & Pick<EventFields, 'start' | 'end'>, more: object = {}) {
  return (await client.createEvent({ body: { fields: { title: 'Họp tuần', ...fields }, ...more } })).data;
}

async function list(from: string, to = from, zone = ZONE): Promise<Occurrence[]> {
  return (await client.listEvents({ query: { from, to, zone } })).data;
}

/** Day and clock at the place of the person, with the title. */
async function told(from: string, to = from, zone = ZONE): Promise<string[]> {
  const format = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (await list(from, to, zone)).map(({ at: moment, kind, title }) => {
    const shown = new Date(moment * 1000);
    return `${kind === 'zoned' ? format.format(shown) : shown.toISOString().slice(0, 16).replace('T', ' ')} ${title}`;
  });
}

const weekly = () => add({ ...nine('2026-01-05'), rule: 'FREQ=WEEKLY;COUNT=6' });
/** The one of 19 January, as the moment that the series has it. */
const THIRD = '20260119T020000Z';

describe('an event', () => {
  test('is created with its fields, and read back', async () => {
    const fields = {
      title: 'Họp với Lan; phòng A, tầng 2',
      place: 'Phòng A',
      description: 'Mang theo:\n1. Hợp đồng\n2. Dấu',
      url: 'https://meet.example/abc',
      ...nine('2026-03-02'),
      is_busy: false,
      is_private: true,
      reminders: [10, 1440],
    };
    const event = await add(fields);
    expect(event.fields).toEqual({
      ...fields,
      rule: null,
      guests: [],
      hides_guests: false,
      guests_may: null,
      files: [],
      rooms: [],
    });
    expect((await client.getEvent({ params: { id: event.id }, query: {} })).data).toEqual(event);
    expect(await list('2026-03-02')).toEqual([
      {
        ...{
          event_id: event.id,
          calendar_id: event.calendar_id,
          original: '',
          kind: 'zoned',
          repeats: false,
        },
        ...{ title: fields.title, place: 'Phòng A', is_busy: false, is_private: true },
        ...{ at: Date.UTC(2026, 2, 2, 2) / 1000, until: Date.UTC(2026, 2, 2, 3) / 1000 },
      },
    ]);
    expect(await list('2026-03-03')).toEqual([]);
  });

  test('of whole days is on these days wherever one looks, and one without a zone at its hour', async () => {
    await add({ title: 'Nghỉ Tết', start: whole('2026-02-16'), end: whole('2026-02-20') });
    await add({
      title: 'Uống thuốc',
      start: at('2026-02-16', '08:00', null),
      end: at('2026-02-16', '08:05', null),
    });
    for (const zone of [ZONE, 'America/Los_Angeles', 'Pacific/Kiritimati']) {
      expect(await told('2026-02-16', '2026-02-16', zone)).toEqual([
        '2026-02-16 00:00 Nghỉ Tết',
        '2026-02-16 08:00 Uống thuốc',
      ]);
      expect(await told('2026-02-20', '2026-02-20', zone)).toEqual(['2026-02-16 00:00 Nghỉ Tết']);
      expect(await told('2026-02-21', '2026-02-21', zone)).toEqual([]);
    }
  });

  test('stays at its hour over a change of summer time, and is told by the clock of who looks', async () => {
    const berlin = (day: string) => ({
      start: at(day, '09:00', 'Europe/Berlin'),
      end: at(day, '10:00', 'Europe/Berlin'),
    });
    await add({ title: 'Standup', ...berlin('2026-03-23'), rule: 'FREQ=WEEKLY' });
    expect(await told('2026-03-23', '2026-04-05')).toEqual([
      '2026-03-23 15:00 Standup',
      '2026-03-30 14:00 Standup',
    ]);
    expect(await told('2026-03-23', '2026-04-05', 'Europe/Berlin')).toEqual([
      '2026-03-23 09:00 Standup',
      '2026-03-30 09:00 Standup',
    ]);
  });

  test('created twice under one id is one', async () => {
    const uid = crypto.randomUUID();
    const first = await add(nine('2026-03-02'), { uid });
    expect(await add(nine('2026-03-02'), { uid })).toEqual(first);
    expect(await list('2026-03-02')).toHaveLength(1);
  });

  test.each([
    ['ends before it begins', { start: at('2026-03-02', '10:00'), end: at('2026-03-02', '09:00') }, 'end'],
    ['is of a day that there is not', nine('2026-02-30'), 'start'],
    [
      'is at a place that there is not',
      { start: at('2026-03-02', '10:00', 'Mars/Base'), end: whole('2026-03-02') },
      'start',
    ],
    [
      'begins with an hour and ends with a day',
      { start: at('2026-03-02', '10:00'), end: whole('2026-03-02') },
      'end',
    ],
    ['repeats by no rule', { ...nine('2026-03-02'), rule: 'FREQ=NEVER' }, 'rule'],
    [
      'repeats by a rule with an end of two kinds',
      { ...nine('2026-03-02'), rule: 'FREQ=DAILY;COUNT=2;UNTIL=20270101' },
      'rule',
    ],
    ['repeats each second', { ...nine('2026-03-02'), rule: 'FREQ=SECONDLY' }, 'rule'],
  ])('that %s is refused with its field, and nothing is kept', async (_what, fields, field) => {
    await expect(add(fields)).rejects.toMatchObject({ code: 'invalid_event', details: { field } });
    expect(await list('2026-01-01', '2026-12-31')).toEqual([]);
  });

  test('that never happens again costs no more than another one', async () => {
    await add({ ...nine('2026-03-02'), rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' });
    expect(await told('2026-03-01', '2027-03-31')).toEqual(['2026-03-02 09:00 Họp tuần']);
  });

  test('goes into the trash, and comes back', async () => {
    const { id } = await add(nine('2026-03-02'));
    await client.trashEvents({ body: { ids: [id] } });
    expect(await list('2026-03-02')).toEqual([]);
    await client.restoreEvents({ body: { ids: [id] } });
    expect(await list('2026-03-02')).toHaveLength(1);
  });

  test('CL-93 in the trash is deleted for good, one or all, and what is not there stays', async () => {
    const [kept, one, ...others] = await Promise.all([1, 2, 3, 4].map(() => add(nine('2026-03-02'))));
    const ids = [one, ...others].map((each) => each?.id ?? '');
    await client.trashEvents({ body: { ids } });
    await client.deleteEvents({ body: { ids: [one?.id ?? '', kept?.id ?? ''] } });
    const trashed = async () => (await client.listTrashedEvents({})).data.map(({ id }) => id);
    expect((await trashed()).toSorted()).toEqual(others.map(({ id }) => id).toSorted());
    await client.deleteEvents({ body: {} });
    expect(await trashed()).toEqual([]);
    expect(await list('2026-03-02')).toMatchObject([{ event_id: kept?.id }]);
  });

  test('edited by two is not overwritten by who has not seen the other’s change', async () => {
    const { id, revision } = await add(nine('2026-03-02'));
    const edit = (title: string) =>
      client.changeEvent({ params: { id }, body: { revision, fields: { title } } });
    const [first, second] = await Promise.allSettled([edit('Một'), edit('Hai')]);
    expect([first.status, second.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = first.status === 'rejected' ? first : second;
    expect(lost).toMatchObject({ reason: refused(409, 'event_changed') });
  });

  test('CV-5 edited twice in the same way, as by whoever lost the answer, is changed once', async () => {
    const { id, revision } = await add(nine('2026-03-02'));
    const body = { revision, fields: { rule: 'FREQ=WEEKLY;BYDAY=MO', ...nine('2026-03-09') } };
    const { data: changed } = await client.changeEvent({ params: { id }, body });
    const { data: again } = await client.changeEvent({ params: { id }, body });
    expect(again).toEqual(changed);
    expect(changed.revision).not.toBe(revision);
  });
});

describe('a series', () => {
  test('one of it is changed by itself, and the others stay', async () => {
    const { id } = await weekly();
    const fields = { title: 'Họp tháng', start: at('2026-01-20', '14:00'), end: at('2026-01-20', '15:00') };
    const changed = await client.changeEvent({
      params: { id },
      body: { scope: 'one', original: THIRD, fields },
    });
    expect(changed.data).toMatchObject({
      id,
      original: THIRD,
      fields: { ...fields, rule: 'FREQ=WEEKLY;COUNT=6' },
    });
    expect(await told('2026-01-01', '2026-02-28')).toEqual([
      ...['2026-01-05 09:00 Họp tuần', '2026-01-12 09:00 Họp tuần', '2026-01-20 14:00 Họp tháng'],
      ...['2026-01-26 09:00 Họp tuần', '2026-02-02 09:00 Họp tuần', '2026-02-09 09:00 Họp tuần'],
    ]);
  });

  test('CL-218 said otherwise, is so too where single ones did not say it themselves', async () => {
    const { id } = await weekly();
    const one = (original: string, fields: Partial<EventFields>) =>
      client.changeEvent({ params: { id }, body: { scope: 'one', original, fields } });
    const moved = { start: at('2026-01-20', '14:00'), end: at('2026-01-20', '15:00') };
    await one(THIRD, { ...moved, reminders: [5] });
    await one('20260126T020000Z', { title: 'Riêng' });
    await client.changeEvent({
      params: { id },
      body: { fields: { title: 'Họp nhóm', place: 'Phòng A', description: 'Mang sổ', reminders: [30] } },
    });
    expect(await told('2026-01-12', '2026-02-02')).toEqual([
      ...['2026-01-12 09:00 Họp nhóm', '2026-01-20 14:00 Họp nhóm', '2026-01-26 09:00 Riêng'],
      '2026-02-02 09:00 Họp nhóm',
    ]);
    const read = async (original: string) =>
      (await client.getEvent({ params: { id }, query: { original } })).data.fields;
    const said = { place: 'Phòng A', description: 'Mang sổ' };
    expect(await read(THIRD)).toMatchObject({ ...said, ...moved, reminders: [5] });
    expect(await read('20260126T020000Z')).toMatchObject({ ...said, title: 'Riêng', reminders: [30] });
  });

  test('CL-378 moved to another hour, single ones that are at its hour move along, and the others keep their place', async () => {
    const { id } = await weekly();
    await client.changeEvent({
      params: { id },
      body: { scope: 'one', original: THIRD, fields: { title: 'Riêng' } },
    });
    await client.dropOccurrences({ params: { id }, body: { scope: 'one', original: '20260126T020000Z' } });
    const later = { start: at('2026-02-03', '16:00'), end: at('2026-02-03', '17:00') };
    await client.changeEvent({
      params: { id },
      body: { scope: 'one', original: '20260202T020000Z', fields: later },
    });
    await client.changeEvent({
      params: { id },
      body: { fields: { start: at('2026-01-05', '10:30'), end: at('2026-01-05', '11:00') } },
    });
    const all = await list('2026-01-01', '2026-02-28');
    expect(await told('2026-01-01', '2026-02-28')).toEqual([
      ...['2026-01-05 10:30 Họp tuần', '2026-01-12 10:30 Họp tuần', '2026-01-19 10:30 Riêng'],
      ...['2026-02-03 16:00 Họp tuần', '2026-02-09 10:30 Họp tuần'],
    ]);
    expect(all.map(({ at: from, until }) => (until - from) / 60)).toEqual([30, 30, 30, 60, 30]);
    // Longer, at the same hour.
    await client.changeEvent({ params: { id }, body: { fields: { end: at('2026-01-05', '11:15') } } });
    const longer = await list('2026-01-01', '2026-02-28');
    expect(longer.map(({ at: from, until }) => (until - from) / 60)).toEqual([45, 45, 45, 60, 45]);
  });

  test.each([
    ['moved', (id: string, before: EventFields) => moveAndBack(id, before)],
    ['left out', (id: string, before: EventFields) => dropAndBack(id, before)],
  ])('CL-370 one of it that was %s and is put back goes on with the series', async (_act, actAndBack) => {
    const { id } = await add({
      ...{ ...nine('2026-01-05'), rule: 'FREQ=WEEKLY;COUNT=4', place: 'Phòng A', reminders: [10, 60] },
      ...{ description: 'Mang sổ;\nvà bút', guests: [{ name: 'Hoa', email: 'hoa@khach.example' }] },
    });
    const { data } = await client.getEvent({ params: { id }, query: { original: THIRD } });
    await actAndBack(id, data.fields);
    const later = { start: at('2026-01-05', '09:15'), end: at('2026-01-05', '10:15') };
    await client.changeEvent({ params: { id }, body: { fields: later } });
    expect(await told('2026-01-01', '2026-02-28')).toEqual(
      ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26'].map((day) => `${day} 09:15 Họp tuần`),
    );
  });

  const oneOf = (id: string, fields: Partial<EventFields>) =>
    client.changeEvent({ params: { id }, body: { scope: 'one', original: THIRD, fields } });

  async function moveAndBack(id: string, { start, end }: EventFields): Promise<void> {
    await oneOf(id, { start: at('2026-01-20', '14:00'), end: at('2026-01-20', '15:00') });
    await oneOf(id, { start, end });
  }

  async function dropAndBack(id: string, { rule: _rule, ...fields }: EventFields): Promise<void> {
    await client.dropOccurrences({ params: { id }, body: { scope: 'one', original: THIRD } });
    await oneOf(id, fields);
  }

  test('changed from one on becomes two, which together are what was, but for the change', async () => {
    const { id } = await weekly();
    const fields = { start: at('2026-01-19', '16:00'), end: at('2026-01-19', '17:00') };
    const next = await client.changeEvent({
      params: { id },
      body: { scope: 'following', original: THIRD, fields },
    });
    expect(next.data.id).not.toBe(id);
    expect(next.data.fields.rule).toBe('FREQ=WEEKLY;COUNT=4');
    expect(await told('2026-01-01', '2026-02-28')).toEqual([
      ...['2026-01-05 09:00 Họp tuần', '2026-01-12 09:00 Họp tuần', '2026-01-19 16:00 Họp tuần'],
      ...['2026-01-26 16:00 Họp tuần', '2026-02-02 16:00 Họp tuần', '2026-02-09 16:00 Họp tuần'],
    ]);
  });

  test('CL-375 is what it was, single ones too, when what was done to those from one on is undone', async () => {
    const { id } = await weekly();
    await client.changeEvent({
      params: { id },
      body: { scope: 'one', original: '20260126T020000Z', fields: { title: 'Riêng' } },
    });
    await client.dropOccurrences({ params: { id }, body: { scope: 'one', original: '20260202T020000Z' } });
    const before = await told('2026-01-01', '2026-02-28');
    const fields = { start: at('2026-01-19', '16:00'), end: at('2026-01-19', '17:00') };
    const params = { id };
    const next = await client.changeEvent({ params, body: { scope: 'following', original: THIRD, fields } });
    await client.rejoinSeries({ params });
    // A second call, as when its answer was lost.
    await client.rejoinSeries({ params });
    expect(await told('2026-01-01', '2026-02-28')).toEqual(before);
    // In the trash it would come back beside the whole.
    await expect(client.getEvent({ params: { id: next.data.id }, query: {} })).rejects.toMatchObject({
      code: 'event_not_found',
    });
    const other = await client.changeEvent({ params, body: { scope: 'following', original: THIRD, fields } });
    await client.changeEvent({ params: { id: other.data.id }, body: { fields: { place: 'Phòng B' } } });
    await client.rejoinSeries({ params });
    const kept = await client.getEvent({ params: { id: other.data.id }, query: {} });
    expect(kept.data.trashed_at).not.toBeNull();

    await client.dropOccurrences({ params, body: { scope: 'following', original: THIRD } });
    await client.rejoinSeries({ params });
    expect(await told('2026-01-01', '2026-02-28')).toEqual(before);
    await client.dropOccurrences({ params, body: { scope: 'following', original: '20260105T020000Z' } });
    expect(await told('2026-01-01', '2026-02-28')).toEqual([]);
    await client.rejoinSeries({ params });
    expect(await told('2026-01-01', '2026-02-28')).toEqual(before);
  });

  test('is not joined again once it was changed otherwise', async () => {
    const { id } = await weekly();
    const params = { id };
    await expect(client.rejoinSeries({ params })).rejects.toEqual(refused(409, 'event_changed'));
    await client.dropOccurrences({ params, body: { scope: 'following', original: THIRD } });
    await client.changeEvent({ params, body: { fields: { title: 'Khác' } } });
    await expect(client.rejoinSeries({ params })).rejects.toEqual(refused(409, 'event_changed'));
  });

  test('loses one, those from one on, and goes with its last', async () => {
    const { id } = await weekly();
    await client.dropOccurrences({ params: { id }, body: { scope: 'one', original: '20260112T020000Z' } });
    await client.dropOccurrences({
      params: { id },
      body: { scope: 'following', original: '20260126T020000Z' },
    });
    expect(await told('2026-01-01', '2026-12-31')).toEqual([
      '2026-01-05 09:00 Họp tuần',
      '2026-01-19 09:00 Họp tuần',
    ]);
    await client.dropOccurrences({ params: { id }, body: { scope: 'one', original: '20260105T020000Z' } });
    const last = await client.dropOccurrences({ params: { id }, body: { scope: 'one', original: THIRD } });
    expect(last.data.trashed_at).not.toBeNull();
    expect(await list('2026-01-01', '2026-12-31')).toEqual([]);
  });

  test('an occurrence that there is not is refused', async () => {
    const { id } = await weekly();
    const body = { scope: 'one', original: '20260120T020000Z', fields: { title: 'Không' } } as const;
    await expect(client.changeEvent({ params: { id }, body })).rejects.toEqual(refused(400, 'invalid_event'));
    await expect(client.getEvent({ params: { id }, query: { original: 'nothing' } })).rejects.toEqual(
      refused(404, 'event_not_found'),
    );
  });

  test('is told beyond the years of which its occurrences are kept', async () => {
    await add({ ...nine('2026-01-05'), rule: 'FREQ=YEARLY' });
    expect(await told('2040-01-01', '2040-12-31')).toEqual(['2040-01-05 09:00 Họp tuần']);
  });
});

describe('calendars', () => {
  test('are created, renamed and deleted; their events go into the trash', async () => {
    const own = (await client.listCalendars({})).data;
    expect(own).toEqual([expect.objectContaining({ is_default: true })]);
    const created = await client.createCalendar({ body: { name: 'Dự án', color: '#0b8043' } });
    const { id } = created.data;
    await add(nine('2026-03-02'), { calendar_id: id });
    const renamed = await client.changeCalendarEntry({ params: { id }, body: { name: 'Dự án Sao Mai' } });
    expect(renamed.data).toMatchObject({
      ...{ id, name: 'Dự án Sao Mai', color: '#0b8043', is_default: false },
      ...{ permission: 'OWNER', owner: null, is_company: false },
      event_ids_end: expect.stringMatching(/^[0-9a-f]{12}$/),
    });
    await client.deleteCalendar({ params: { id } });
    expect(await list('2026-03-02')).toEqual([]);
    expect((await client.listCalendars({})).data).toEqual(own);
  });

  test('of one name there is one, and that of new events stays', async () => {
    const body = { name: 'Riêng', color: '#0b8043' };
    await client.createCalendar({ body });
    await expect(client.createCalendar({ body: { ...body, name: 'RIÊNG' } })).rejects.toEqual(
      refused(400, 'already_exists'),
    );
    const [first] = (await client.listCalendars({})).data;
    await expect(client.deleteCalendar({ params: { id: first?.id ?? '' } })).rejects.toEqual(
      refused(403, 'forbidden'),
    );
  });

  test('are nobody else’s: their events read as not found', async () => {
    const { id, calendar_id } = await add(nine('2026-03-02'));
    const other = await newPerson(server);
    const not = refused(404, 'event_not_found');
    await expect(other.client.getEvent({ params: { id }, query: {} })).rejects.toEqual(not);
    await expect(other.client.trashEvents({ body: { ids: [id] } })).rejects.toEqual(not);
    await expect(
      other.client.changeEvent({ params: { id }, body: { fields: { title: 'x' } } }),
    ).rejects.toEqual(not);
    await expect(
      other.client.createEvent({ body: { calendar_id, fields: { title: 'x', ...nine('2026-03-02') } } }),
    ).rejects.toEqual(not);
  });
});

test('what has changed is told by its ids since a number, and the number by the socket', async () => {
  const socket = await connectSocket(server.baseUrl, { token: client.token, room: person.email });
  await socket.next('hello');
  const before = (await client.getCalendarChanges({ query: {} })).data.seq;
  const { id } = await add(nine('2026-03-02'));
  const { seq } = await socket.next('calendar_changed');
  expect((await client.getCalendarChanges({ query: { since: String(before) } })).data).toEqual({
    ...{ seq, events: [id] },
  });
  await socket.close();
});

test('what has been in the trash for 30 days is deleted for good', async () => {
  const { id } = await add(nine('2026-03-02'));
  await client.trashEvents({ body: { ids: [id] } });
  const left = async () => {
    await emptyCalendarTrash(server.context, new AbortController().signal);
    return (await readWholeObjects(server.context.db, person.mailbox, [id])).length;
  };
  server.clock.pass(29 * DAY);
  expect(await left()).toBe(1);
  server.clock.pass(2 * DAY);
  expect(await left()).toBe(0);
});

test('changes of more than a week ago are forgotten, and whoever asks for them fetches everything', async () => {
  await add(nine('2026-03-02'));
  server.clock.pass(8 * DAY);
  await pruneThingsJournal(server.context.db, CALENDAR.journal, unixSeconds(server.clock));
  await expect(client.getCalendarChanges({ query: { since: '0' } })).rejects.toEqual(
    refused(410, 'changes_too_old'),
  );
});
