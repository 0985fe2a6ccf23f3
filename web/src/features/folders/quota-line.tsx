import { useTranslation } from 'react-i18next';
import { readableSize } from '../../lib/sizes.ts';
import { useMailbox } from '../mailbox-context/use-mailbox.ts';
import styles from './quota-line.module.css';
import { useShownPlace } from './shown-place.ts';
import { type Storage, storageLevel, storageOf } from './storage-level.ts';

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
  if (folded) {
    return (
      <footer className={styles.folded} data-hint={words} data-hint-side="right">
        <Bar storage={storage} words={words} />
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
      <Bar storage={storage} words={words} />
      <span>{words}</span>
    </footer>
  );
}

function Bar({ storage, words }: { storage: Storage; words: string }) {
  const { t } = useTranslation();
  return (
    <meter
      className={styles.bar}
      data-level={storageLevel(storage)}
      min={0}
      max={100}
      value={Math.min(100, storage.percent)}
      aria-label={t('folders.quota.label')}
      aria-valuetext={words}
    />
  );
}
