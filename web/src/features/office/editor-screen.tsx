import { ApiError } from '@bocau/contract/client.ts';
import type { DataOf } from '@bocau/contract/endpoint.ts';
import type { openInOffice } from '@bocau/contract/office.ts';
import { ActionIcon, Button, Loader } from '@mantine/core';
import { IconArrowLeft, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { after, now } from '../../lib/timers.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { Link } from '../../router/router.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { EditorFrame } from './editor-frame.tsx';
import styles from './editor-screen.module.css';
import { useOnline } from './use-online.ts';

type Editor = DataOf<typeof openInOffice>;

/** DV-13: a drive document in the office editor, or the reason why it can't be opened. */
export function EditorScreen({ id }: { id: string }) {
  const { t, language } = useTranslation();
  const api = useApi();
  const isOnline = useOnline();
  const [hasEnded, setEnded] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['office', id],
    queryFn: async ({ signal }) =>
      (await api.openInOffice({ params: { id }, body: { language } }, signal)).data,
    // Never refetched: each answer brings a new token, and with it a new editor.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    networkMode: 'always',
    retry: false,
  });
  usePageTitle(data?.name ?? t('office.title'));
  // The token expires while the page stays open.
  useEffect(() => {
    const ends = data?.access_token_ttl;
    if (!ends) return;
    setEnded(false);
    return after(ends - now(), () => setEnded(true));
  }, [data]);

  const reopen = () => void refetch();
  return (
    <div className={styles.page}>
      <EditorHeader id={id} data={data} />
      {!isOnline && <Strip>{t('office.offline')}</Strip>}
      {isOnline && hasEnded && (
        <Strip>
          {t('office.ended')}{' '}
          <Button variant="default" size="compact-sm" onClick={reopen}>
            {t('office.reopen')}
          </Button>
        </Strip>
      )}
      {data?.locked_by != null && data.state === 'ready' && (
        <Strip>{t('office.editedBy', { person: data.locked_by })}</Strip>
      )}
      <main id="content" className={styles.body} tabIndex={-1}>
        {isFetching ? (
          <p className={styles.state} role="status">
            <Loader size="sm" /> {t('office.opening')}
          </p>
        ) : error ? (
          <div className={styles.failed}>
            <LoadFailed words={t(refusalWords(error))} onRetry={reopen} />
          </div>
        ) : (
          data && <Opened data={data} onRetry={reopen} />
        )}
      </main>
    </div>
  );
}

/** The way back to the drive, the document's name, and the document itself. */
function EditorHeader({ id, data }: { id: string; data: Editor | undefined }) {
  const { t } = useTranslation();
  return (
    <header className={styles.header}>
      <ActionIcon
        component={Link}
        to={data?.parent_id ? `/drive/${data.parent_id}` : '/drive'}
        variant="subtle"
        color="gray"
        size={44}
        aria-label={t('office.back')}
      >
        <IconArrowLeft size={20} />
      </ActionIcon>
      <h1 className={styles.name}>{data?.name ?? t('office.title')}</h1>
      {data?.action === 'view' && <span className={styles.mark}>{t('office.viewOnly')}</span>}
      {data && (
        <Button
          component="a"
          href={`/storage/v1/files/${id}/content`}
          download
          variant="subtle"
          color="gray"
          className={styles.download}
          leftSection={<IconDownload size={18} />}
        >
          {t('office.download')}
        </Button>
      )}
    </header>
  );
}

function Opened({ data, onRetry }: { data: Editor; onRetry(): void }) {
  const { t } = useTranslation();
  const { state, url, access_token: token, access_token_ttl: ttl } = data;
  if (state === 'silent') {
    return (
      <div className={styles.failed}>
        <LoadFailed words={t('office.silent')} onRetry={onRetry} />
      </div>
    );
  }
  if (state !== 'ready' || url === null || token === null) {
    return <p className={styles.state}>{t(state === 'off' ? 'office.off' : 'office.unsupported')}</p>;
  }
  return <EditorFrame url={url} token={token} ttl={ttl ?? 0} name={data.name} />;
}

function Strip({ children }: { children: ReactNode }) {
  return (
    <p className={styles.strip} role="status">
      {children}
    </p>
  );
}

function refusalWords(error: Error) {
  const code = error instanceof ApiError ? error.code : null;
  if (code === 'file_not_found') return 'office.missing' as const;
  return code === 'file_not_allowed' ? ('office.infected' as const) : ('office.failed' as const);
}
