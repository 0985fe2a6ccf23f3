import type { ApiError } from '@bocau/contract/client.ts';
import { Button } from '@mantine/core';
import { errorWords } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { usePassFocus } from '../../ui/use-pass-focus.ts';
import styles from './thread-detail.module.css';

/** A skeleton of the thread, shown only when loading takes a while. */
export function ThreadSkeleton() {
  const { t } = useTranslation();
  return (
    <div className={styles.skeleton} role="status" aria-label={t('threadDetail.loading')}>
      <i data-part="subject" />
      {[1, 2, 3].map((row) => (
        <div key={row}>
          <i data-part="avatar" />
          <i data-part="line" />
        </div>
      ))}
      <i data-part="body" />
    </div>
  );
}

/** The thread doesn't exist, or failed to load: two cases with different next steps. */
export function ThreadFailed(props: { error: ApiError | null; onRetry(): void; onClose(): void }) {
  const { t } = useTranslation();
  const part = usePassFocus<HTMLDivElement>();
  const { error, onRetry, onClose } = props;
  const gone = error?.status === 404;
  const refused = error !== null && error.status >= 400 && error.status < 500 && !gone;
  const words = gone ? 'gone' : 'failed';
  return (
    <div ref={part} className={styles.failed} role="alert">
      <h1>{t(`threadDetail.${words}.title`)}</h1>
      <p>{refused ? errorWords(t, error) : t(`threadDetail.${words}.text`)}</p>
      <div>
        <Button variant="default" onClick={onClose}>
          {t('threadDetail.close')}
        </Button>
        {!gone && <Button onClick={onRetry}>{t('common.actions.retry')}</Button>}
      </div>
    </div>
  );
}
