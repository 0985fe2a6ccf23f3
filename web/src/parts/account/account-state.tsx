import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after } from '../../lib/timers.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import styles from './account-state.module.css';

const PATIENCE_MS = 300;

type Query = { isError: boolean; fetchStatus: 'fetching' | 'paused' | 'idle'; refetch(): unknown };

/** Placeholder of a part of the account that is loading, failed to load, or waits for the network. */
export function AccountState({ query, lines = 3 }: { query: Query; lines?: number }) {
  const { t } = useTranslation();
  if (query.fetchStatus === 'paused') {
    return (
      <p className={styles.offline} role="status">
        {t('security.offline')}
      </p>
    );
  }
  if (!query.isError) return <Waiting lines={lines} />;
  return <LoadFailed words={t('security.loadFailed')} onRetry={() => void query.refetch()} />;
}

function Waiting({ lines }: { lines: number }) {
  const { t } = useTranslation();
  const [waited, setWaited] = useState(false);
  useEffect(() => after(PATIENCE_MS, () => setWaited(true)), []);
  return (
    <div aria-busy="true" role="status" aria-label={t('common.loading')}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <div key={line} className={styles.line}>
          {waited && <Skeleton height={12} width={200} />}
          {waited && <Skeleton height={10} width={280} />}
        </div>
      ))}
    </div>
  );
}
