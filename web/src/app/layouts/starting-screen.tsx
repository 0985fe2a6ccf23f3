import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorNotice } from './error-notice.tsx';
import styles from './starting-screen.module.css';

/** While the first data load, the page shows its frame, which needs no script; see web/src/early. */
export function StartingScreen({ failed = false }: { failed?: boolean }) {
  const { t } = useTranslation();
  if (!failed) return null;
  return (
    <main className={styles.page}>
      <ErrorNotice title={t('shell.startFailed')} text={t('errors.no_answer')}>
        <Button onClick={() => window.location.reload()}>{t('common.actions.retry')}</Button>
      </ErrorNotice>
    </main>
  );
}
