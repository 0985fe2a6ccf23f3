import type { Task, TaskDetail, TaskFields } from '@bocau/contract/calendar-tasks.ts';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconChecklist, IconCloudOff, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dayOfWall } from '../../../lib/calendar-days.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { calendarSearchAt } from '../../../parts/calendar/calendar-address.ts';
import { useCalendar, useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { useTasks, useTasksModel } from '../../../parts/calendar/use-tasks.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { useLocation, useNavigate } from '../../../router/router.tsx';
import { ListState } from '../../../ui/list-state.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { useIsNarrowScreen } from '../../../ui/use-is-narrow-screen.ts';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { announceCalendarFailure } from '../begin-calendar-act.ts';
import { calendarRequest, hiddenCalendars } from '../calendar-requests.ts';
import { isWritable } from '../changeable.ts';
import { useCalendarChoices } from '../choices/calendar-choices.ts';
import { CalendarSearch } from '../found/calendar-search.tsx';
import { useNow } from '../use-now.ts';
import { QuickTask } from './quick-task.tsx';
import { refusedTask, removeTask, setDone } from './task-acts.ts';
import { TaskDialog } from './task-dialog.tsx';
import { TaskKeys } from './task-keys.tsx';
import { DoneTasks, TaskGroups, TaskLines } from './task-list.tsx';
import styles from './tasks.module.css';
import { useFocusBeside, useTaskKeys } from './use-task-keys.ts';

type Opened = { task: Task; detail: TaskDetail; typed: Partial<TaskFields> | null };

/** CL-160: what is to be done, beside the calendar. */
export function TasksScreen() {
  const spoken = useTranslation();
  const { t } = spoken;
  const model = useTasksModel();
  const section = useRef<HTMLElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const narrow = useIsNarrowScreen();
  const words = calendarSearchAt(useLocation().search);
  const { time_zone: zone } = useSettings();
  const { weekStart } = useCalendarChoices();
  const now = useNow(zone);
  const here = { zone, now, weekStart };
  const calendars = useCalendar((reader) => reader.calendars()) ?? [];
  const hidden = useSyncExternalStore(hiddenCalendars.subscribe, hiddenCalendars.get);
  const isLost = useSessionState(({ connection }) => connection().state === 'lost');
  const view = useTasks((reader) => reader.view({ state: 'open', words }));
  const done = useTasks((reader) => reader.view({ state: 'done', words: '' }));
  const [opened, setOpened] = useState<Opened | null>(null);
  const [asks, setAsks] = useState<'keys' | 'search' | null>(null);
  const keepFocus = useFocusBeside(section);
  useKnownCalendars(zone, dayOfWall(now));
  useEffect(() => model.hold({ state: 'open', words }), [model, words]);
  usePageTitle(`${t('tasks.title')} – ${t('calendar.title')}`);

  const isShown = ({ calendar_id }: Task) => !hidden.has(calendar_id);
  const tasks = view.tasks.filter(isShown);
  const find = (id: string) => [...view.tasks, ...done.tasks].find((task) => task.id === id);
  const mayChange = ({ calendar_id }: Task) => {
    const calendar = calendars.find(({ id }) => id === calendar_id);
    return calendar === undefined || isWritable(calendar);
  };

  async function open(task: Task, typed: Partial<TaskFields> | null = null): Promise<void> {
    try {
      setOpened({ task, detail: await model.read(task.id), typed });
    } catch (error) {
      announceCalendarFailure(t('tasks.refused.read'), asApiError(error));
    }
  }

  function finish(task: Task, isDone: boolean): void {
    if (!mayChange(task)) return;
    keepFocus();
    setDone(model, task, isDone);
  }

  function remove(task: Task): void {
    if (!mayChange(task)) return;
    keepFocus();
    removeTask(model, task);
  }

  useTaskKeys({
    ...{ section, field, find, remove },
    isAsking: opened !== null || asks === 'keys',
    toggle: (task) => finish(task, task.done_at === null),
    open: (task) => void open(task),
    showKeys: () => setAsks('keys'),
    leave: () => void navigate('/calendar'),
  });
  useNewEvents(() => void navigate('/calendar'));
  useNewTask(field);
  useRefusedTasks((id, typed) => {
    const task = find(id);
    if (task) void open(task, typed);
  });

  const line = { calendars, here, onDone: finish, onOpen: (task: Task) => void open(task) };

  return (
    <section ref={section} tabIndex={-1} className={styles.screen} aria-label={t('tasks.title')}>
      <div className={styles.bar}>
        <ToolButton icon={IconArrowLeft} label={t('tasks.back')} onClick={() => void navigate('/calendar')} />
        {narrow && (asks === 'search' || words !== '') ? (
          <CalendarSearch />
        ) : (
          <h1>{words === '' ? t('tasks.title') : t('tasks.found', { words })}</h1>
        )}
        {narrow && asks !== 'search' && words === '' && (
          <ToolButton icon={IconSearch} label={t('tasks.searchBar')} onClick={() => setAsks('search')} />
        )}
      </div>
      <div className={styles.list}>
        {words === '' && <QuickTask field={field} writable={calendars.filter(isWritable)} here={here} />}
        <p className="visually-hidden" role="status">
          {words !== '' && view.loading === 'ready' && t('tasks.foundCount', { count: tasks.length })}
        </p>
        {content()}
        {words === '' && view.loading === 'ready' && <DoneTasks isShown={isShown} {...line} />}
      </div>
      {opened && (
        <TaskDialog
          {...opened}
          {...{ calendars, here }}
          onClose={() => setOpened(null)}
          onRemove={() => {
            setOpened(null);
            remove(opened.task);
          }}
        />
      )}
      {asks === 'keys' && <TaskKeys onClose={() => setAsks(null)} />}
    </section>
  );

  function content(): ReactNode {
    if (view.loading === 'failed' || (view.loading === 'loading' && isLost)) {
      const title = t(isLost ? 'tasks.offline.title' : 'tasks.failed');
      const text = isLost || !view.error ? t('tasks.offline.text') : errorWords(t, view.error);
      return (
        <ListState icon={IconCloudOff} title={title} text={text}>
          <Button variant="default" onClick={() => void model.refresh({ state: 'open', words })}>
            {t('common.actions.retry')}
          </Button>
        </ListState>
      );
    }
    if (view.loading === 'loading')
      return <div className={styles.loading} role="status" aria-label={t('common.loading')} />;
    if (tasks.length === 0 && words !== '') {
      const { title, text } = { title: t('tasks.foundNone.title'), text: t('tasks.foundNone.text') };
      return <ListState icon={IconSearchOff} title={title} text={text} />;
    }
    if (tasks.length === 0)
      return <ListState icon={IconChecklist} title={t('tasks.empty.title')} text={t('tasks.empty.text')} />;
    return (
      <>
        {words === '' ? (
          <TaskGroups tasks={tasks} {...line} />
        ) : (
          <TaskLines label={t('tasks.found', { words })} tasks={tasks} {...line} />
        )}
        {!view.isComplete && <p className={styles.note}>{t('tasks.incomplete')}</p>}
      </>
    );
  }
}

/** The calendar knows its calendars once something of it is held; beside it that is today. */
function useKnownCalendars(zone: string, today: string): void {
  const calendar = useCalendarModel();
  useEffect(() => calendar.hold({ from: today, to: today, zone }), [calendar, today, zone]);
}

/** The button beside the list makes an event, which the calendar begins as soon as it is there. */
function useNewEvents(leave: () => void): void {
  const latest = useRef(leave);
  latest.current = leave;
  useEffect(
    () =>
      calendarRequest.subscribe(() => {
        if (calendarRequest.get() !== null) latest.current();
      }),
    [],
  );
}

/** The palette makes a task from anywhere, by `?do=new` in the address. */
function useNewTask(field: RefObject<HTMLInputElement | null>): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isAsked = new URLSearchParams(search).get('do') === 'new';
  useEffect(() => {
    if (!isAsked) return;
    field.current?.focus();
    // Only once: a reload starts at the top of the page.
    void navigate(pathname, { replace: true });
  }, [isAsked, field, pathname, navigate]);
}

function useRefusedTasks(show: (id: string, typed: Partial<TaskFields>) => void): void {
  const latest = useRef(show);
  latest.current = show;
  useEffect(
    () =>
      refusedTask.subscribe(() => {
        const refused = refusedTask.get();
        if (!refused) return;
        refusedTask.set(null);
        latest.current(refused.id, refused.typed);
      }),
    [],
  );
}
