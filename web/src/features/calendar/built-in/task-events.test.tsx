import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { calendar as english } from '../../../i18n/en/calendar.ts';
import { tasks as englishTasks } from '../../../i18n/en/calendar-tasks.ts';
import { learnWords, loadLaterWords } from '../../../i18n/i18n.ts';
import { calendar as vietnamese } from '../../../i18n/vi/calendar.ts';
import { tasks as vietnameseTasks } from '../../../i18n/vi/calendar-tasks.ts';
import { createFakeCalendar } from '../../../model/calendar/test-kit/fake-calendar.ts';
import { createFakeTasks } from '../../../model/tasks/test-kit/fake-tasks.ts';
import { renderCalendar } from '../../../test-kit/render-calendar.tsx';
import { speak } from '../../../test-kit/words.ts';
import { hideCalendars } from '../calendar-requests.ts';

const FRIDAY = '2026-11-20';
const due = (clock: string | null) => ({ day: FRIDAY, clock, zone: clock && 'Asia/Ho_Chi_Minh' });

beforeAll(async () => {
  learnWords('vi', { calendar: vietnamese, tasks: vietnameseTasks });
  learnWords('en', { calendar: english, tasks: englishTasks });
  for (const language of ['en', 'vi'] as const) {
    speak(language);
    await loadLaterWords();
  }
});
beforeEach(() => {
  localStorage.clear();
  hideCalendars(new Set());
});

async function open(view: string) {
  const tasks = createFakeTasks([
    { title: 'Nộp báo cáo', due: due(null) },
    { title: 'Gọi khách', due: due('15:00') },
    { title: 'Lúc nào cũng được' },
    { title: 'Để dành', due: { ...due(null), day: '2026-12-30' } },
  ]);
  const page = await renderCalendar(createFakeCalendar([]), `/calendar/${view}/${FRIDAY}`, tasks.api);
  await page.settle();
  return { ...page, tasks };
}

const all = () => screen.queryAllByRole('button', { name: /(Nộp báo cáo|Gọi khách|Lúc nào|Để dành)/ });
const cards = () =>
  all().map(({ textContent }) => /Nộp báo cáo|Gọi khách|Lúc nào|Để dành/.exec(textContent ?? '')?.[0]);

test.each([
  ['vi', 'week'],
  ['en', 'month'],
  ['vi', 'day'],
] as const)(
  'CL-216 (%s) tasks stand on the day that they are due in a %s, and are done by their box',
  async (language, view) => {
    speak(language);
    const { tasks, settle } = await open(view);
    expect(cards().toSorted()).toEqual(['Gọi khách', 'Nộp báo cáo']);
    const card = screen.getByRole('button', { name: /^Nộp báo cáo/ });
    fireEvent.click(card.querySelector('[data-tick]') as Element);
    await vi.waitFor(() => expect(cards()).toEqual(['Gọi khách']));
    await settle();
    expect(tasks.task('Nộp báo cáo')?.done_at).not.toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  },
);

test('CL-216 a task with an hour stands at it, and one of a day in the row of whole days', async () => {
  speak('vi');
  await open('week');
  const look = (name: RegExp) => screen.getByRole('button', { name }).dataset['look'];
  expect(look(/^Gọi khách, Thứ Sáu 20\/11\/2026, 15:00, /)).toBe('line');
  expect(look(/^Nộp báo cáo/)).toBe('bar');
});

test('CL-216 a task is opened in the calendar, said to be done there, and all of them are hidden by their box', async () => {
  speak('vi');
  const { user, tasks, settle, place } = await open('week');
  await user.click(screen.getByRole('button', { name: /^Gọi khách, .*15:00/ }));
  await user.click(await screen.findByText('Đánh dấu xong'));
  await vi.waitFor(() => expect(cards()).toEqual(['Nộp báo cáo']));
  await settle();
  expect(tasks.task('Gọi khách')?.done_at).not.toBeNull();
  await user.click(screen.getByRole('checkbox', { name: 'Việc cần làm' }));
  expect(cards()).toEqual([]);
  expect(place()).toBe(`/calendar/week/${FRIDAY}`);
});

test('CL-217 on the page of tasks the keys of the calendar do nothing', async () => {
  speak('vi');
  const { user, settle, place } = await open('week');
  await user.keyboard('{Shift>}t{/Shift}');
  await settle();
  expect(place()).toBe('/calendar/tasks');
  for (const key of ['d', 'w', 'm', 'y', 'a', 't']) await user.keyboard(key);
  await settle();
  expect(place()).toBe('/calendar/tasks');
  expect(screen.queryByRole('dialog')).toBeNull();
});
