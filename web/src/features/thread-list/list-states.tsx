import type { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import { IconCloudOff } from '@tabler/icons-react';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
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
