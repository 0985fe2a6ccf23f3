import { IconBuildingCog, IconLogout, IconSettings, IconUserCircle } from '@tabler/icons-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { Link } from '../../router/router.tsx';
import { useSignOut } from '../session/use-sign-out.ts';
import { displayName } from './display-name.ts';
import styles from './drawer-account.module.css';

/** The entries of the account menu, repeated in the drawer, within reach of the thumb. */
export function DrawerAccount() {
  const { t } = useTranslation();
  const user = useSessionState((session) => session.user());
  const signOut = useSignOut();
  if (!user) return null;
  const name = displayName(user);
  return (
    <nav className={styles.account} aria-label={t('shell.accountMenu', { name })}>
      <a className={styles.entry} href="/account/home" target="_blank" rel="noopener">
        <IconUserCircle size={20} />
        <span className={styles.who}>
          <strong>{name}</strong>
          <span>{t('shell.account')}</span>
        </span>
      </a>
      {(user.type === 'Owner' || user.provider) && (
        <a className={styles.entry} href="/admin" target="_blank" rel="noopener">
          <IconBuildingCog size={20} />
          {t('shell.administration')}
        </a>
      )}
      <Link className={styles.entry} to="/setting/general">
        <IconSettings size={20} />
        {t('shell.settings')}
      </Link>
      <button type="button" className={styles.entry} onClick={() => void signOut()}>
        <IconLogout size={20} />
        {t('common.actions.signOut')}
      </button>
    </nav>
  );
}
