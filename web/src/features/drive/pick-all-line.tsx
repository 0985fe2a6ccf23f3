import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './pick-all-line.module.css';
import type { DriveScreenState } from './use-drive-screen.ts';

/** Shown above the rows when all loaded ones are selected but the list has more: can select the rest. */
export function PickAllLine({ screen }: { screen: DriveScreenState }) {
  const { t } = useTranslation();
  const { pickAll, picked, view } = screen;
  const { most, isComing } = pickAll;
  if (picked.length === 0 || !view.hasMore || (picked.length < view.files.length && !isComing)) return null;
  if (isComing) {
    return (
      <div className={styles.line} role="status">
        <span>{t('drive.whole.coming', { count: view.files.length, total: view.total ?? 0 })}</span>
        <button type="button" onClick={pickAll.stop}>
          {t('common.actions.cancel')}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.line} role="status">
      <span>{t('drive.whole.loaded', { count: picked.length })}</span>
      {most === null ? (
        <span>{t('drive.whole.more')}</span>
      ) : (
        <button type="button" onClick={pickAll.whole}>
          {t('drive.whole.pick', { count: most })}
        </button>
      )}
    </div>
  );
}
