import { useTranslation } from '../../../i18n/use-translation.ts';
import { MB, readableSize } from '../../../lib/sizes.ts';
import { useApi } from '../../../parts/mailbox/use-api.ts';
import { useQuery } from '../../../parts/queries/use-query.ts';
import { useSessionState } from '../../../parts/session/use-session-model.ts';
import { storageOf } from '../../../parts/storage/storage-level.ts';
import { StorageMeter } from '../../../parts/storage/storage-meter.tsx';
import { LoadFailed } from '../../../ui/load-failed.tsx';
import { SettingsWaiting } from '../settings-state.tsx';
import { DriveVersions } from './drive-versions.tsx';
import { FolderWeights } from './folder-weights.tsx';
import { LargeMessages } from './large-messages.tsx';
import { LargeSenders } from './large-senders.tsx';
import { RepeatedFiles } from './repeated-files.tsx';
import styles from './storage-settings.module.css';
import { useMessageActs } from './use-message-acts.ts';
import { useWeightJobs, WEIGHTS } from './use-weight-jobs.ts';

/** What the storage of the mailbox is used for, and what would free some of it. */
export function StorageSettings() {
  const { t } = useTranslation();
  const api = useApi();
  const jobs = useWeightJobs();
  const acts = useMessageActs();
  const hasDrive = useSessionState((session) => session.user()?.enable_drive ?? false);
  const found = useQuery({
    queryKey: [WEIGHTS, 'folders'],
    queryFn: async () => (await api.getStorage({})).data,
  });
  if (found.isPending) return <SettingsWaiting />;
  if (!found.data) {
    return <LoadFailed words={t('storage.loadFailed')} onRetry={() => void found.refetch()} />;
  }
  const { used_bytes, quota_bytes } = found.data;
  const quota = storageOf({ user_quota: quota_bytes / MB, user_used_quota: used_bytes });
  const used = readableSize(used_bytes);
  const words = quota
    ? t('storage.used', { used, total: readableSize(quota_bytes) })
    : t('storage.usedUnlimited', { used });
  return (
    <div data-setting="storage">
      <div className={styles.total}>
        {quota && <StorageMeter storage={quota} label={t('storage.title')} words={words} thickness={8} />}
        <span>{words}</span>
      </div>
      <FolderWeights storage={found.data} onEmpty={(path) => void jobs.empty(path)} />
      <LargeMessages acts={acts} />
      <LargeSenders jobs={jobs} />
      <RepeatedFiles acts={acts} />
      {hasDrive && <DriveVersions />}
    </div>
  );
}
