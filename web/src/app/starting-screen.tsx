import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ErrorNotice } from './error-notice.tsx';
import styles from './starting-screen.module.css';

/** Covers the page while the first data load. */
export function StartingScreen({ failed = false }: { failed?: boolean }) {
  const { t } = useTranslation();
  return (
    <main className={styles.page} aria-busy={!failed}>
      {failed ? (
        <ErrorNotice title={t('shell.startFailed')} text={t('errors.no_answer')}>
          <Button onClick={() => window.location.reload()}>{t('common.actions.retry')}</Button>
        </ErrorNotice>
      ) : (
        <div className={styles.starting}>
          <img src="/icon.svg" alt="" width={56} height={56} />
          <p>{t('shell.starting')}</p>
        </div>
      )}
    </main>
  );
}
