import type { Reminder } from '@bocau/contract/calendar.ts';
import { Button, NativeSelect } from '@mantine/core';
import { IconAlarmSnooze, IconBell, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dayOfWall } from '../../../lib/calendar-days.ts';
import { now } from '../../../lib/timers.ts';
import { clockOf, spanOf } from '../../../model/calendar/occurrence-times.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { CALENDAR_TASKS, calendarAddressOf } from '../../../parts/calendar/calendar-address.ts';
import { focusWish } from '../../../parts/calendar/focus-wish.ts';
import { readView } from '../../../parts/calendar/kept-view.ts';
import { dayMonth } from '../../../parts/events/event-words.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { useSettings } from '../../../parts/settings/use-settings.ts';
import { isPlainClick, Link } from '../../../router/router.tsx';
import { LOW, PHONE } from '../../../ui/breakpoints.ts';
import { Modal } from '../../../ui/layers/modal.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { useMedia } from '../../../ui/use-media.ts';
import { spanWords, titleOf } from '../calendar-words.ts';
import styles from './reminder-panel.module.css';
import { useReminderNotices } from './use-reminder-notices.ts';
import type { Answer } from './use-reminders.ts';

const FIRST_SHOWN = 3;
/** Between the panel and the notices above it. */
const GAP_PX = 8;
const SNOOZE_MINUTES = [5, 10, 30, 60] as const;
/** One that came later than this was due while the server was down. */
const LATE_SECONDS = 120;

type Props = { standing: readonly Reminder[]; onAnswer: Answer };

/** CL-70: what stands of reminders, above every room; the newest first. */
export function ReminderPanel({ standing, onAnswer }: Props) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  // CL-382: over a dialog, or a message that leaves no room beside it. Otherwise the rows are always shown.
  const [isOpen, setOpen] = useState(false);
  useReminderNotices(standing);
  const firstShown = useMedia(`${PHONE}, ${LOW}`) ? 1 : FIRST_SHOWN;
  const shown = isWhole ? standing : standing.slice(0, firstShown);
  const more = standing.length - shown.length;

  /** The focus stays in the panel, where there is still something in it. */
  function answer(reminder: Reminder, until: number | null): void {
    onAnswer(reminder, until).then(
      () => {
        if (until !== null) return;
        notify({
          text: t('calendar.reminded.dismissed', { title: titleOf({ t }, reminder.title) }),
          undo: () => onAnswer(reminder, Math.floor(now() / 1000)),
        });
      },
      (error: unknown) =>
        notify({
          text: `${t('calendar.reminded.failed')} ${errorWords(t, asApiError(error))}`,
          tone: 'danger',
        }),
    );
  }

  return (
    <>
      <div className="visually-hidden" role="status">
        {standing[0] && <Told reminder={standing[0]} />}
      </div>
      {standing.length > 0 && (
        <section
          ref={publishHeight}
          className={styles.panel}
          data-reminders
          aria-label={t('calendar.reminded.label')}
        >
          <button
            type="button"
            className={styles.chip}
            aria-haspopup="dialog"
            aria-label={t('calendar.reminded.standing', { count: standing.length })}
            onClick={() => setOpen(true)}
          >
            <IconBell size={20} /> {standing.length}
          </button>
          <header className="visually-hidden">
            <span aria-live="polite">{t('calendar.reminded.standing', { count: standing.length })}</span>
          </header>
          {rows()}
        </section>
      )}
      <Modal
        opened={isOpen && standing.length > 0}
        onClose={() => setOpen(false)}
        title={t('calendar.reminded.label')}
        closeButtonProps={{ 'aria-label': t('common.actions.close') }}
      >
        {rows()}
      </Modal>
    </>
  );

  function rows(): ReactNode {
    return (
      <div className={styles.rows}>
        <ul>
          {shown.map((reminder) => (
            <Row
              key={reminder.event_id + reminder.original}
              reminder={reminder}
              onAnswer={answer}
              onLeave={() => setOpen(false)}
            />
          ))}
        </ul>
        {(more > 0 || standing.length > 1) && (
          <footer>
            {more > 0 && (
              <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
                {t('calendar.reminded.more', { count: more })}
              </Button>
            )}
            <Button
              variant="subtle"
              size="compact-sm"
              onClick={() => {
                for (const reminder of standing) answer(reminder, null);
              }}
            >
              {t('calendar.reminded.dismissAll')}
            </Button>
          </footer>
        )}
      </div>
    );
  }
}

/** Notices are shown above the panel, where both are on one side. */
function publishHeight(panel: HTMLElement | null): (() => void) | undefined {
  if (!panel) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() =>
    style.setProperty('--reminders', `${panel.offsetHeight + GAP_PX}px`),
  );
  observer.observe(panel);
  return () => {
    observer.disconnect();
    style.removeProperty('--reminders');
  };
}

function Told({ reminder }: { reminder: Reminder }) {
  const spoken = useTranslation();
  const { time_zone: zone } = useSettings();
  return spoken.t('calendar.reminded.told', {
    title: titleOf(spoken, reminder.title),
    when: spanWords(spoken, spanOf(reminder, zone), reminder.kind),
  });
}

type RowProps = {
  reminder: Reminder;
  onAnswer(reminder: Reminder, until: number | null): void;
  onLeave(): void;
};

function Row({ reminder, onAnswer, onLeave }: RowProps) {
  const spoken = useTranslation();
  const { t } = spoken;
  const { time_zone: zone } = useSettings();
  const title = titleOf(spoken, reminder.title);
  const span = spanOf(reminder, zone);
  const day = dayOfWall(span.start);
  const isPhone = useMedia(PHONE);
  const late = lateWords();

  function lateWords(): string {
    const { due_at: at, given_at } = reminder;
    if (given_at - at < LATE_SECONDS) return '';
    const wall = spanOf({ kind: 'zoned', at, until: at }, zone).start;
    return t('calendar.reminded.late', { time: clockOf(wall), day: dayMonth(dayOfWall(wall)) });
  }

  function snooze(choice: string): void {
    if (choice === '') return;
    onAnswer(reminder, choice === 'start' ? reminder.at : Math.floor(now() / 1000) + Number(choice) * 60);
  }

  const isBefore = reminder.kind === 'zoned' && reminder.at * 1000 > now();
  return (
    <li>
      <span className={styles.bell}>
        <IconBell size={20} />
      </span>
      <div className={styles.words}>
        <Link
          to={reminder.is_task ? CALENDAR_TASKS : calendarAddressOf(readView(isPhone), day)}
          onClick={(event) => {
            onLeave();
            if (isPlainClick(event) && !reminder.is_task)
              focusWish.set({ go: 'soon', one: reminder, day, opens: true });
          }}
        >
          {title}
        </Link>
        <span>{spanWords(spoken, span, reminder.kind)}</span>
        {reminder.place !== '' && <span>{reminder.place}</span>}
        {late !== '' && <span className={styles.late}>{late}</span>}
        <NativeSelect
          className={styles.snooze}
          leftSection={<IconAlarmSnooze size={20} />}
          aria-label={t('calendar.reminded.snoozeOf', { title })}
          value=""
          data={[
            { value: '', label: t('calendar.reminded.snooze') },
            ...SNOOZE_MINUTES.map((minutes) => ({
              value: String(minutes),
              label:
                minutes === 60
                  ? t('calendar.reminded.inHour')
                  : t('calendar.reminded.inMinutes', { count: minutes }),
            })),
            ...(isBefore ? [{ value: 'start', label: t('calendar.reminded.atStart') }] : []),
          ]}
          onChange={({ currentTarget }) => snooze(currentTarget.value)}
        />
      </div>
      <ToolButton
        icon={IconX}
        label={t('calendar.reminded.dismissOf', { title })}
        hint={t('calendar.reminded.dismiss')}
        onClick={() => onAnswer(reminder, null)}
      />
    </li>
  );
}
