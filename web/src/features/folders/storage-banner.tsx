import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { readableSize } from '../../lib/sizes.ts';
import { useMailbox } from '../mailbox-context/use-mailbox.ts';
import { addressOf } from '../thread-list/list-address.ts';
import styles from './banner.module.css';
import { storageLevel, storageOf } from './storage-level.ts';

const LARGE_MAIL = addressOf({ kind: 'search', terms: { size: 'over:5M' } });

/** Says when room gets short, and leads to what takes most of it. */
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
