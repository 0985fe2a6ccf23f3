import type { Occurrence } from '@bocau/contract/calendar.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { test as base, expect, vi } from 'vitest';
import { createManualClock } from '../engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../engine/test-kit/memory-storage.ts';
import type { CalendarModelEvent, DayRange } from './calendar-model.ts';
import { createCalendarModel } from './create-calendar-model.ts';
import { spanOf, timesOf } from './occurrence-times.ts';
import { type Edited, planCreate, planDrop, planEdit, planTrash } from './plan-operations.ts';
import { createFakeCalendar, fieldsOf, OWN_CALENDAR, ZONE } from './test-kit/fake-calendar.ts';

const NO_ANSWER = new ApiError(0, 'no_answer', 'No answer');
const NOVEMBER: DayRange = { from: '2026-11-01', to: '2026-11-30', zone: ZONE };
const TURN: DayRange = { from: '2026-11-30', to: '2026-12-06', zone: ZONE };
const HOUR = 3600;
const GIVEN = [
  { id: 'lunch', fields: fieldsOf('Ăn trưa', '2026-11-20', '12:00') },
  { id: 'weekly', fields: fieldsOf('Giao ban', '2026-11-16', '09:00', { rule: 'FREQ=WEEKLY;BYDAY=MO' }) },
];

function openModel(
  server: ReturnType<typeof createFakeCalendar>,
  storage = createMemoryStorage(),
  clock = createManualClock(),
) {
  let isOnline = true;
  const listeners = new Set<() => void>();
  const model = createCalendarModel({
    ...{ api: server.api, clock, storage, owner: 'an@saomai.example', tabId: 'tab' },
    online: {
      isOnline: () => isOnline,
      onChange(heard) {
        listeners.add(heard);
        return () => listeners.delete(heard);
      },
    },
  });
  const events: CalendarModelEvent[] = [];
  model.onEvent((event) => void events.push(event));
  const occurrences = (range = NOVEMBER) =>
    model.view(range).occurrences.toSorted((one, other) => one.at - other.at);
  const one = (id: string, original = '') =>
    occurrences().find((each) => each.event_id === id && each.original === original) as Occurrence;
  return {
    ...{ model, events, clock, storage, occurrences, one },
    /** Title, day and hour of each. */
    lines: (range = NOVEMBER) =>
      occurrences(range).map((each) => {
        const wall = new Date(spanOf(each, ZONE).start).toISOString();
        return `${each.title} ${wall.slice(5, 10)} ${wall.slice(11, 16)}`;
      }),
    async edited(id: string, original = ''): Promise<Edited> {
      const occurrence = one(id, original);
      const event = await model.readEvent(id, original);
      const series = original === '' ? event : await model.readEvent(id, '');
      return { occurrence, event, series, shown: model.occurrencesOf(id) };
    },
    setOnline(online: boolean) {
      isOnline = online;
      for (const heard of listeners) heard();
    },
  };
}

/** The times of an occurrence that begins some hours later, on the person's wall. */
function hoursLater({ occurrence, event }: Edited, hours: number) {
  const { start, end } = spanOf(occurrence, ZONE);
  const by = hours * HOUR * 1000;
  const zones = { own: ZONE, event: event.fields.start.zone ?? ZONE };
  return timesOf(occurrence.kind, { start: start + by, end: end + by }, zones);
}

const test = base
  .extend('server', () => createFakeCalendar(GIVEN))
  .extend('calendar', async ({ server }) => {
    const opened = openModel(server);
    opened.model.hold(NOVEMBER);
    await opened.clock.advance(10);
    return opened;
  });

const ALL = ['Giao ban 11-16 09:00', 'Ăn trưa 11-20 12:00', 'Giao ban 11-23 09:00', 'Giao ban 11-30 09:00'];

test('what happens is loaded by months, and a range within them is there at once', async ({
  calendar,
  server,
}) => {
  const { model, clock, lines } = calendar;
  expect(lines()).toEqual(ALL);
  expect(lines({ ...NOVEMBER, from: '2026-11-20', to: '2026-11-23' })).toEqual(ALL.slice(1, 3));
  expect(model.calendars()).toEqual([OWN_CALENDAR]);
  expect(model.view(TURN).loading).toBe('loading');
  model.hold(TURN);
  await clock.advance(10);
  expect(model.view(TURN)).toMatchObject({ loading: 'ready', isComplete: true });
  expect(lines(TURN)).toEqual(['Giao ban 11-30 09:00']);
  expect(server.calls).toEqual(['list', 'list']);
  expect(model.view(NOVEMBER)).toBe(model.view(NOVEMBER));
});

test('AU-14 what is saved after the session has ended is stored, and sent by the next one', async ({
  calendar,
  server,
}) => {
  const { model, clock, storage, lines, setOnline } = calendar;
  model.rest();
  const fields = fieldsOf('Sau giờ', '2026-11-20', '15:00');
  model.act(planCreate({ id: 'late', calendarId: OWN_CALENDAR.id, fields }));
  expect(lines()).toContain('Sau giờ 11-20 15:00');
  for (const wakes of [() => setOnline(true), model.connected, model.changed]) {
    wakes();
    await clock.advance(10);
  }
  expect(server.calls).not.toContain('create');
  model.close();
  const next = openModel(server, storage);
  await next.model.start();
  await next.clock.advance(10);
  expect(server.calls).toContain('create');
  next.model.hold(NOVEMBER);
  await next.clock.advance(10);
  expect(next.lines()).toContain('Sau giờ 11-20 15:00');
});

test('CV-2 a change elsewhere is fetched by its number, for the months on screen', async ({
  calendar,
  server,
}) => {
  const { model, clock, lines } = calendar;
  model.holdEvent('lunch', '');
  await clock.advance(10);
  server.edit('lunch', { title: 'Ăn tối' });
  model.changed();
  await clock.advance(10);
  expect(lines()).toContain('Ăn tối 11-20 12:00');
  expect(model.event('lunch', '').event?.fields.title).toBe('Ăn tối');
});

test('CV-2 an open event has its guests also where the journal told of it before its creation was answered', async ({
  server,
}) => {
  const answer = Promise.withResolvers<void>();
  const createEvent: typeof server.api.createEvent = async (call) => {
    const made = await server.api.createEvent(call);
    await answer.promise;
    return made;
  };
  const { model, clock } = openModel({ ...server, api: { ...server.api, createEvent } });
  model.hold(NOVEMBER);
  await clock.advance(10);
  const guests = [{ name: 'Bình', email: 'binh@saomai.example' }];
  const fields = fieldsOf('Họp', '2026-11-20', '15:00', { guests });
  model.act(planCreate({ id: 'new', calendarId: OWN_CALENDAR.id, fields }));
  model.holdEvent('new', '');
  model.changed();
  await clock.advance(10);
  expect(model.event('new', '').event?.attendees).toEqual([]);
  answer.resolve();
  await clock.advance(10);
  expect(model.event('new', '').event).toMatchObject({ revision: 1, attendees: guests });
});

test('CL-144 the trash on screen follows what is deleted and restored, here and elsewhere', async ({
  calendar,
  server,
}) => {
  const { model, clock } = calendar;
  const ids = () => model.trash().events.map(({ id }) => id);
  model.holdTrash();
  await clock.advance(10);
  expect(model.trash()).toMatchObject({ loading: 'ready', events: [] });
  await server.api.trashEvents({ body: { ids: ['lunch'] } });
  model.changed();
  await clock.advance(10);
  expect(ids()).toEqual(['lunch']);
  const restored = model.act({ kind: 'restore', id: 'lunch', away: [], here: [] });
  expect(ids()).toEqual([]);
  await clock.advance(10);
  expect(ids()).toEqual([]);
  await restored.undo();
  await clock.advance(10);
  expect(ids()).toEqual(['lunch']);
});

test('CV-3 an event is on the screen within the call that makes it, and undo takes it away', async ({
  calendar,
  server,
}) => {
  const { model, clock, lines } = calendar;
  const fields = fieldsOf('Họp', '2026-11-24', '14:00');
  const act = model.act(planCreate({ id: 'new', calendarId: 'own', fields }));
  expect(lines()).toContain('Họp 11-24 14:00');
  await clock.advance(10);
  expect(server.event('new')?.fields.title).toBe('Họp');
  expect(lines()).toHaveLength(5);
  expect(await act.undo()).toBe(true);
  expect(lines()).toEqual(ALL);
  await clock.advance(10);
  expect(server.event('new')?.trashed).toBe(true);
  expect(lines()).toEqual(ALL);
});

test('CV-3 an event moves and is trashed at once, and comes back as it was', async ({ calendar, server }) => {
  const { model, clock, lines, edited } = calendar;
  const lunch = await edited('lunch');
  const move = model.act(planEdit(lunch, { scope: 'all', revision: null, fields: hoursLater(lunch, 25.5) }));
  expect(lines()).toContain('Ăn trưa 11-21 13:30');
  await clock.advance(10);
  expect(server.event('lunch')?.fields.end).toEqual({ day: '2026-11-21', clock: '14:30', zone: ZONE });
  await move.undo();
  expect(lines()).toEqual(ALL);
  await clock.advance(10);
  const trash = model.act(planTrash(await edited('lunch')));
  expect(lines()).not.toContain(ALL[1]);
  await clock.advance(10);
  await trash.undo();
  expect(lines()).toEqual(ALL);
  await clock.advance(10);
  expect(server.event('lunch')).toMatchObject({ trashed: false, fields: { start: { clock: '12:00' } } });
});

test('CV-4 of a series one is moved, one left out, and undo brings both back', async ({
  calendar,
  server,
}) => {
  const { model, clock, lines, edited } = calendar;
  const second = await edited('weekly', '2026-11-23');
  const move = model.act(planEdit(second, { scope: 'one', revision: null, fields: hoursLater(second, 2) }));
  expect(lines()[2]).toBe('Giao ban 11-23 11:00');
  await clock.advance(10);
  expect(lines()).toEqual(['Giao ban 11-16 09:00', ALL[1], 'Giao ban 11-23 11:00', ALL[3]]);
  await move.undo();
  await clock.advance(10);
  expect(lines()).toEqual(ALL);
  const drop = model.act(planDrop(await edited('weekly', '2026-11-23'), 'one'));
  expect(lines()).not.toContain(ALL[2]);
  await clock.advance(10);
  await drop.undo();
  expect(lines()).toEqual(ALL);
  await clock.advance(10);
  expect(server.event('weekly')?.dropped).toEqual([]);
});

test('CV-4 CL-84 one of a series that a guest leaves out is put back by the server, which has the text', async ({
  calendar,
}) => {
  const { model, clock, lines, edited } = calendar;
  const asked = await edited('weekly', '2026-11-23');
  const operation = planDrop({ ...asked, event: { ...asked.event, my_answer: 'waiting' } }, 'one');
  const drop = model.act(operation);
  expect(lines()).not.toContain(ALL[2]);
  await drop.undo();
  expect(lines()).toEqual(ALL);
  await clock.advance(10);
  expect(operation).toMatchObject({ scope: 'one', back: null });
});

test('CV-4 all of a series move by as much as one did, with their weekday', async ({ calendar, server }) => {
  const { model, clock, lines, edited } = calendar;
  const second = await edited('weekly', '2026-11-23');
  const fields = { ...hoursLater(second, 24), title: 'Giao ban tuần' };
  const act = model.act(planEdit(second, { scope: 'all', revision: second.event.revision, fields }));
  const moved = ['Giao ban tuần 11-17 09:00', ALL[1], 'Giao ban tuần 11-24 09:00'];
  expect(lines().slice(0, 3)).toEqual(moved);
  await clock.advance(10);
  expect(lines()).toEqual(moved);
  expect(server.event('weekly')?.fields).toMatchObject({
    rule: 'FREQ=WEEKLY;BYDAY=TU',
    start: { day: '2026-11-17' },
  });
  await act.undo();
  await clock.advance(10);
  expect(lines()).toEqual(ALL);
});

test('CV-4 one and those that follow are changed and left out, and undo joins the series again', async ({
  calendar,
  server,
}) => {
  const { model, clock, lines, edited } = calendar;
  const third = await edited('weekly', '2026-11-30');
  model.act(planEdit(third, { scope: 'one', revision: null, fields: { title: 'Riêng' } }));
  await clock.advance(10);
  const before = lines();
  expect(before).toContain('Riêng 11-30 09:00');
  const second = await edited('weekly', '2026-11-23');
  const change = model.act(
    planEdit(second, { scope: 'following', revision: null, fields: { title: 'Họp lớn' } }),
  );
  const changed = [ALL[0], ALL[1], 'Họp lớn 11-23 09:00', 'Họp lớn 11-30 09:00'];
  expect(lines()).toEqual(changed);
  await clock.advance(10);
  expect(lines()).toEqual(changed);
  await change.undo();
  expect(lines()).toEqual(expect.arrayContaining(before));
  await clock.advance(10);
  expect(lines()).toEqual(before);
  expect(server.event('weekly+')?.trashed).toBe(true);

  const drop = model.act(planDrop(await edited('weekly', '2026-11-23'), 'following'));
  expect(lines()).toEqual(ALL.slice(0, 2));
  await clock.advance(10);
  expect(lines()).toEqual(ALL.slice(0, 2));
  await drop.undo();
  await clock.advance(10);
  expect(lines()).toEqual(before);
  expect(planDrop(await edited('weekly', '2026-11-16'), 'following').kind).toBe('trash');
});

test('CV-5 an edit of an event that was edited elsewhere is refused, and the screen shows theirs', async ({
  calendar,
  server,
}) => {
  const { model, clock, events, lines, edited } = calendar;
  const lunch = await edited('lunch');
  server.edit('lunch', { title: 'Của người khác' });
  const { revision } = lunch.event;
  const act = model.act(planEdit(lunch, { scope: 'all', revision, fields: { title: 'Của tôi' } }));
  expect(lines()[1]).toBe('Của tôi 11-20 12:00');
  await clock.advance(10);
  expect(await act.settled).toBe(false);
  expect(events).toMatchObject([{ error: { code: 'event_changed' }, undoing: false }]);
  expect(lines()[1]).toBe('Của người khác 11-20 12:00');
});

test('CV-3 an event is moved and edited before the server has heard of it', async ({ calendar, server }) => {
  const { model, clock, lines, edited } = calendar;
  calendar.setOnline(false);
  model.act(planCreate({ id: 'new', calendarId: 'own', fields: fieldsOf('Họp', '2026-11-24', '14:00') }));
  const made = await edited('new');
  const { revision } = made.event;
  model.act(planEdit(made, { scope: 'all', revision, fields: { ...hoursLater(made, 1), title: 'Họp lớn' } }));
  expect(lines()).toContain('Họp lớn 11-24 15:00');
  expect((await model.readEvent('new', '')).fields.title).toBe('Họp lớn');
  calendar.setOnline(true);
  await clock.advance(100);
  expect(server.event('new')?.fields).toMatchObject({ title: 'Họp lớn', start: { clock: '15:00' } });
});

test('CV-5 an edit right after an own one is no conflict with it', async ({ calendar, server }) => {
  const { model, clock, events, edited } = calendar;
  const before = await edited('lunch');
  model.act(planEdit(before, { scope: 'all', revision: null, fields: hoursLater(before, 1) }));
  const again = await edited('lunch');
  const { revision } = again.event;
  await clock.advance(10);
  model.act(planEdit(again, { scope: 'all', revision, fields: { title: 'Ăn muộn' } }));
  await clock.advance(10);
  expect(events).toEqual([]);
  expect(server.event('lunch')?.fields).toMatchObject({ title: 'Ăn muộn', start: { clock: '13:00' } });
});

test('an operation whose answer was lost is sent again, and does the same', async ({ calendar, server }) => {
  const { model, clock, lines } = calendar;
  server.failures.push(NO_ANSWER);
  model.act(planCreate({ id: 'new', calendarId: 'own', fields: fieldsOf('Họp', '2026-11-24', '14:00') }));
  await clock.advance(60_000);
  expect(server.calls.filter((call) => call === 'create')).toHaveLength(2);
  expect(lines()).toHaveLength(5);
});

test('what the server has made already is shown once while its answer is waited for', async ({ server }) => {
  const fields = fieldsOf('Giỗ', '2026-11-24', '14:00', { rule: 'FREQ=WEEKLY;COUNT=2' });
  await server.api.createEvent({ body: { uid: 'new', calendar_id: 'own', fields } });
  const { model, clock, lines } = openModel(server);
  model.hold(NOVEMBER);
  await clock.advance(10);
  server.failures.push(NO_ANSWER);
  model.act(planCreate({ id: 'new', calendarId: 'own', fields }));
  expect(lines().filter((line) => line.startsWith('Giỗ'))).toEqual(['Giỗ 11-24 14:00']);
  await clock.advance(60_000);
  expect(lines().filter((line) => line.startsWith('Giỗ'))).toEqual(['Giỗ 11-24 14:00']);
});

test('CV-6 what was seen shows without a connection, and what is done then is sent when it is back', async ({
  calendar,
  server,
}) => {
  const { storage, clock } = calendar;
  await calendar.edited('lunch');
  await clock.advance(2000);
  calendar.model.close();

  server.failures.push(...Array.from({ length: 3 }, () => NO_ANSWER));
  const offline = openModel(
    { ...server, api: { ...server.api, getCalendarChanges: () => Promise.reject(NO_ANSWER) } },
    storage,
  );
  offline.setOnline(false);
  offline.model.hold(NOVEMBER);
  await offline.clock.advance(100);
  expect(offline.lines()).toEqual(ALL);
  offline.model.act(planTrash({ occurrence: offline.one('lunch'), shown: [offline.one('lunch')] }));
  expect(offline.lines()).not.toContain(ALL[1]);
  await offline.clock.advance(100);
  offline.model.close();

  server.failures.length = 0;
  const back = openModel(server, storage);
  back.model.hold(NOVEMBER);
  await back.clock.advance(100);
  expect(server.event('lunch')?.trashed).toBe(true);
  expect(back.lines()).not.toContain(ALL[1]);
});

test('CV-6 what was seen of a shared calendar is not shown out of reach once it has been taken away', async () => {
  const hers = { ...OWN_CALENDAR, id: 'hers', is_default: false, permission: 'READ' as const };
  const meeting = { id: 'hers', calendar_id: 'hers', fields: fieldsOf('Họp kín', '2026-11-20', '09:00') };
  const server = createFakeCalendar([...GIVEN, meeting], [OWN_CALENDAR, hers]);
  const seen = openModel(server);
  const release = [seen.model.hold(NOVEMBER), seen.model.holdEvent('hers', '')];
  await seen.clock.advance(2000);
  expect(seen.model.event('hers', '').event?.fields.title).toBe('Họp kín');
  for (const end of release) end();
  await seen.model.leaveCalendar('hers');
  await seen.clock.advance(2000);
  seen.model.close();
  const offline = openModel(
    { ...server, api: { ...server.api, getCalendarChanges: () => Promise.reject(NO_ANSWER) } },
    seen.storage,
  );
  offline.model.hold(NOVEMBER);
  offline.model.holdEvent('hers', '');
  await offline.clock.advance(100);
  expect(offline.lines()).toEqual(ALL);
  expect(offline.model.event('hers', '').event).toBeNull();
});

test('CV-7 calendars are made, changed and deleted with their events', async ({ calendar, server }) => {
  const { model, lines } = calendar;
  const { id } = await model.createCalendar({ name: 'Nhóm', color: '#0b7f5b' });
  await model.changeCalendar(id, { name: 'Nhóm A' });
  expect(model.calendars()?.map(({ name }) => name)).toEqual(['Lịch', 'Nhóm A']);
  await model.deleteCalendar('own');
  expect(server.calendars()).toHaveLength(1);
  expect(lines()).toEqual([]);
});

test('CL-358 an event that is refused is offered again with what was typed, and an edit too; what was dragged is not', async () => {
  const server = createFakeCalendar(GIVEN);
  const { model, clock, edited, lines } = openModel(server);
  model.hold(NOVEMBER);
  await clock.advance(10);
  const off = new ApiError(403, 'sending_disabled', 'Sending is off');
  vi.spyOn(server.api, 'createEvent').mockRejectedValue(off);
  vi.spyOn(server.api, 'changeEvent').mockRejectedValue(off);
  const fields = fieldsOf('Kiểm kho', '2026-11-24', '09:00', { description: 'Mang sổ' });
  model.act(planCreate({ id: 'new', calendarId: OWN_CALENDAR.id, fields }));
  const lunch = await edited('lunch');
  const { revision } = lunch.event;
  model.act(planEdit(lunch, { scope: 'all', revision, fields: { description: 'Quán chay' } }));
  const { start, end } = fieldsOf('', '2026-11-21', '12:00');
  model.act(planEdit(lunch, { scope: 'all', revision: null, fields: { start, end } }));
  await clock.advance(10);
  expect(lines()).not.toContain('Kiểm kho 11-24 09:00');
  expect(model.keptForms()).toMatchObject([
    { calendarId: OWN_CALENDAR.id, fields, edited: null },
    { fields: { title: 'Ăn trưa', description: 'Quán chay' }, edited: { base: { description: '' } } },
  ]);
});

test('CL-358 an edit of an event that is gone is offered again as a new one', async () => {
  const server = createFakeCalendar(GIVEN);
  const { model, clock, edited } = openModel(server);
  model.hold(NOVEMBER);
  await clock.advance(10);
  vi.spyOn(server.api, 'changeEvent').mockRejectedValue(new ApiError(404, 'event_not_found', 'Gone'));
  const lunch = await edited('lunch');
  const { revision } = lunch.event;
  model.act(planEdit(lunch, { scope: 'all', revision, fields: { description: 'Quán chay' } }));
  await clock.advance(10);
  expect(model.keptForms()).toMatchObject([{ fields: { description: 'Quán chay' }, edited: null }]);
});
