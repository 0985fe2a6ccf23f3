import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './list-lines.module.css';
import type { ContactsScreenState } from './use-contacts-screen.ts';

/** Shown above the rows when all loaded ones are selected but the list has more: can select the rest. */
export function PickAllLine({ screen }: { screen: ContactsScreenState }) {
  const { t } = useTranslation();
  const { pickAll, picked, view } = screen;
  const { most, isComing } = pickAll;
  if (picked.length === 0 || !view.hasMore || (picked.length < view.contacts.length && !isComing))
    return null;
  if (isComing) {
    return (
      <div className={styles.line} role="status">
        <span>{t('contacts.whole.coming', { count: view.contacts.length, total: view.total ?? 0 })}</span>
        <button type="button" onClick={pickAll.stop}>
          {t('common.actions.cancel')}
        </button>
      </div>
    );
  }
  return (
    <div className={styles.line} role="status">
      <span>{t('contacts.whole.loaded', { count: picked.length })}</span>
      {most === null ? (
        <span>{t('contacts.whole.more')}</span>
      ) : (
        <button type="button" onClick={pickAll.whole}>
          {t('contacts.whole.pick', { count: most })}
        </button>
      )}
    </div>
  );
}
