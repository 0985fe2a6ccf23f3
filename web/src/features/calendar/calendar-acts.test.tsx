import { EVENT_SCOPES } from '@bocau/contract/calendar.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { learnWords } from '../../i18n/i18n.ts';
import { calendar as words } from '../../i18n/vi/calendar.ts';
import { createCalendarModel } from '../../model/calendar/create-calendar-model.ts';
import { spanOf } from '../../model/calendar/occurrence-times.ts';
import { planCreate } from '../../model/calendar/plan-operations.ts';
import { createFakeCalendar, fieldsOf, ZONE } from '../../model/calendar/test-kit/fake-calendar.ts';
import { createManualClock } from '../../model/engine/test-kit/manual-clock.ts';
import { createMemoryStorage } from '../../model/engine/test-kit/memory-storage.ts';
import { unsentPrefix } from '../../model/engine/unsent-keys.ts';
import { notices } from '../../parts/notices/notify.ts';
import { speak } from '../../test-kit/words.ts';
import { announceCalendarEvent } from './begin-calendar-act.ts';
import { type AskScope, moveEvent, readEdited, removeEvent } from './calendar-acts.ts';

const RANGE = { from: '2026-11-16', to: '2026-11-22', zone: ZONE };
const HOUR_MS = 3600_000;

afterEach(() => vi.useRealTimers());
beforeEach(() => {
  learnWords('vi', { calendar: words });
  speak('vi');
  notices.set([]);
});

type Online = Parameters<typeof createCalendarModel>[0]['online'];

/** A calendar whose occurrences are on the screen. */
async function openCalendar(server: ReturnType<typeof createFakeCalendar>, online: Online) {
  const [clock, storage] = [createManualClock(), createMemoryStorage()];
  const model = createCalendarModel({
    ...{ api: server.api, clock, storage, owner: 'an@saomai.example', tabId: 'tab', online },
  });
  model.hold(RANGE);
  await clock.advance(10);
  const one = (id: string) => {
    const found = model.view(RANGE).occurrences.find(({ event_id }) => event_id === id);
    if (!found) throw new Error(`${id} is not on the screen`);
    return found;
  };
  return { clock, storage, model, one };
}

/** A calendar whose occurrences are on the screen, and whose events were never opened before the connection was lost. */
async function openOffline() {
  const server = createFakeCalendar([
    { id: 'lunch', fields: fieldsOf('Ăn trưa', '2026-11-20', '12:00', { description: 'Mang theo ảnh' }) },
    { id: 'weekly', fields: fieldsOf('Giao ban', '2026-11-16', '09:00', { rule: 'FREQ=WEEKLY;BYDAY=MO' }) },
    { id: 'asked', fields: fieldsOf('Lời mời', '2026-11-20', '15:00'), my_answer: 'accepted' },
  ]);
  let isOnline = true;
  const heard = new Set<() => void>();
  const { clock, storage, model, one } = await openCalendar(server, {
    isOnline: () => isOnline,
    onChange(listener) {
      heard.add(listener);
      return () => heard.delete(listener);
    },
  });
  const reading = vi
    .spyOn(server.api, 'getEvent')
    .mockRejectedValue(new ApiError(0, 'no_answer', 'No answer'));
  isOnline = false;
  const asked: (readonly string[])[] = [];
  const askScope: AskScope = async (_of, scopes) => {
    asked.push(scopes);
    return 'one';
  };
  const startOf = (id: string) => new Date(spanOf(one(id), ZONE).start).toISOString().slice(0, 16);
  return {
    ...{ server, model, asked, one, startOf },
    stored: () => storage.keys(unsentPrefix('an@saomai.example', 'calendar-acts')),
    async move(id: string, hours: number) {
      const { start, end } = spanOf(one(id), ZONE);
      const span = { start: start + hours * HOUR_MS, end: end + hours * HOUR_MS };
      const target = { model, zone: ZONE, askScope, days: [], showDay: () => undefined };
      await moveEvent(target, one(id), span, one(id).kind);
    },
    async goOnline() {
      reading.mockRestore();
      isOnline = true;
      for (const listener of heard) listener();
      await clock.advance(10);
    },
  };
}

test('CV-3 an event that was never opened is moved without a connection, and keeps what is not shown', async () => {
  const { server, move, startOf, goOnline } = await openOffline();
  await move('lunch', 2);
  expect(startOf('lunch')).toBe('2026-11-20T14:00');
  await goOnline();
  expect(startOf('lunch')).toBe('2026-11-20T14:00');
  expect(server.event('lunch')?.fields).toMatchObject({
    start: { day: '2026-11-20', clock: '14:00' },
    description: 'Mang theo ảnh',
  });
});

test('CV-3 a move stands before anything is read, and is kept for who leaves the page at once', async () => {
  const { server, move, startOf, stored, goOnline } = await openOffline();
  void move('lunch', 2);
  expect(startOf('lunch')).toBe('2026-11-20T14:00');
  await vi.waitFor(async () => expect(await stored()).toHaveLength(1));
  await goOnline();
  expect(await stored()).toEqual([]);
  expect(server.event('lunch')?.fields.end).toMatchObject({ clock: '15:00', zone: ZONE });
});

test('CV-3 a move of what somebody else asks to, which was never opened, is taken back with the reason', async () => {
  const { model, server, move, startOf, goOnline } = await openOffline();
  model.onEvent(announceCalendarEvent);
  await move('asked', 1);
  await goOnline();
  expect(startOf('asked')).toBe('2026-11-20T15:00');
  expect(server.event('asked')?.fields.start.clock).toBe('15:00');
  expect(notices.get().map(({ text }) => text)).toContainEqual(
    expect.stringContaining('Chỉ người tổ chức sửa được cuộc hẹn này'),
  );
});

test('CV-4 of a series that was never opened one occurrence is moved without a connection', async () => {
  const { server, move, asked, startOf, goOnline } = await openOffline();
  await move('weekly', 1);
  expect(asked).toEqual([['one']]);
  expect(startOf('weekly')).toBe('2026-11-16T10:00');
  await goOnline();
  expect([...(server.event('weekly')?.changed.values() ?? [])].map(({ start }) => start.clock)).toEqual([
    '10:00',
  ]);
});

test('CL-415 a series that was made without a connection is moved as a whole until it has arrived', async () => {
  const { server, model, move, asked, startOf, goOnline } = await openOffline();
  const fields = fieldsOf('Soát kho', '2026-11-17', '09:00', { rule: 'FREQ=WEEKLY;BYDAY=TU' });
  model.act(planCreate({ id: 'new', calendarId: 'own', fields }));
  await move('new', 1);
  expect(asked).toEqual([]);
  expect(startOf('new')).toBe('2026-11-17T10:00');
  await goOnline();
  expect(server.event('new')?.fields.start.clock).toBe('10:00');
  await move('new', 1);
  expect(asked).toEqual([EVENT_SCOPES]);
});

test('an event that was never opened can not be opened without a connection, which is said', async () => {
  const { model, one } = await openOffline();
  expect(await readEdited(model, one('lunch'))).toBeNull();
  expect(notices.get().map(({ text }) => text)).toEqual([
    'Sự kiện này chưa được tải trên thiết bị này. Mở lại khi có mạng.',
  ]);
});

test('CL-366 who moves a meeting, or leaves one of a series out, hears that its guests are told', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(new Date('2026-11-18T09:00:00+07:00'));
  const guests = [{ name: '', email: 'binh@doitac.example' }];
  const rule = 'FREQ=WEEKLY;BYDAY=FR';
  const server = createFakeCalendar([
    { id: 'lunch', fields: fieldsOf('Ăn trưa', '2026-11-20', '12:00', { guests }) },
    { id: 'weekly', fields: fieldsOf('Giao ban', '2026-11-20', '09:00', { rule, guests }) },
    { id: 'own', fields: fieldsOf('Soát hàng', '2026-11-20', '16:00') },
  ]);
  const { model, one } = await openCalendar(server, { isOnline: () => true, onChange: () => () => true });
  const askScope: AskScope = async () => 'one';
  const target = { model, zone: ZONE, askScope, days: [], showDay: () => undefined };
  const said = async (run: Promise<void>) => {
    await run;
    return notices.get().at(-1)?.text;
  };
  const moved = (id: string) => {
    const { start, end } = spanOf(one(id), ZONE);
    return said(moveEvent(target, one(id), { start: start + HOUR_MS, end: end + HOUR_MS }, 'zoned'));
  };
  const TOLD = /Khách mời sẽ được báo qua email\.$/;
  await model.readEvent('lunch', '');
  expect(await moved('lunch')).toMatch(TOLD);
  expect(await moved('weekly')).toMatch(TOLD);
  expect(await moved('own')).not.toMatch(TOLD);
  expect(await said(removeEvent(target, one('weekly')))).toMatch(/Khách mời sẽ được báo là đã hủy\.$/);
});
