import type { Calendar } from '@bocau/contract/calendar.ts';
import type { Task } from '@bocau/contract/calendar-tasks.ts';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useTasks, useTasksModel } from '../../../parts/calendar/use-tasks.ts';
import { groupTasks, type Here } from './group-tasks.ts';
import { TaskLine } from './task-line.tsx';
import styles from './tasks.module.css';

export type LineProps = {
  calendars: readonly Calendar[];
  here: Here;
  onDone(task: Task, isDone: boolean): void;
  onOpen(task: Task): void;
};

type Props = LineProps & { tasks: readonly Task[] };

/** Open tasks in their groups. */
export function TaskGroups({ tasks, ...line }: Props) {
  const { t } = useTranslation();
  return groupTasks(tasks, line.here).map(({ group, tasks: some }) => (
    <section key={group}>
      <h2 className={styles.group} data-group={group}>
        <span>{t(`tasks.groups.${group}`)}</span>
        <span>{some.length}</span>
      </h2>
      <TaskLines
        label={t('tasks.count', { group: t(`tasks.groups.${group}`), count: some.length })}
        tasks={some}
        {...line}
      />
    </section>
  ));
}

export function TaskLines({ tasks, label, calendars, ...line }: Props & { label: string }) {
  return (
    <ul aria-label={label}>
      {tasks.map((task) => (
        <TaskLine
          key={task.id}
          task={task}
          calendar={calendars.find(({ id }) => id === task.calendar_id)}
          isNamed={calendars.length > 1}
          {...line}
        />
      ))}
    </ul>
  );
}

const DONE = { state: 'done', words: '' } as const;

type DoneProps = LineProps & { isShown(task: Task): boolean };

/** What was done last, folded until somebody wants to see it. */
export function DoneTasks({ isShown, ...line }: DoneProps) {
  const { t } = useTranslation();
  const model = useTasksModel();
  const [isOpen, setOpen] = useState(false);
  const view = useTasks((reader) => reader.view(DONE));
  useEffect(() => (isOpen ? model.hold(DONE) : undefined), [model, isOpen]);
  const tasks = view.tasks.filter(isShown);
  const Sign = isOpen ? IconChevronDown : IconChevronRight;

  return (
    <section>
      <h2 className={styles.group}>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Sign size={18} /> {t('tasks.groups.done')}
        </button>
      </h2>
      {isOpen && tasks.length > 0 && <TaskLines label={t('tasks.groups.done')} tasks={tasks} {...line} />}
      {isOpen && view.loading === 'ready' && tasks.length === 0 && (
        <p className={styles.note}>{t('tasks.doneNone')}</p>
      )}
      {isOpen && view.loading === 'failed' && <p className={styles.note}>{t('tasks.failed')}</p>}
      {isOpen && !view.isComplete && <p className={styles.note}>{t('tasks.incomplete')}</p>}
    </section>
  );
}
