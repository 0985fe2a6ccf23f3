import type { Task } from '@bocau/contract/calendar-tasks.ts';
import type { Spoken } from '../../../i18n/i18n.ts';
import { addDays, dayOfWall } from '../../../lib/calendar-days.ts';
import { clockOf } from '../../../model/calendar/occurrence-times.ts';
import { dayWords } from '../../../parts/events/event-words.ts';
import { titleOf } from '../calendar-words.ts';
import { dueOf, groupOf, type Here } from './group-tasks.ts';

export type Priority = 'none' | 'high' | 'medium' | 'low';

/** As RFC 5545 groups its nine priorities (3.8.1.9). */
export function priorityOf({ priority }: Pick<Task, 'priority'>): Priority {
  if (priority === 0) return 'none';
  if (priority < 5) return 'high';
  return priority === 5 ? 'medium' : 'low';
}

export const PRIORITIES: Record<Priority, number> = { none: 0, high: 1, medium: 5, low: 9 };

/** `Hôm nay, 15:00`, `Thứ Sáu 20/11/2026`; empty for a task without a date. */
export function dueWords({ t, language }: Spoken, task: Pick<Task, 'due'>, { zone, now }: Here): string {
  const due = dueOf(task, zone);
  if (!due) return '';
  const [day, today] = [dayOfWall(due.wall), dayOfWall(now)];
  const near = {
    [addDays(today, -1)]: t('tasks.due.yesterday'),
    [today]: t('tasks.due.today'),
    [addDays(today, 1)]: t('tasks.due.tomorrow'),
  };
  const words = near[day] ?? dayWords(day, language);
  return due.isWhole ? words : t('tasks.due.at', { day: words, time: clockOf(due.wall) });
}

/** One sentence that says all of a line. */
export function spokenTask(spoken: Spoken, task: Task, here: Here, calendar: string | undefined): string {
  const { t } = spoken;
  const when = dueWords(spoken, task, here);
  const priority = priorityOf(task);
  const isOverdue = task.done_at === null && groupOf(task, here) === 'overdue';
  return [
    titleOf(spoken, task.title),
    task.done_at !== null && t('tasks.spoken.done'),
    when && t(isOverdue ? 'tasks.spoken.overdue' : 'tasks.spoken.due', { when }),
    priority !== 'none' &&
      t('tasks.priority.is', { priority: t(`tasks.priority.${priority}`).toLowerCase() }),
    task.repeats && t('calendar.repeats'),
    task.has_reminders && t('tasks.spoken.reminders'),
    task.has_notes && t('tasks.spoken.notes'),
    task.is_private && t('calendar.private'),
    calendar !== undefined && t('calendar.inCalendar', { name: calendar }),
  ]
    .filter(Boolean)
    .join(', ');
}
