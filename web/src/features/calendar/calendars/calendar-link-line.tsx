import type { CalendarLink } from '@bocau/contract/calendar-links.ts';
import { Button } from '@mantine/core';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { dayOf, writtenDay } from '../../../parts/dates/local-days.ts';
import { copyShared } from '../../../parts/shares/copy-shared.ts';
import styles from './calendar-links.module.css';

type Props = { link: CalendarLink; busy: boolean; onEnd(): void };

/** One secret link: what it shows, until when, and its acts. */
export function CalendarLinkLine({ link, busy, onEnd }: Props) {
  const { t } = useTranslation();
  const { permission, page, feed, created_at, expire_date, opened_at, closed } = link;
  const day = (seconds: number) => writtenDay(dayOf(seconds));
  const facts = [
    t('calendarLinks.made', { day: day(created_at) }),
    expire_date === null ? t('calendarLinks.noEnd') : t('calendarLinks.until', { day: day(expire_date) }),
    opened_at === null ? t('calendarLinks.unopened') : t('calendarLinks.opened', { day: day(opened_at) }),
  ].join(' · ');
  const shows = t(`calendarLinks.${permission}`);
  const named = { link: `${shows}, ${facts}` };
  return (
    <li>
      <strong>{shows}</strong>
      {closed !== null && <p className={styles.closed}>{t(`calendarLinks.closed.${closed}`)}</p>}
      <p>{facts}</p>
      <div className={styles.acts}>
        {closed === null && page !== null && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('calendarLinks.copyPageOf', named)}
            onClick={() => void copyShared(t, page, t('calendarLinks.pageCopied'))}
          >
            {t('calendarLinks.copyPage')}
          </Button>
        )}
        {closed === null && feed !== null && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('calendarLinks.copyFeedOf', named)}
            onClick={() => void copyShared(t, feed, t('calendarLinks.feedCopied'))}
          >
            {t('calendarLinks.copyFeed')}
          </Button>
        )}
        {closed !== 'domain' && (
          <Button
            variant="default"
            size="compact-sm"
            disabled={busy}
            aria-label={t('calendarLinks.endOf', named)}
            onClick={onEnd}
          >
            {t('calendarLinks.end')}
          </Button>
        )}
      </div>
    </li>
  );
}
