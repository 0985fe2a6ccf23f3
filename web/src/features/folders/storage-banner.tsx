import { useTranslation } from '../../i18n/use-translation.ts';
import { readableSize } from '../../lib/sizes.ts';
import { addressOf } from '../../parts/addresses/list-address.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { storageLevel, storageOf } from '../../parts/storage/storage-level.ts';
import { Link } from '../../router/router.tsx';
import styles from './banner.module.css';

const LARGE_MAIL = addressOf({ kind: 'search', terms: { size: 'over:5M' } });

/** Warns when storage runs short, and links to what uses most of it. */
export function StorageBanner() {
  const { t } = useTranslation();
  const storage = storageOf(useMailbox((model) => model.quota()));
  if (!storage) return null;
  const level = storageLevel(storage);
  if (level === 'fine') return null;
  const figures = { percent: storage.percent, total: readableSize(storage.total) };
  return (
    <div
      className={`${styles.banner} not-printed`}
      data-tone={level === 'almost' ? 'warning' : 'danger'}
      role="status"
    >
      <span>
        {level === 'full' ? t('folders.storage.full', figures) : t('folders.storage.almost', figures)}
      </span>
      <Link to={LARGE_MAIL}>{t('folders.storage.find')}</Link>
    </div>
  );
}
