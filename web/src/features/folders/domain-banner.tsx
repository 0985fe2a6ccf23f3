import { useTranslation } from '../../i18n/use-translation.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import styles from './banner.module.css';

/** Explains that nothing can be opened or sent because the domain's DNS is not set up. */
export function DomainBanner() {
  const { t } = useTranslation();
  const user = useSessionState((session) => session.user());
  if (!user || user.domain_verified) return null;
  return (
    <div className={`${styles.banner} not-printed`} data-tone="warning" role="status">
      <span>
        {t('folders.domain.unverified', { domain: user.email.slice(user.email.lastIndexOf('@') + 1) })}
      </span>
    </div>
  );
}
