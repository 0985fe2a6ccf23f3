import type { Task } from '@bocau/contract/calendar-tasks.ts';
import { addDays, dayOfWall, weekStartOf } from '../../../lib/calendar-days.ts';
import { spanOf } from '../../../model/calendar/occurrence-times.ts';

export const TASK_GROUPS = ['overdue', 'today', 'week', 'later', 'none'] as const;
export type TaskGroup = (typeof TASK_GROUPS)[number];

/** The person's place, and the time on their wall. */
export type Here = { zone: string; now: number; weekStart: number };

/** When a task is due, on the person's wall; a whole day where it has no hour. */
export function dueOf({ due }: Pick<Task, 'due'>, zone: string): { wall: number; isWhole: boolean } | null {
  if (!due) return null;
  const { start } = spanOf({ kind: due.kind, at: due.at, until: due.at }, zone);
  return { wall: start, isWhole: due.kind === 'day' };
}

export function groupOf(task: Task, { zone, now, weekStart }: Here): TaskGroup {
  const due = dueOf(task, zone);
  if (!due) return 'none';
  const [day, today] = [dayOfWall(due.wall), dayOfWall(now)];
  if (day < today || (!due.isWhole && due.wall < now)) return 'overdue';
  if (day === today) return 'today';
  return day < addDays(weekStartOf(today, weekStart), 7) ? 'week' : 'later';
}

/** Groups that have tasks, each by when they are due, then by priority; whole days come after hours. */
export function groupTasks(tasks: readonly Task[], here: Here): { group: TaskGroup; tasks: Task[] }[] {
  const groups = Map.groupBy(tasks, (task) => groupOf(task, here));
  return TASK_GROUPS.flatMap((group) => {
    const some = groups.get(group);
    return some ? [{ group, tasks: some.toSorted((a, b) => compareTasks(a, b, here.zone)) }] : [];
  });
}

const LAST = 10;
const DAY_END = 24 * 3600_000 - 1;

function compareTasks(one: Task, other: Task, zone: string): number {
  const at = (task: Task) => {
    const due = dueOf(task, zone);
    return due === null ? 0 : due.wall + (due.isWhole ? DAY_END : 0);
  };
  return at(one) - at(other) || (one.priority || LAST) - (other.priority || LAST);
}
