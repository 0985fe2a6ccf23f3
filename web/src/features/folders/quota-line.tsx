import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { storageOf } from '../../parts/storage/storage-level.ts';
import { StorageMeter } from '../../parts/storage/storage-meter.tsx';
import styles from './quota-line.module.css';

/** How full the mailbox is; a page that shows one conversation goes without it. */
export function QuotaLine({ folded = false }: { folded?: boolean }) {
  const { t } = useTranslation();
  const quota = useMailbox((model) => model.quota());
  const place = useShownPlace();
  const storage = storageOf(quota);
  if (!storage || place?.threadId) return null;
  const sizes = {
    used: readableSize(storage.used),
    left: readableSize(storage.left),
    total: readableSize(storage.total),
    percent: storage.percent,
  };
  const words = quota?.auto_quota ? t('folders.quota.remaining', sizes) : t('folders.quota.share', sizes);
  const meter = (
    <StorageMeter storage={storage} label={t('folders.quota.label')} words={words} thickness={4} />
  );
  if (folded) {
    return (
      <footer className={styles.folded} data-hint={words} data-hint-side="right">
        {meter}
      </footer>
    );
  }
  // Of quota that several share it has to be said what the words mean.
  const hint = quota?.auto_quota ? t('folders.quota.remainingHint', sizes) : undefined;
  return (
    <footer
      className={styles.quota}
      tabIndex={hint === undefined ? undefined : 0}
      data-hint={hint}
      aria-description={hint}
    >
      {meter}
      <span>{words}</span>
    </footer>
  );
}
