import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { useDrive } from '../../parts/drive/use-drive.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { storageOf } from '../../parts/storage/storage-level.ts';
import { StorageMeter } from '../../parts/storage/storage-meter.tsx';
import styles from './drive-usage-line.module.css';

/**
 * How full the drive is; on a phone, where there are no tooltips, the line also says what the mailbox uses.
 */
export function DriveUsageLine({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation();
  const usage = useDrive((model) => model.usage());
  const mail = storageOf(useMailbox((model) => model.quota()));
  // Its space is reserved, so that loading moves nothing.
  if (!usage) return <div className={styles.usage} data-narrow={narrow || undefined} />;
  if (usage.quota <= 0) return null;
  const { used, quota } = usage;
  const storage = {
    used,
    total: quota,
    left: Math.max(0, quota - used),
    percent: Math.floor((used / quota) * 100),
  };
  const words = t('drive.usage.words', { used: readableSize(used), quota: readableSize(quota) });
  const ofMail =
    mail && t('drive.usage.mail', { used: readableSize(mail.used), quota: readableSize(mail.total) });
  const hint = narrow ? undefined : (ofMail ?? undefined);
  return (
    <div
      className={styles.usage}
      data-narrow={narrow || undefined}
      tabIndex={hint === undefined ? undefined : 0}
      data-hint={hint}
      aria-description={hint}
    >
      <StorageMeter storage={storage} label={t('drive.usage.label')} words={words} thickness={4} />
      <span>{narrow && ofMail ? `${words} · ${ofMail}` : words}</span>
    </div>
  );
}
