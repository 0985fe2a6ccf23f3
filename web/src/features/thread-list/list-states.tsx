import type { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import { IconCloudOff, IconFilter } from '@tabler/icons-react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { listWith, termsOf } from '../../model/mail/list-filter.ts';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { filterWords } from '../../parts/filters/filter-words.ts';
import { Link } from '../../router/router.tsx';
import { ListState } from '../../ui/list-state.tsx';
import styles from './list-states.module.css';

const SKELETON_ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];

/** Skeleton rows; they appear only when the list takes longer than a moment. */
export function ListLoading() {
  const { t } = useTranslation();
  return (
    <div className={styles['skeleton']} role="status" aria-label={t('common.loading')}>
      {SKELETON_ROWS.map((row) => (
        <div key={row} className={styles['ghost']}>
          <i />
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}

export function ListFailed({ error, onRetry }: { error: ApiError | null; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <ListState icon={IconCloudOff} title={t('threadList.failed')} text={error ? errorWords(t, error) : ''}>
      <Button onClick={onRetry}>{t('common.actions.retry')}</Button>
    </ListState>
  );
}

export function ListOffline({ onTryNow }: { onTryNow(): void }) {
  const { t } = useTranslation();
  return (
    <ListState icon={IconCloudOff} title={t('threadList.offline.title')} text={t('threadList.offline.text')}>
      <Button variant="default" onClick={onTryNow}>
        {t('notices.lost.tryNow')}
      </Button>
    </ListState>
  );
}

/** Nothing matches the filter: names the filter, and links to the whole list. */
export function ListFiltered({ list, onAll }: { list: ListRef; onAll(): void }) {
  const { t } = useTranslation();
  return (
    <ListState
      icon={IconFilter}
      title={t('search.filters.none')}
      text={t('search.filters.noneText', { filters: filterWords(t, termsOf(list), now()) })}
    >
      <Button variant="default" component={Link} to={addressOf(listWith(list, {}))} onClick={onAll}>
        {t('search.filters.clear')}
      </Button>
    </ListState>
  );
}
