import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { isChunkFault } from '../lib/load-chunk.ts';
import styles from './error-layout.module.css';
import { ErrorNotice } from './error-notice.tsx';

/** A part of the page that failed to load, or a fault of ours: the mailbox itself is not touched by either. */
export function ScreenFailed() {
  const { t } = useTranslation();
  const error = useRouteError();
  const chunk = isChunkFault(error);
  return (
    <main className={styles.page}>
      <ErrorNotice
        title={t('pages.serverError.title')}
        text={chunk ? t('pages.chunkFailed') : t('shell.startFailed')}
      >
        <Button onClick={() => window.location.reload()}>{t('common.actions.reload')}</Button>
      </ErrorNotice>
    </main>
  );
}
