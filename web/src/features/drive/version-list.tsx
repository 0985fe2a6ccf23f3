import type { DriveFile, DriveVersion } from '@bocau/contract/drive.ts';
import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { fullDate } from '../../lib/dates.ts';
import { readableSize } from '../../lib/sizes.ts';
import { asApiError } from '../../model/engine/retry.ts';
import { useDriveModel } from '../../parts/drive/use-drive.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQuery } from '../../parts/queries/use-query.ts';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { announceFailure } from './begin-drive-act.ts';
import styles from './details-panel.module.css';

/** The versions of a file, latest first: each can be downloaded, and an older one restored as the latest. */
export function VersionList({ file }: { file: DriveFile }) {
  const { t } = useTranslation();
  const api = useApi();
  const model = useDriveModel();
  const heading = useRef<HTMLHeadingElement>(null);
  const [restoring, setRestoring] = useState<string | null>(null);
  const { data, isError, refetch } = useQuery({
    // A new latest version means a new list.
    queryKey: ['drive-versions', file.id, file.prop.version_id],
    queryFn: async ({ signal }) => (await api.listVersions({ params: { id: file.id } }, signal)).data,
  });

  async function restore(version: DriveVersion): Promise<void> {
    // The button is disabled until the answer has come, and then removed.
    heading.current?.focus({ preventScroll: true });
    setRestoring(version.id);
    try {
      await model.restoreVersion(file.id, version.id);
      await refetch();
      notify({ text: t('drive.done.version', { time: fullDate(version.created_at) }) });
    } catch (error) {
      announceFailure(t('drive.refused.version'), asApiError(error));
    }
    setRestoring(null);
  }

  return (
    <section className={styles.versions} aria-labelledby="drive-versions">
      <h4 ref={heading} id="drive-versions" tabIndex={-1}>
        {t('drive.details.versions')}
      </h4>
      {isError && <LoadFailed words={t('drive.details.versionsFailed')} onRetry={() => void refetch()} />}
      {/* There is always one version; its space is reserved, so that nothing below moves. */}
      <ol className={data || isError ? undefined : styles.awaited}>
        {data?.map((version) => {
          const time = fullDate(version.created_at);
          return (
            <li key={version.id}>
              <span className={styles.version}>
                <span>{version.current ? `${time} · ${t('drive.details.current')}` : time}</span>
                <span title={version.author}>
                  {readableSize(version.size)} · {version.author}
                </span>
              </span>
              {!version.current && file.prop.permission !== 'READ' && (
                <Button
                  variant="subtle"
                  size="compact-sm"
                  loading={restoring === version.id}
                  aria-label={t('drive.details.restoreOf', { time })}
                  onClick={() => void restore(version)}
                >
                  {t('drive.details.restore')}
                </Button>
              )}
              <a
                className={styles.download}
                href={version.href}
                download={file.name}
                aria-label={t('drive.details.downloadOf', { time })}
                title={t('drive.acts.download')}
              >
                <IconDownload size={18} aria-hidden />
              </a>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
