import { Button } from '@mantine/core';
import { useTranslation } from '../i18n/use-translation.ts';
import styles from './load-failed.module.css';
import { usePassFocus } from './use-pass-focus.ts';

/** Says what could not be loaded, and offers a retry. */
export function LoadFailed({ words, onRetry }: { words: string; onRetry(): void }) {
  const { t } = useTranslation();
  const part = usePassFocus<HTMLDivElement>();
  return (
    <div ref={part} className={styles.failed} role="alert">
      <p>{words}</p>
      <Button variant="default" onClick={onRetry}>
        {t('common.actions.retry')}
      </Button>
    </div>
  );
}
