import { useTranslation } from '../../../i18n/use-translation.ts';
import { Link } from '../../../router/router.tsx';
import styles from './people.module.css';

/** The own password and second step take what one knows and has of them: they are changed in the account. */
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
