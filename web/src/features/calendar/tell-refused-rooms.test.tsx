import type { Attendee, CalendarEvent, Occurrence } from '@bocau/contract/calendar.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { learnWords } from '../../i18n/i18n.ts';
import { calendar as words } from '../../i18n/vi/calendar.ts';
import type { CalendarAct, CalendarModel } from '../../model/calendar/calendar-model.ts';
import { planEdit, planTrash } from '../../model/calendar/plan-operations.ts';
import { latestAct, undoPast } from '../../parts/acts/act-history.ts';
import { undoLatest } from '../../parts/acts/undo-latest.ts';
import { notices } from '../../parts/notices/notify.ts';
import { speak } from '../../test-kit/words.ts';
import { beginActOn } from './begin-calendar-act.ts';
import { tellRefusedRooms } from './tell-refused-rooms.ts';

const ONE = { event_id: 'hop', original: '' } as Occurrence;
const WORDS =
  'Đã lưu, nhưng không giữ được Phòng A: lúc đó đã có người giữ, hoặc bạn không đặt được phòng này.';

beforeEach(() => {
  learnWords('vi', { calendar: words });
  speak('vi');
  notices.set([]);
});

function modelOf(attendees: Attendee[], undone = Promise.resolve(true)): CalendarModel {
  const act = {
    ...{ settled: Promise.resolve(true), undo: () => Promise.resolve(true), undone: () => undone },
  } as CalendarAct;
  return { act: () => act, readEvent: async () => ({ attendees }) } as unknown as CalendarModel;
}

const room = (answer: Attendee['answer']): Attendee => ({
  ...{ name: 'Phòng A', email: 'phong-a@saomai.example' },
  ...{ answer, is_room: true },
});
const EVENT = {
  ...{ fields: { title: 'Giao ban', rule: null }, attendees: [room('declined')] },
} as unknown as CalendarEvent;
const texts = () => notices.get().map(({ text }) => text);

test('CL-172 a room that did not take what was saved is named; people who decline are not', async () => {
  await tellRefusedRooms(
    modelOf([room('accepted'), { name: 'Lan', email: 'lan@x.vn', answer: 'declined' }]),
    ONE,
    null,
  );
  expect(texts()).toEqual([]);
  await tellRefusedRooms(modelOf([room('declined')]), ONE, null);
  expect(texts()).toEqual([WORDS]);
});

test('CL-173 an undo says that the room was taken meanwhile', async () => {
  const model = modelOf([room('declined')]);
  const operation = planTrash({ occurrence: ONE, shown: [ONE] });
  beginActOn(ONE, { model, operation, words: 'Đã xóa', isTold: () => false, way: null, asksRooms: true });
  expect(texts()).toEqual(['Đã xóa']);
  notices.get()[0]?.undo?.();
  await expect.poll(texts).toContain(WORDS);
  expect(notices.get().find(({ text }) => text === WORDS)?.undo).toBeNull();
});

function move(model: CalendarModel): void {
  const edited = { occurrence: ONE, event: EVENT, series: EVENT, shown: [ONE] };
  const operation = planEdit(edited, { scope: 'all', revision: null, fields: { title: 'Họp' } });
  beginActOn(ONE, { model, operation, words: 'Đã chuyển', isTold: () => false, way: null, asksRooms: true });
}

test('CL-172 the notice of a lost room is instead of that of the act, offers its undo and ends with it', async () => {
  move(modelOf([room('declined')]));
  await expect.poll(texts).toEqual([WORDS]);
  const [told] = notices.get();
  expect(told).toMatchObject({ tone: 'danger', seconds: 10, undo: expect.any(Function) });
  await told?.undo?.();
  expect(texts().filter((text) => text === WORDS)).toHaveLength(1);
  expect(notices.get().map(({ id }) => id)).not.toContain(told?.id);
  expect(await undoPast(latestAct()?.id ?? 0)).toBe('nothing');
});

test('CL-172 an act that is undone while its rooms are read says nothing of them', async () => {
  const rooms = Promise.withResolvers<void>();
  const model = modelOf([room('declined')]);
  const reads = vi.spyOn(model, 'readEvent');
  reads.mockImplementationOnce(() => rooms.promise.then(() => EVENT));
  reads.mockResolvedValue({ ...EVENT, attendees: [] });
  move(model);
  await expect.poll(() => reads.mock.calls.length).toBe(1);
  await undoLatest();
  rooms.resolve();
  await expect.poll(() => reads.mock.calls.length).toBe(2);
  expect(texts()).not.toContain(WORDS);
});

test('CL-173 what rooms answer to an undo is read once the server has undone it, and only then', async () => {
  const undone = Promise.withResolvers<boolean>();
  const model = modelOf([room('declined')], undone.promise);
  const reads = vi.spyOn(model, 'readEvent');
  move(model);
  await expect.poll(texts).toEqual([WORDS]);
  await undoLatest();
  expect(texts()).not.toContain(WORDS);
  expect(reads).toHaveBeenCalledTimes(1);
  reads.mockResolvedValue({ ...EVENT, attendees: [room('accepted')] });
  undone.resolve(true);
  await expect.poll(() => reads.mock.calls.length).toBe(2);
  expect(texts()).not.toContain(WORDS);
});
