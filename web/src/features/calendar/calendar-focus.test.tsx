import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { learnWords, loadLaterWords } from '../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../i18n/vi/calendar.ts';
import { createFakeCalendar, fieldsOf } from '../../model/calendar/test-kit/fake-calendar.ts';
import { undoLatest } from '../../parts/acts/undo-latest.ts';
import { focusWish } from '../../parts/calendar/focus-wish.ts';
import { notices } from '../../parts/notices/notify.ts';
import { renderCalendar } from '../../test-kit/render-calendar.tsx';
import { speak } from '../../test-kit/words.ts';
import { BUILT_IN } from './built-in/built-in-events.ts';
import { hideCalendars } from './calendar-requests.ts';

const WEEK = '/calendar/week/2026-11-20';

const world = () =>
  createFakeCalendar([
    { id: 'first', fields: fieldsOf('Ký hợp đồng', '2026-11-16', '08:00') },
    { id: 'lunch', fields: fieldsOf('Ăn trưa', '2026-11-18', '12:00') },
    { id: 'last', fields: fieldsOf('Tổng kết', '2026-11-20', '16:00') },
  ]);

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  speak('vi');
  await loadLaterWords();
});
beforeEach(() => {
  localStorage.clear();
  hideCalendars(new Set(BUILT_IN));
  notices.set([]);
});

const grid = () => screen.getByRole('grid', { name: /^Lịch, / });
const event = (title: string) => screen.getByRole('button', { name: new RegExp(`^${title},`) });
/** The title of the event that has the focus, or the role of what has it. */
const focused = () => {
  const { activeElement } = document;
  const title = activeElement?.getAttribute('aria-label')?.split(',')[0];
  return activeElement?.hasAttribute('data-key') ? title : activeElement?.getAttribute('role');
};

/** Into the quick form, which has no place on the screen here, and so takes no keys. */
async function typeTitle(title: string): Promise<void> {
  const field = await screen.findByLabelText<HTMLInputElement>('Tiêu đề');
  fireEvent.change(field, { target: { value: title } });
  fireEvent.submit(field);
}

async function undone(settle: () => Promise<void>): Promise<void> {
  await undoLatest();
  await settle();
}

test('CV-12 the focus is on the event that was made, and Delete takes that one away', async () => {
  const server = world();
  const { user, settle } = await renderCalendar(server, WEEK);
  event('Ký hợp đồng').focus();
  await user.keyboard('c');
  await typeTitle('Ghi nhầm');
  await settle();
  expect(focused()).toBe('Ghi nhầm');
  await user.keyboard('{Delete}');
  await settle();
  expect(screen.queryByRole('button', { name: /^Ghi nhầm/ })).toBeNull();
  event('Ký hợp đồng');
  event('Tổng kết');
});

test('CL-342 one that is made on another day than those on screen is shown there, and keys act on it', async () => {
  const { user, settle, place } = await renderCalendar(world(), '/calendar/day/2026-11-18');
  await user.keyboard('c');
  await typeTitle('Họp 27/11/2026 9h');
  await settle();
  expect(place()).toBe('/calendar/day/2026-11-27');
  await expect.poll(focused).toBe('Họp');
  expect(notices.get()[0]).toMatchObject({
    text: expect.stringMatching(/^Đã tạo “Họp”, Thứ Sáu 27/),
    action: null,
  });
  await user.keyboard('{Delete}');
  await settle();
  expect(screen.queryByRole('button', { name: /^Họp,/ })).toBeNull();
});

test('CV-12 after a delete the focus is on what is next in time, and on the event again when it comes back', async () => {
  const { user, settle } = await renderCalendar(world(), WEEK);
  event('Ăn trưa').focus();
  await user.keyboard('{Delete}');
  await settle();
  expect(focused()).toBe('Tổng kết');
  await undone(settle);
  expect(focused()).toBe('Ăn trưa');
});

test('CV-12 where no event is left the grid has the focus, and Delete does nothing', async () => {
  const server = createFakeCalendar([{ id: 'one', fields: fieldsOf('Một', '2026-11-18', '12:00') }]);
  const { user, settle } = await renderCalendar(server, WEEK);
  event('Một').focus();
  await user.keyboard('{Delete}');
  await settle();
  expect(focused()).toBe('grid');
  await user.keyboard('{Delete}{Enter}e');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('CV-12 the undo of making one leaves nothing chosen', async () => {
  const { user, settle } = await renderCalendar(world(), WEEK);
  await user.keyboard('c');
  await typeTitle('Thử');
  await settle();
  await undone(settle);
  expect(focused()).toBe('grid');
});

test('CV-12 the focus goes with an event that is moved to another day, and back with it', async () => {
  const { user, settle } = await renderCalendar(world(), WEEK);
  event('Ăn trưa').focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await settle();
  expect(screen.getByRole('button', { name: /^Ăn trưa, Thứ Năm/ })).toBe(document.activeElement);
  await undone(settle);
  expect(screen.getByRole('button', { name: /^Ăn trưa, Thứ Tư/ })).toBe(document.activeElement);
});

test('CV-12 an event that is moved out of sight leaves the grid with the focus, and its notice leads to it', async () => {
  const { user, settle, place } = await renderCalendar(world(), '/calendar/day/2026-11-18');
  event('Ăn trưa').focus();
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}');
  await settle();
  expect(focused()).toBe('grid');
  const [notice] = notices.get();
  expect(notice?.text).toContain('Thứ Năm');
  notice?.action?.run();
  await settle();
  expect(place()).toBe('/calendar/day/2026-11-19');
  await expect.poll(focused).toBe('Ăn trưa');
});

test('CV-12 an edit by the form leaves the focus on the event', async () => {
  const { user, settle } = await renderCalendar(world(), WEEK);
  event('Ký hợp đồng').focus();
  event('Ăn trưa').focus();
  await user.keyboard('e');
  await settle();
  const title = await screen.findByRole('textbox', { name: 'Tiêu đề' });
  await user.type(title, ' muộn{Control>}s{/Control}');
  await settle();
  expect(focused()).toBe('Ăn trưa muộn');
});

test('CV-9 arrow keys choose an event on arrival, without a press of Tab', async () => {
  const { user } = await renderCalendar(world(), WEEK);
  expect(document.activeElement).toBe(document.body);
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Ký hợp đồng');
  await user.keyboard('m');
  expect(focused()).toBe('Ký hợp đồng');
  await user.keyboard('{Enter}');
  await screen.findByText('Sửa');
});

test('CV-9 another week leaves the grid with the focus', async () => {
  const { user } = await renderCalendar(world(), WEEK);
  event('Ăn trưa').focus();
  await user.keyboard('j');
  expect(grid()).toBe(document.activeElement);
});

test('CV-9 in the agenda arrow keys choose the first event', async () => {
  const { user } = await renderCalendar(world(), '/calendar/agenda/2026-11-16');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Ký hợp đồng');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Ăn trưa');
});

test('CV-9 ArrowDown goes from the search into what it has found', async () => {
  const { user, settle } = await renderCalendar(world(), '/calendar/search?q=tr');
  await settle();
  const search = document.body.appendChild(document.createElement('input'));
  search.dataset['listSearch'] = '';
  act(() => search.focus());
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Ăn trưa');
  search.remove();
});

describe('late in the evening', () => {
  afterEach(() => vi.useRealTimers());

  /** In the zone of these tests it is seven hours later. */
  const at = (utc: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(utc) });

  test.each([
    ['2026-11-18T07:10:00Z', '15:00', '2026-11-18'],
    ['2026-11-18T14:10:00Z', '21:30', '2026-11-18'],
    ['2026-11-18T16:49:00Z', '08:00', '2026-11-19'],
    // A Sunday: the next day is in another week.
    ['2026-11-22T16:49:00Z', '08:00', '2026-11-23'],
  ])(
    'at %s a new event is proposed for %s of %s, and not for a time that is past',
    async (now, time, day) => {
      at(now);
      const { user } = await renderCalendar(world(), '/calendar/week');
      await user.keyboard('c');
      const field = await screen.findByLabelText<HTMLInputElement>('Giờ bắt đầu');
      expect(field.value).toBe(time);
      const [year, month, date] = day.split('-');
      expect(screen.getByLabelText<HTMLInputElement>('Ngày bắt đầu').value).toBe(`${date}/${month}/${year}`);
    },
  );
});

test('“+3” of a month shows the day, and the month is what is shown the next time', async () => {
  const many = Array.from({ length: 6 }, (_, index) => ({
    id: `e${index}`,
    fields: fieldsOf(`Việc ${index}`, '2026-11-18', '09:00'),
  }));
  localStorage.setItem('calendar.view', 'month');
  const { user, place } = await renderCalendar(createFakeCalendar(many), '/calendar/month/2026-11-18');
  await user.click(screen.getByRole('button', { name: /^Còn \d sự kiện/ }));
  expect(place()).toBe('/calendar/day/2026-11-18');
  expect(localStorage.getItem('calendar.view')).toBe('month');
});

test('CV-12 a reminder opens its event as soon as the calendar has it', async () => {
  focusWish.set({
    ...{ go: 'soon', opens: true, day: '2026-11-18' },
    one: { event_id: 'lunch', original: '' },
  });
  await renderCalendar(world(), '/calendar/week/2026-11-18');
  await screen.findByText('Sửa');
});

test('CV-12 the undo of making an event closes its form', async () => {
  const { user, settle } = await renderCalendar(world(), WEEK);
  await user.keyboard('c');
  await typeTitle('Nhầm');
  await settle();
  await user.keyboard('e');
  await settle();
  await screen.findByRole('textbox', { name: 'Tiêu đề' });
  notices.get()[0]?.undo?.();
  await settle();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Nhầm/ })).toBeNull();
  expect(focused()).toBe('grid');
});
