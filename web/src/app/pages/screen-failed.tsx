import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isMissingFile } from '../../lib/load-files.ts';
import { Link, useRouteError } from '../../router/router.tsx';
import styles from '../layouts/error-layout.module.css';
import { ErrorNotice } from '../layouts/error-notice.tsx';

/** A screen that failed to load, or an error of ours; neither affects the mailbox itself. */
export function ScreenFailed() {
  const { t } = useTranslation();
  const error = useRouteError();
  const missing = navigator.onLine ? t('pages.chunkFailed') : t('pages.chunkOffline');
  return (
    <main className={styles.page}>
      <ErrorNotice
        title={t('pages.screenFailed')}
        text={isMissingFile(error) ? missing : t('shell.startFailed')}
      >
        <Button onClick={() => window.location.reload()}>{t('common.actions.reload')}</Button>
        <Link to="/folder/INBOX">{t('pages.notFound.home')}</Link>
      </ErrorNotice>
    </main>
  );
}
