import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after } from '../../lib/timers.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import styles from './settings-state.module.css';

const PATIENCE_MS = 300;
const LINES = [1, 2, 3, 4, 5];

/** A part of the settings that is still loading, or failed to load. */
export function SettingsState(props: { failed: boolean; words: string; onRetry(): void }) {
  if (props.failed) return <LoadFailed words={props.words} onRetry={props.onRetry} />;
  return <SettingsWaiting />;
}

/** Skeleton lines in place of fields, shown after a moment. */
export function SettingsWaiting() {
  const { t } = useTranslation();
  const [waited, setWaited] = useState(false);
  useEffect(() => after(PATIENCE_MS, () => setWaited(true)), []);
  if (!waited) return null;
  return (
    <div aria-busy="true" role="status" aria-label={t('common.loading')}>
      {LINES.map((line) => (
        <div key={line} className={styles.line}>
          <Skeleton height={12} width={160} />
          <Skeleton height={12} width={220} />
        </div>
      ))}
    </div>
  );
}
