import { IconMailOpened } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './preview-placeholder.module.css';

/** Beside the list while no thread is open. */
export function PreviewPlaceholder({ picked, onClear }: { picked: number; onClear(): void }) {
  const { t } = useTranslation();
  return (
    <div className={styles['placeholder']}>
      <IconMailOpened size={48} stroke={1} aria-hidden />
      {picked === 0 ? (
        <p>{t('threadList.preview.none')}</p>
      ) : (
        <p>
          {t('threadList.preview.picked', { count: picked })}{' '}
          <button type="button" onClick={onClear}>
            {t('threadList.clear')}
          </button>
        </p>
      )}
    </div>
  );
}
