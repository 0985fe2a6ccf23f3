import type { Calendar, Occurrence } from '@bocau/contract/calendar.ts';
import type { Task } from '@bocau/contract/calendar-tasks.ts';
import { useContext, useEffect, useMemo, useSyncExternalStore } from 'react';
import { loadCalendarTaskWords } from '../../../i18n/calendar-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dayOfWall } from '../../../lib/calendar-days.ts';
import type { DayRange } from '../../../model/calendar/calendar-model.ts';
import { keyOf } from '../../../model/calendar/calendar-noun.ts';
import { type Span, spanOf } from '../../../model/calendar/occurrence-times.ts';
import type { TasksModel } from '../../../model/tasks/tasks-model.ts';
import { TasksModelContext } from '../../../parts/calendar/use-tasks.ts';
import { titleOf } from '../calendar-words.ts';
import { isWritable } from '../changeable.ts';
import { dueOf } from '../tasks/group-tasks.ts';
import { setDone } from '../tasks/task-acts.ts';
import { builtInCalendar, occurrenceOf } from './built-in-events.ts';

const OPEN = { state: 'open', words: '' } as const;
const NONE: readonly Task[] = [];
const never = () => () => undefined;

type TaskEvent = { key: string; one: Occurrence; span: Span; calendar: Calendar; finish?(): void };
type Shown = { hidden: ReadonlySet<string>; calendars: readonly Calendar[] | null };

/** CL-216: open tasks on the days that they are due, where their calendar is shown; those with an hour stand there. */
export function useTaskEvents({ from, to, zone }: DayRange, { hidden, calendars }: Shown): TaskEvent[] {
  const spoken = useTranslation();
  const known = useContext(TasksModelContext);
  const model = hidden.has('tasks') ? null : known;
  useEffect(() => model?.hold(OPEN), [model]);
  const tasks = useSyncExternalStore(model?.subscribe ?? never, () => model?.view(OPEN).tasks ?? NONE);
  const isAny = tasks.length > 0;
  // What is said when one is done comes with the list of tasks.
  useEffect(() => {
    if (isAny) void loadCalendarTaskWords();
  }, [isAny]);
  return useMemo(() => {
    if (!model) return [];
    const byId = new Map(calendars?.map((one) => [one.id, one]));
    const look = builtInCalendar('tasks', spoken);
    return tasks.flatMap((task) => {
      const due = dueOf(task, zone);
      const day = due && dayOfWall(due.wall);
      if (!due || !day || day < from || day > to || hidden.has(task.calendar_id)) return [];
      const home = byId.get(task.calendar_id);
      const whole = occurrenceOf('tasks', task.id, { day, title: titleOf(spoken, task.title) });
      const at = due.wall / 1000;
      const one: Occurrence = due.isWhole ? whole : { ...whole, kind: 'floating', at, until: at };
      return [
        {
          ...{ key: keyOf(one), one, span: spanOf(one, zone) },
          calendar: { ...look, color: home?.color ?? look.color },
          ...((!home || isWritable(home)) && { finish: () => void finish(model, task) }),
        },
      ];
    });
  }, [model, tasks, calendars, hidden, from, to, zone, spoken]);
}

async function finish(model: TasksModel, task: Task): Promise<void> {
  await loadCalendarTaskWords();
  setDone(model, task, true);
}
