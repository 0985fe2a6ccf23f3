import { Tooltip } from '@mantine/core';
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
      <Tooltip label={words} position="right">
        <footer className={styles.folded}>
          <Bar storage={storage} words={words} />
        </footer>
      </Tooltip>
    );
  }
  return (
    <Tooltip
      label={t('folders.quota.remainingHint', sizes)}
      disabled={!quota?.auto_quota}
      multiline
      maw={220}
    >
      <footer className={styles.quota} tabIndex={quota?.auto_quota ? 0 : undefined}>
        <Bar storage={storage} words={words} />
        <span>{words}</span>
      </footer>
    </Tooltip>
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
