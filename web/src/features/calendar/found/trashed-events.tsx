import type { TrashedEvent } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Button } from '@mantine/core';
import { IconCloudOff, IconTrash, IconX } from '@tabler/icons-react';
import { type CSSProperties, useEffect, useState, useSyncExternalStore } from 'react';
import { errorWords } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DAY_MS, dayOfWall } from '../../../lib/calendar-days.ts';
import { clockOf, spanOf } from '../../../model/calendar/occurrence-times.ts';
import { asApiError } from '../../../model/engine/retry.ts';
import { dayWords } from '../../../parts/events/event-words.ts';
import { notify } from '../../../parts/notices/notify.ts';
import { ChoiceDialog } from '../../../ui/layers/choice-dialog.tsx';
import { ListState } from '../../../ui/list-state.tsx';
import { ToolButton } from '../../../ui/tool-button.tsx';
import { announceCalendarFailure, beginCalendarAct } from '../begin-calendar-act.ts';
import { titleOf } from '../calendar-words.ts';
import type { CalendarScreenState } from '../use-calendar-screen.ts';
import styles from './found.module.css';

/** CL-144 CL-93: events in the trash, the way back, and the end of them. */
export function TrashedEvents({ screen }: { screen: CalendarScreenState }) {
  const spoken = useTranslation();
  const { t, language } = spoken;
  const { model, calendars, zone } = screen;
  const { loading, events, error } = useSyncExternalStore(model.subscribe, model.trash);
  const [asked, setAsked] = useState<TrashedEvent | 'all' | null>(null);
  useEffect(() => model.holdTrash(), [model]);

  function restore({ id, title }: TrashedEvent): void {
    beginCalendarAct(
      model,
      { kind: 'restore', id, away: [], here: [] },
      t('calendar.trash.restored', { title: titleOf(spoken, title) }),
    );
  }

  async function deleteForGood(which: TrashedEvent | 'all'): Promise<void> {
    setAsked(null);
    try {
      await model.deleteTrashed(which === 'all' ? undefined : [which.id]);
    } catch (error) {
      announceCalendarFailure(t('calendar.trash.notDeleted'), asApiError(error));
      return;
    }
    const words =
      which === 'all'
        ? t('calendar.trash.emptied')
        : t('calendar.trash.gone', { title: titleOf(spoken, which.title) });
    notify({ text: words });
  }

  /**
   * The list doesn't say whether it takes whole days, which begin at midnight UTC. What begins at that moment by
   * the clock is shown with its day alone.
   */
  function whenOf({ first_at: at }: TrashedEvent): string {
    if ((at * 1000) % DAY_MS === 0) return dayWords(dayOfWall(at * 1000), language);
    const { start } = spanOf({ kind: 'zoned', at, until: at }, zone);
    return `${dayWords(dayOfWall(start), language)}, ${clockOf(start)}`;
  }

  function deletedOn({ trashed_at: at, trashed_by: by }: TrashedEvent): string {
    const day = dayWords(dayOfWall(spanOf({ kind: 'zoned', at, until: at }, zone).start), language);
    return by
      ? t('calendar.trash.deletedBy', { day, name: by.name || by.email })
      : t('calendar.trash.deleted', { day });
  }

  if (loading === 'failed' && error) {
    return (
      <ListState icon={IconCloudOff} title={t('calendar.trash.failed')} text={errorWords(t, error)}>
        <Button variant="default" onClick={model.refreshTrash}>
          {t('common.actions.retry')}
        </Button>
      </ListState>
    );
  }
  if (loading === 'loading') return null;
  if (events.length === 0) {
    return (
      <ListState
        icon={IconTrash}
        title={t('calendar.trash.noneTitle')}
        text={t('calendar.trash.hint', { days: LIMITS.eventTrashDays })}
      />
    );
  }
  return (
    <div className={styles.list}>
      <div className={styles.above}>
        <p className={styles.note}>{t('calendar.trash.hint', { days: LIMITS.eventTrashDays })}</p>
        <Button variant="default" onClick={() => setAsked('all')}>
          {t('calendar.trash.empty')}
        </Button>
      </div>
      <ul>
        {events.map((event) => {
          const calendar = calendars.find(({ id }) => id === event.calendar_id);
          const title = titleOf(spoken, event.title);
          return (
            <li
              key={event.id}
              className={styles.trashed}
              style={{ '--event': calendar?.color } as CSSProperties}
            >
              <i />
              <span>
                <b>{title}</b>
                <small>
                  {event.is_task ? t('calendar.task') : whenOf(event)}
                  {event.repeats && ` · ${t('calendar.repeats')}`}
                  {` · ${deletedOn(event)}`}
                </small>
              </span>
              <Button
                variant="default"
                size="compact-md"
                aria-label={t('calendar.trash.restoreNamed', { title })}
                onClick={() => restore(event)}
              >
                {t('calendar.trash.restore')}
              </Button>
              <ToolButton
                icon={IconX}
                label={t('calendar.trash.deleteNamed', { title })}
                hint={t('calendar.trash.delete')}
                onClick={() => setAsked(event)}
              />
            </li>
          );
        })}
      </ul>
      {asked && (
        <ChoiceDialog
          title={t('calendar.trash.ask')}
          safe={t('common.actions.cancel')}
          other={{ label: t('calendar.trash.delete'), tone: 'danger' }}
          onSafe={() => setAsked(null)}
          onOther={() => void deleteForGood(asked)}
        >
          {asked === 'all'
            ? t('calendar.trash.askAll')
            : t('calendar.trash.askOne', { title: titleOf(spoken, asked.title) })}
        </ChoiceDialog>
      )}
    </div>
  );
}
