import type { Calendar } from '@bocau/contract/calendar.ts';
import { ActionIcon, Button } from '@mantine/core';
import {
  IconBuilding,
  IconChecklist,
  IconDoorExit,
  IconEye,
  IconEyeCheck,
  IconFileExport,
  IconFileImport,
  IconPencil,
  IconPlus,
  IconRefresh,
  IconRss,
  IconSearch,
  IconTrash,
  IconUsers,
  IconUsersPlus,
} from '@tabler/icons-react';
import { type CSSProperties, type ReactNode, Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { startDownload } from '../../../lib/start-download.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import {
  CALENDAR_TASKS,
  CALENDAR_TRASH,
  calendarSearchAddressOf,
} from '../../../parts/calendar/calendar-address.ts';
import { useCalendar, useCalendarModel } from '../../../parts/calendar/use-calendar.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { Link } from '../../../router/router.tsx';
import { Menu } from '../../../ui/layers/menu.tsx';
import { LineActs } from '../../../ui/line-acts.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { useIsNarrowScreen } from '../../../ui/use-is-narrow-screen.ts';
import { announceCalendarFailure } from '../begin-calendar-act.ts';
import { BUILT_IN } from '../built-in/built-in-events.ts';
import { BuiltInList } from '../built-in/built-in-list.tsx';
import { calendarRequest, hiddenCalendars, hideCalendars, toggleCalendar } from '../calendar-requests.ts';
import { useStopFollowing } from '../subscriptions/stop-following.ts';
import { SubscriptionState } from '../subscriptions/subscription-state.tsx';
import { useRefreshNow } from '../subscriptions/use-refresh-now.ts';
import { useShownDays } from '../use-shown-days.ts';
import { CalendarDialog, type CalendarListQuestion, isNamed } from './calendar-dialog.tsx';
import styles from './calendar-sidebar.module.css';
import { BusyDialog, ImportDialog, ShareCalendarDialog, SubscribeDialog } from './lazy-dialogs.ts';
import { MiniMonth } from './mini-month.tsx';

type SidebarQuestion =
  | CalendarListQuestion
  | { kind: 'share'; calendar: Calendar }
  | { kind: 'busy' | 'follow' | 'import' };

type Props = { folded: boolean; inDrawer: boolean; children?: ReactNode };

/** A month to choose a day in, and the calendars, in the place of the mail folders. */
export function CalendarSidebar({ folded, inDrawer, children }: Props) {
  const { t } = useTranslation();
  const narrow = useIsNarrowScreen();
  const shown = useShownDays();
  const calendars = useCalendar((model) => model.calendars()) ?? [];
  const own = calendars.filter(({ owner }) => owner === null);
  const shared = calendars.filter(({ owner }) => owner !== null);
  const all: string[] = [...calendars.map(({ id }) => id), ...BUILT_IN];
  const isLost = useSessionState((session) => session.connection().state === 'lost');
  const [question, setQuestion] = useState<SidebarQuestion | null>(null);
  function ask(asked: SidebarQuestion): void {
    const needsServer = asked.kind === 'busy' || asked.kind === 'share' || asked.kind === 'follow';
    if (isLost && needsServer) notify({ text: t('calendar.needsConnection'), tone: 'danger' });
    else setQuestion(asked);
  }
  const open = () => calendarRequest.set('new');

  if (folded) {
    return (
      <div className={styles.sidebar}>
        <ActionIcon
          variant="filled"
          className={styles.sign}
          size={40}
          aria-label={t('calendar.new')}
          data-hint={t('calendar.new')}
          data-hint-side="right"
          onClick={open}
        >
          <IconPlus size={20} />
        </ActionIcon>
      </div>
    );
  }
  return (
    <div className={styles.sidebar} data-drawer={inDrawer || undefined}>
      {!inDrawer && (
        <Button className={styles.new} leftSection={<IconPlus size={18} />} onClick={open}>
          {t('calendar.new')}
        </Button>
      )}
      <nav className={styles.parts} aria-label={t('calendar.label')}>
        <MiniMonth shown={shown} />
        <Link className={styles.link} to={CALENDAR_TASKS}>
          <IconChecklist size={18} /> {t('calendar.tasks')}
        </Link>
        <div className={styles.heading}>
          <h2>{t('calendar.calendars.title')}</h2>
          <ToolButton
            icon={IconPlus}
            iconSize={18}
            size={inDrawer ? 40 : 28}
            label={t('calendar.calendars.new')}
            onClick={() => setQuestion({ kind: 'edit', calendar: null })}
          />
        </div>
        <CalendarList calendars={own} all={all} onAsk={ask} />
        {shared.length > 0 && (
          <>
            <div className={styles.heading}>
              <h2>{t('calendar.calendars.shared')}</h2>
            </div>
            <CalendarList calendars={shared} all={all} onAsk={ask} />
          </>
        )}
        <BuiltInList />
        <Button
          className={styles.busy}
          variant="subtle"
          leftSection={<IconUsers size={18} />}
          onClick={() => ask({ kind: 'busy' })}
        >
          {t('calendar.findTime.open')}
        </Button>
        <button type="button" className={styles.link} onClick={() => ask({ kind: 'follow' })}>
          <IconRss size={18} /> {t('calendar.calendars.follow')}
        </button>
        <button type="button" className={styles.link} onClick={() => setQuestion({ kind: 'import' })}>
          <IconFileImport size={18} /> {t('calendar.calendars.import')}
        </button>
        {narrow && (
          <Link className={styles.link} to={calendarSearchAddressOf('')}>
            <IconSearch size={18} /> {t('calendar.search.label')}
          </Link>
        )}
        <Link className={styles.link} to={CALENDAR_TRASH}>
          <IconTrash size={18} /> {t('calendar.trash.title')}
        </Link>
      </nav>
      {children}
      {question?.kind === 'share' && (
        <Suspense>
          <ShareCalendarDialog calendar={question.calendar} onClose={() => setQuestion(null)} />
        </Suspense>
      )}
      {question?.kind === 'busy' && (
        <Suspense>
          <BusyDialog onClose={() => setQuestion(null)} />
        </Suspense>
      )}
      {question?.kind === 'follow' && (
        <Suspense>
          <SubscribeDialog onClose={() => setQuestion(null)} />
        </Suspense>
      )}
      {question?.kind === 'import' && (
        <Suspense>
          <ImportDialog onClose={() => setQuestion(null)} />
        </Suspense>
      )}
      {question && 'calendar' in question && question.kind !== 'share' && (
        <CalendarDialog question={question} onClose={() => setQuestion(null)} />
      )}
    </div>
  );
}

type ListProps = {
  calendars: readonly Calendar[];
  /** Those of other lists too. */
  all: readonly string[];
  onAsk(question: SidebarQuestion): void;
};

function CalendarList({ calendars, all, onAsk }: ListProps) {
  const hidden = useSyncExternalStore(hiddenCalendars.subscribe, hiddenCalendars.get);

  return (
    <ul className={styles.calendars}>
      {calendars.map((calendar) => {
        const { id, color, name, owner } = calendar;
        return (
          <li key={id} style={{ '--event': color } as CSSProperties}>
            <label>
              <input type="checkbox" checked={!hidden.has(id)} onChange={() => toggleCalendar(id)} />
              <span title={owner ? `${name} · ${owner.name || owner.email}` : name}>
                {name}
                {owner && <small>{owner.name || owner.email}</small>}
              </span>
            </label>
            <CalendarActs
              calendar={calendar}
              onAsk={onAsk}
              onOnly={() => hideCalendars(new Set(all.filter((one) => one !== id)))}
              isAlone={all.length < 2}
              isOnly={!hidden.has(id) && hidden.size === all.length - 1}
            />
            <SubscriptionState calendar={calendar} />
          </li>
        );
      })}
    </ul>
  );
}

type ActsProps = {
  calendar: Calendar;
  isAlone: boolean;
  isOnly: boolean;
  onAsk(question: SidebarQuestion): void;
  onOnly(): void;
};

function CalendarActs({ calendar, isAlone, isOnly, onAsk, onOnly }: ActsProps) {
  const { t } = useTranslation();
  const { permission, id, name } = calendar;
  const model = useCalendarModel();
  const stopFollowing = useStopFollowing(calendar);
  const { refresh } = useRefreshNow(calendar);
  const isChief = useSessionState((session) => session.user()?.type === 'Owner');

  async function shareWithCompany(): Promise<void> {
    const shared = !calendar.is_company;
    try {
      await model.shareWithCompany(id, shared);
      notify({ text: t(shared ? 'calendar.company.begun' : 'calendar.company.ended', { name }) });
    } catch (error) {
      announceCalendarFailure(t('calendar.company.failed'), asApiError(error));
    }
  }

  return (
    <LineActs className={styles.acts} label={t('calendar.calendars.acts', { name })}>
      {!isAlone && (
        <Menu.Item
          leftSection={isOnly ? <IconEyeCheck size={18} /> : <IconEye size={18} />}
          onClick={() => (isOnly ? hideCalendars(new Set()) : onOnly())}
        >
          {t(isOnly ? 'calendar.calendars.showAll' : 'calendar.calendars.only')}
        </Menu.Item>
      )}
      {(permission === 'OWNER' || permission === 'MANAGE') && (
        <Menu.Item
          leftSection={<IconUsersPlus size={18} />}
          onClick={() => onAsk({ kind: 'share', calendar })}
        >
          {t('calendar.share.act')}
        </Menu.Item>
      )}
      {(permission === 'OWNER' || !calendar.is_company) && (
        <Menu.Item leftSection={<IconPencil size={18} />} onClick={() => onAsk({ kind: 'edit', calendar })}>
          {t(isNamed(calendar) ? 'calendar.calendars.edit' : 'calendar.calendars.recolor')}
        </Menu.Item>
      )}
      {permission === 'OWNER' && !calendar.subscription && (
        <Menu.Item
          leftSection={<IconFileExport size={18} />}
          onClick={() => startDownload(`/api/calendar/v1/calendars/${id}/export`)}
        >
          {t('calendar.calendars.export')}
        </Menu.Item>
      )}
      {/* The one that new events go to stays. */}
      {permission === 'OWNER' && !calendar.is_default && (
        <Menu.Item leftSection={<IconTrash size={18} />} onClick={() => onAsk({ kind: 'remove', calendar })}>
          {t('calendar.calendars.remove')}
        </Menu.Item>
      )}
      {isChief && (permission === 'OWNER' || calendar.is_company) && (
        <Menu.Item leftSection={<IconBuilding size={18} />} onClick={() => void shareWithCompany()}>
          {t(calendar.is_company ? 'calendar.company.end' : 'calendar.company.begin')}
        </Menu.Item>
      )}
      {calendar.subscription && (
        <Menu.Item leftSection={<IconRefresh size={18} />} onClick={() => void refresh()}>
          {t('calendar.feed.refresh')}
        </Menu.Item>
      )}
      {calendar.subscription && (
        <Menu.Item leftSection={<IconTrash size={18} />} onClick={() => void stopFollowing()}>
          {t('calendar.calendars.stopFollowing')}
        </Menu.Item>
      )}
      {permission !== 'OWNER' && !calendar.is_company && !calendar.subscription && (
        <Menu.Item
          leftSection={<IconDoorExit size={18} />}
          onClick={() => onAsk({ kind: 'leave', calendar })}
        >
          {t('calendar.calendars.leave')}
        </Menu.Item>
      )}
    </LineActs>
  );
}
