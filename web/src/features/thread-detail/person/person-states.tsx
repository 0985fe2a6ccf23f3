import { useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { after } from '../../../lib/timers.ts';
import styles from './person-card.module.css';

const PATIENCE_MS = 300;

/** The place of lines that are being loaded. */
export function PersonWaiting({ lines }: { lines: number }) {
  const { t } = useTranslation();
  const [waited, setWaited] = useState(false);
  useEffect(() => after(PATIENCE_MS, () => setWaited(true)), []);
  return (
    <div role="status" aria-label={t('common.loading')} className={styles.waiting} data-waited={waited}>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <i key={line} />
      ))}
    </div>
  );
}

export function PersonFailed({ words, onRetry }: { words: string; onRetry(): void }) {
  const { t } = useTranslation();
  return (
    <p className={styles.failed} role="alert">
      {words}{' '}
      <button type="button" onClick={onRetry}>
        {t('common.actions.retry')}
      </button>
    </p>
  );
}
