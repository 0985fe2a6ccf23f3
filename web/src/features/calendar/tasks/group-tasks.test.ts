import type { Task } from '@bocau/contract/calendar-tasks.ts';
import { expect, test } from 'vitest';
import { groupOf, groupTasks } from './group-tasks.ts';

/** Friday 20 November 2026, 09:00. */
const HERE = { zone: 'Asia/Ho_Chi_Minh', now: Date.parse('2026-11-20T09:00:00Z'), weekStart: 0 };

function task(title: string, due: Task['due'], priority = 0): Task {
  return {
    ...{ id: title, calendar_id: 'own', original: '', title, due, done_at: null, priority, repeats: false },
    ...{ has_notes: false, has_reminders: false, url: '', is_private: false },
  };
}
const day = (text: string) => ({ kind: 'day' as const, at: Date.parse(text) / 1000 });
/** At a time in Ho Chi Minh City. */
const hour = (text: string) => ({ kind: 'zoned' as const, at: Date.parse(`${text}:00+07:00`) / 1000 });

test.each([
  [day('2026-11-19'), 'overdue'],
  [hour('2026-11-20T08:59'), 'overdue'],
  [hour('2026-11-20T09:30'), 'today'],
  [day('2026-11-20'), 'today'],
  [day('2026-11-22'), 'week'],
  [day('2026-11-23'), 'later'],
  [null, 'none'],
] as const)('CL-160 due %o, it is among those of %s', (due, group) => {
  expect(groupOf(task('x', due), HERE)).toBe(group);
});

test('CL-160 a group is by time, then by priority, and whole days come after hours', () => {
  const tasks = [
    task('ngày', day('2026-11-20')),
    task('gấp', day('2026-11-20'), 1),
    task('giờ', hour('2026-11-20T17:00')),
    task('không hạn', null),
  ];
  expect(
    groupTasks(tasks, HERE).map(({ group, tasks: some }) => [group, some.map(({ title }) => title)]),
  ).toEqual([
    ['today', ['giờ', 'gấp', 'ngày']],
    ['none', ['không hạn']],
  ]);
});
