import { screen, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { createFakeCalendar } from '../../../model/calendar/test-kit/fake-calendar.ts';
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

test('CL-140 the lunar day stands beside each day until it is chosen away', async () => {
  const { user } = await renderCalendar(createFakeCalendar([]), '/calendar/month/2026-02-17');
  const tet = document.querySelector<HTMLElement>('[data-cell="2026-02-17"]') as HTMLElement;
  within(tet).getByText('Tết');
  expect(tet.getAttribute('aria-label')).toBe('Thứ Ba 17/02/2026, mùng 1 tháng 1 năm Bính Ngọ (âm lịch), 1');
  await user.click(screen.getByRole('button', { name: 'Tùy chọn hiển thị' }));
  await user.click(await screen.findByRole('checkbox', { name: 'Hiện ngày âm lịch' }));
  expect(document.querySelector('[data-lunar]')).toBeNull();
});
