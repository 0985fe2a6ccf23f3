import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/account/account-page.module.css';
import { ActivityPages } from '../../parts/account/activity-pages.tsx';
import { useApi } from '../../parts/mailbox/use-api.ts';

/** LH-1: security events of the user's own account. */
export function SignInHistory() {
  const { t } = useTranslation();
  const api = useApi();
  return (
    <section className={styles.section} aria-labelledby="sign-in-history">
      <div className={styles.heading}>
        <h2 id="sign-in-history">{t('security.history.title')}</h2>
      </div>
      <p className={styles.about}>{t('security.history.about')}</p>
      <ActivityPages
        queryKey={['activities']}
        read={(page) => api.listActivities({ query: { page } })}
        label={t('security.history.title')}
      />
    </section>
  );
}
