import { getMessage } from '@bocau/contract/messages.ts';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { after } from '../../lib/timers.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useParams } from '../../router/router.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import styles from './raw-message-page.module.css';

/** Browsers struggle to render more text than this; the rest is in the download. */
const SHOWN_BYTES = 2 * 1024 * 1024;

/** The raw source of a message. */
export function RawMessagePage() {
  const { t } = useTranslation();
  const api = useApi();
  const { messageId = '' } = useParams();
  const { data, isError, refetch } = useQuery({
    queryKey: ['message-source', messageId],
    queryFn: ({ signal }) =>
      api.readBytes(getMessage, { params: { id: messageId }, query: { type: 'raw' } }, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const source = data && new TextDecoder().decode(data.slice(0, SHOWN_BYTES));
  const title = t('threadDetail.raw.title');

  useEffect(() => {
    document.title = title;
  }, [title]);

  function download(): void {
    if (!data) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([data], { type: 'message/rfc822' }));
    link.download = `${messageId}.eml`;
    link.click();
    after(60_000, () => URL.revokeObjectURL(link.href));
  }

  function copy(): void {
    if (!data) return;
    navigator.clipboard.writeText(new TextDecoder().decode(data)).then(
      () => notify({ text: t('threadDetail.raw.copied') }),
      () => notify({ text: t('threadDetail.raw.copyFailed'), tone: 'danger' }),
    );
  }

  return (
    <section className={styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        <Button variant="default" disabled={!data} onClick={copy}>
          {t('threadDetail.raw.copy')}
        </Button>
        <Button variant="default" disabled={!data} onClick={download}>
          {t('threadDetail.raw.download')}
        </Button>
      </div>
      {isError && <LoadFailed words={t('threadDetail.raw.failed')} onRetry={() => void refetch()} />}
      {data && data.byteLength > SHOWN_BYTES && (
        <p>{t('threadDetail.raw.cut', { size: readableSize(data.byteLength) })}</p>
      )}
      {source !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        <pre className={styles.source} tabIndex={0}>
          {source}
        </pre>
      )}
    </section>
  );
}
