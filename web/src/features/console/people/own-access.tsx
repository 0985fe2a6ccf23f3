import { useTranslation } from '../../../i18n/use-translation.ts';
import { Link } from '../../../router/router.tsx';
import styles from './people.module.css';

/** One's own password and second step need the present ones: they are changed in the account. */
export function OwnAccess() {
  const { t } = useTranslation();
  return (
    <section className={styles.part}>
      <p>{t('people.access.own')}</p>
      <div className={styles.acts}>
        <Link to="/protect/password">{t('account.pages.password')}</Link>
        <Link to="/protect/authentication">{t('account.pages.twoStep')}</Link>
      </div>
    </section>
  );
}
