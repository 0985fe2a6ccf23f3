// @vitest-environment jsdom
import type { Attendee, Occurrence } from '@bocau/contract/calendar.ts';
import { beforeEach, expect, test } from 'vitest';
import { learnWords } from '../../i18n/i18n.ts';
import { calendar as words } from '../../i18n/vi/calendar.ts';
import type { CalendarAct, CalendarModel } from '../../model/calendar/calendar-model.ts';
import { planTrash } from '../../model/calendar/plan-operations.ts';
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

function modelOf(attendees: Attendee[]): CalendarModel {
  const act = { settled: Promise.resolve(true), undo: () => Promise.resolve(true) } as CalendarAct;
  return { act: () => act, readEvent: async () => ({ attendees }) } as unknown as CalendarModel;
}

const room = (answer: Attendee['answer']): Attendee => ({
  ...{ name: 'Phòng A', email: 'phong-a@saomai.example' },
  ...{ answer, is_room: true },
});
const texts = () => notices.get().map(({ text }) => text);

test('CL-172 a room that did not take what was saved is named; people who decline are not', async () => {
  await tellRefusedRooms(
    modelOf([room('accepted'), { name: 'Lan', email: 'lan@x.vn', answer: 'declined' }]),
    ONE,
  );
  expect(texts()).toEqual([]);
  await tellRefusedRooms(modelOf([room('declined')]), ONE);
  expect(texts()).toEqual([WORDS]);
});

test('CL-173 an undo says that the room was taken meanwhile', async () => {
  const model = modelOf([room('declined')]);
  const operation = planTrash({ occurrence: ONE, shown: [ONE] });
  beginActOn(ONE, { model, operation, words: 'Đã xóa', way: null, asksRooms: true });
  expect(texts()).toEqual(['Đã xóa']);
  notices.get()[0]?.undo?.();
  await expect.poll(texts).toContain(WORDS);
});
