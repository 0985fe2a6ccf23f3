import type { Calendar } from '@bocau/contract/calendar.ts';
import type { Task } from '@bocau/contract/calendar-tasks.ts';
import { IconBell, IconFlag3, IconLock, IconMail, IconNote, IconRepeat } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Link } from '../../../router/router.tsx';
import { titleOf } from '../calendar-words.ts';
import { isWritable } from '../changeable.ts';
import { groupOf, type Here } from './group-tasks.ts';
import { dueWords, priorityOf, spokenTask } from './task-words.ts';
import styles from './tasks.module.css';

type Props = {
  task: Task;
  calendar: Calendar | undefined;
  /** Where there are several. */
  isNamed: boolean;
  here: Here;
  onDone(task: Task, isDone: boolean): void;
  onOpen(task: Task): void;
};

/** A task as a line: done or not, what, and until when. */
export function TaskLine({ task, calendar, isNamed, here, onDone, onOpen }: Props) {
  const spoken = useTranslation();
  const { t } = spoken;
  const title = titleOf(spoken, task.title);
  const isDone = task.done_at !== null;
  const isOverdue = !isDone && groupOf(task, here) === 'overdue';
  const priority = priorityOf(task);
  const when = dueWords(spoken, task, here);
  const conversation = conversationOf(task.url);

  return (
    <li
      className={styles.task}
      style={{ '--event': calendar?.color } as CSSProperties}
      data-done={isDone || undefined}
    >
      <label className={styles.check}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={isDone}
          disabled={calendar !== undefined && !isWritable(calendar)}
          aria-label={t(isDone ? 'tasks.reopen' : 'tasks.finish', { title })}
          onChange={({ currentTarget }) => onDone(task, currentTarget.checked)}
        />
      </label>
      <button
        type="button"
        className={styles.open}
        data-task={task.id}
        aria-haspopup="dialog"
        aria-label={spokenTask(spoken, task, here, isNamed ? calendar?.name : undefined)}
        onClick={() => onOpen(task)}
      >
        <b>{title}</b>
        <small>
          {when !== '' && <span data-overdue={isOverdue || undefined}>{when}</span>}
          {task.repeats && <IconRepeat size={14} />}
          {task.has_reminders && <IconBell size={14} />}
          {task.has_notes && <IconNote size={14} />}
          {task.is_private && <IconLock size={14} />}
          {priority !== 'none' && (
            <span className={styles.priority} data-priority={priority}>
              <IconFlag3 size={14} /> {t(`tasks.priority.${priority}`)}
            </span>
          )}
          {calendar && isNamed && (
            <span className={styles.calendar}>
              <i /> {calendar.name}
            </span>
          )}
        </small>
      </button>
      {conversation !== null && (
        <Link
          className={styles.link}
          to={conversation}
          aria-label={`${t('tasks.conversation')}: ${title}`}
          data-hint={t('tasks.conversation')}
        >
          <IconMail size={18} />
        </Link>
      )}
    </li>
  );
}

/** The place of a conversation in this mailbox; null for an address of anything else. */
function conversationOf(url: string): string | null {
  if (!url.startsWith(`${window.location.origin}/folder/`)) return null;
  return url.slice(window.location.origin.length);
}
