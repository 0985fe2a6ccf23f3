import { Button } from '@mantine/core';
import { useTranslation } from '../../i18n/use-translation.ts';
import { browserOnline } from '../../lib/browser-online.ts';
import { isChunkFault } from '../../lib/load-chunk.ts';
import { Link, useRouteError } from '../../router/router.tsx';
import styles from '../layouts/error-layout.module.css';
import { ErrorNotice } from '../layouts/error-notice.tsx';

/** A screen that failed to load, or an error of ours; neither affects the mailbox itself. */
export function ScreenFailed() {
  const { t } = useTranslation();
  const error = useRouteError();
  const chunk = isChunkFault(error);
  const offline = chunk && !browserOnline.isOnline();
  const failed = chunk ? t('pages.chunkFailed') : t('shell.startFailed');
  return (
    <main className={styles.page}>
      <ErrorNotice title={t('pages.screenFailed')} text={offline ? t('pages.chunkOffline') : failed}>
        {offline ? (
          <Button component={Link} to="/folder/INBOX">
            {t('pages.notFound.home')}
          </Button>
        ) : (
          <Button onClick={() => window.location.reload()}>{t('common.actions.reload')}</Button>
        )}
      </ErrorNotice>
    </main>
  );
}
