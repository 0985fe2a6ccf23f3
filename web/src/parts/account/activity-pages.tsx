import type { Activity } from '@bocau/contract/security.ts';
import { IconAlertTriangle, IconLogin2, IconShieldCog } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { shortMoment } from '../../lib/dates.ts';
import { now } from '../../lib/timers.ts';
import { PageTurner } from '../../ui/page-turner.tsx';
import { useQuery } from '../queries/use-query.ts';
import { useSettings } from '../settings/use-settings.ts';
import styles from './account-page.module.css';
import { AccountState } from './account-state.tsx';
import { activityDetail, activityTitle } from './activity-words.ts';

type Props = {
  /** Identifies the account and the kind of activity. */
  queryKey: readonly string[];
  read(page: string): Promise<{ data: Activity[]; meta: { has_more: boolean } }>;
  label: string;
};

/** Sign-ins, attempts and changes, newest first, in pages. */
export function ActivityPages({ queryKey, read, label }: Props) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const activities = useQuery({
    queryKey: [...queryKey, page],
    queryFn: () => read(String(page)),
    placeholderData: keepPreviousData,
  });
  const more = activities.data?.meta.has_more === true;
  return (
    <>
      {activities.data ? (
        <Lines activities={activities.data.data} label={label} />
      ) : (
        <AccountState query={activities} lines={6} />
      )}
      {(page > 1 || more) && (
        <PageTurner
          label={t('security.history.pages')}
          earlier={t('security.history.earlier')}
          later={t('security.history.later')}
          words={t('security.history.page', { page })}
          page={page}
          last={!more || activities.isPlaceholderData}
          onPage={setPage}
        />
      )}
    </>
  );
}

function Lines({ activities, label }: { activities: Activity[]; label: string }) {
  const { t } = useTranslation();
  const { time_zone: zone } = useSettings();
  const momentOf = (at: number) => shortMoment(at, now(), zone);
  if (activities.length === 0) return <p className={styles.about}>{t('security.history.empty')}</p>;
  return (
    <ul className={styles.lines} aria-label={label}>
      {activities.map((activity) => {
        const failed = activity.kind === 'sign_in' && activity.outcome !== 'ok';
        const Icon = failed ? IconAlertTriangle : activity.kind === 'sign_in' ? IconLogin2 : IconShieldCog;
        return (
          <li key={activity.id} className={styles.line} data-tone={failed ? 'danger' : undefined}>
            <Icon size={20} stroke={1.5} aria-hidden />
            <span className={styles.what}>
              <span className={styles.name}>{activityTitle(t, activity)}</span>
              <span className={styles.detail}>{activityDetail(t, activity, momentOf)}</span>
            </span>
            <time className={styles.when} dateTime={new Date(activity.at * 1000).toISOString()}>
              {momentOf(activity.at)}
            </time>
          </li>
        );
      })}
    </ul>
  );
}
