import { Button } from '@mantine/core';
import { IconCalendarOff, IconCloudOff } from '@tabler/icons-react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { dayMonth } from '../../parts/events/event-words.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { ListState } from '../../ui/list-state.tsx';
import styles from './calendar-states.module.css';
import type { CalendarScreenState } from './use-calendar-screen.ts';

/** A line over the calendar that tells why it is not complete; the grid stays, and can be turned further. */
export function CalendarNote({ screen, isLost }: { screen: CalendarScreenState; isLost: boolean }) {
  const { t } = useTranslation();
  const session = useSessionModel();
  const { rangeView, model, range } = screen;
  if (rangeView.loading === 'failed' || (isLost && rangeView.loading === 'loading')) {
    const words = isLost
      ? `${t('calendar.offline.title')}. ${t('calendar.offline.text')}`
      : `${t('calendar.failed')}. ${rangeView.error ? errorWords(t, rangeView.error) : ''}`;
    return (
      <div className={styles.note} role="alert">
        <IconCloudOff size={18} aria-hidden />
        <span>{words}</span>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => (isLost ? session.tryNow() : void model.refresh(range))}
        >
          {t(isLost ? 'notices.lost.tryNow' : 'common.actions.retry')}
        </Button>
      </div>
    );
  }
  if (rangeView.loading === 'loading')
    return <div className={styles.loading} role="status" aria-label={t('common.loading')} />;
  if (!rangeView.isComplete) return <div className={styles.note}>{t('calendar.incomplete')}</div>;
  return null;
}

/** An agenda without anything in it. */
export function AgendaEmpty({ screen }: { screen: CalendarScreenState }) {
  const { t } = useTranslation();
  const { days, day, today, beginAt } = screen;
  const [from, to] = [dayMonth(days[0] ?? day), dayMonth(days.at(-1) ?? day)];
  return (
    <ListState
      icon={IconCalendarOff}
      title={t('calendar.empty.title')}
      text={t('calendar.empty.text', { from, to })}
    >
      <Button onClick={() => beginAt(days.includes(today) ? today : day)}>{t('calendar.new')}</Button>
    </ListState>
  );
}
