import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { createFakeCalendar, fieldsOf } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { renderCalendar } from '../../../test-kit/render-calendar.tsx';
import { speak } from '../../../test-kit/words.ts';
import { hideCalendars } from '../calendar-requests.ts';
import { choose } from '../choices/calendar-choices.ts';

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese });
  speak('vi');
  await loadLaterWords();
});
beforeEach(() => {
  localStorage.clear();
  hideCalendars(new Set());
  choose({ lunar: null });
  speak('vi');
});

const TEACHERS = 'Ngày Nhà giáo Việt Nam, Thứ Sáu 20/11/2026, cả ngày, lịch Ngày lễ Việt Nam';

function world() {
  const server = createFakeCalendar([]);
  const api = server.api as { listBirthdays: unknown };
  api.listBirthdays = async () => ({
    data: [{ id: 'card', name: 'Ông Bảy', birthday: '1950-10-13', lunar: true }],
  });
  return server;
}

test('CL-141 CL-142 holidays and birthdays are opened, can not be deleted, and are hidden by their boxes', async () => {
  const { user, settle } = await renderCalendar(world(), '/calendar/week/2026-11-20');
  await settle();
  // The 13th of the 10th month.
  screen.getByRole('button', { name: /^Sinh nhật Ông Bảy, Thứ Bảy 21\/11\/2026/ });
  const holiday = screen.getByRole('button', { name: TEACHERS });
  holiday.focus();
  await user.keyboard('{Delete}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(holiday);
  await screen.findByText('Ngày kỷ niệm, không nghỉ');
  expect(screen.queryByText('Sửa')).toBeNull();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('checkbox', { name: 'Ngày lễ Việt Nam' }));
  expect(screen.queryByRole('button', { name: TEACHERS })).toBeNull();
});

test('CL-146 weeks begin on Sunday where that is chosen, with their numbers, and the work week is five days', async () => {
  const { user, place } = await renderCalendar(createFakeCalendar([]), '/calendar/month/2026-11-20');
  const first = () => document.querySelector<HTMLElement>('[data-cell]')?.dataset['cell'];
  expect(first()).toBe('2026-10-26');
  await user.click(screen.getByRole('button', { name: 'Tùy chọn hiển thị' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Hiện số tuần trong lịch tháng' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Tuần bắt đầu từ' }), 'Chủ nhật');
  await user.keyboard('{Escape}');
  expect(first()).toBe('2026-11-01');
  screen.getByText('47');
  await user.keyboard('{Shift>}W{/Shift}');
  expect(place()).toBe('/calendar/workweek/2026-11-20');
  expect(document.querySelectorAll('[data-column]')).toHaveLength(5);
  choose({ weekStart: 0, weekNumbers: false });
});

test('CL-144 events are found by words, and come back from the trash', async () => {
  const server = createFakeCalendar([
    { id: 'lunch', fields: fieldsOf('Ăn trưa với Lan', '2026-11-20', '12:00') },
  ]);
  const { user, settle } = await renderCalendar(server, '/calendar/search?q=lan');
  await settle();
  const found = await screen.findByRole('button', { name: /^Ăn trưa với Lan/ });
  found.focus();
  await user.keyboard('{Delete}');
  await settle();
  expect(server.event('lunch')?.trashed).toBe(true);
  await user.click(screen.getByRole('link', { name: 'Thùng rác của lịch' }));
  await user.click(await screen.findByRole('button', { name: 'Khôi phục “Ăn trưa với Lan”' }));
  await settle();
  expect(server.event('lunch')?.trashed).toBe(false);
});

test('CL-145 a line says when it is before it is saved, and is only a title where that is declined', async () => {
  const server = createFakeCalendar([]);
  const { user, settle } = await renderCalendar(server, '/calendar/week/2026-11-20');
  await user.keyboard('c');
  const title = await screen.findByPlaceholderText('Họp với Lan 3h chiều mai phòng A');
  // jsdom does not show what stands beside a draft.
  fireEvent.change(title, { target: { value: 'họp với Lan 15h 25/12/2026 phòng A' } });
  expect(document.body.textContent).toContain(
    'Hiểu là: Họp với Lan · Thứ Sáu 25/12/2026, 15:00 đến 16:00 · tại phòng A',
  );
  fireEvent.submit(title);
  await settle();
  const [made] = server.all();
  expect(made?.fields).toMatchObject({
    ...{ title: 'Họp với Lan', place: 'phòng A' },
    start: { day: '2026-12-25', clock: '15:00' },
  });
});

test('CL-140 the lunar day stands beside each day until it is chosen away', async () => {
  const { user } = await renderCalendar(createFakeCalendar([]), '/calendar/month/2026-02-17');
  const tet = document.querySelector<HTMLElement>('[data-cell="2026-02-17"]') as HTMLElement;
  within(tet).getByText('Tết');
  expect(tet.getAttribute('aria-label')).toBe(
    'Thứ Ba 17/02/2026, mùng 1 tháng 1 năm Bính Ngọ (âm lịch), 1 sự kiện',
  );
  await user.click(screen.getByRole('button', { name: 'Tùy chọn hiển thị' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Hiện ngày âm lịch' }));
  expect(document.querySelector('[data-lunar]')).toBeNull();
});
