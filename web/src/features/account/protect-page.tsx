import { useTranslation } from '../../i18n/use-translation.ts';
import styles from '../../parts/account/account-page.module.css';
import { Together } from '../../parts/account/together.tsx';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { AlertSwitch } from './alert-switch.tsx';
import { LinkedAccounts } from './linked-accounts.tsx';
import { OpenSessions } from './open-sessions.tsx';
import { OwnAuditLog } from './own-audit-log.tsx';
import { RecoveryAddress } from './recovery-address.tsx';
import { SignInHistory } from './sign-in-history.tsx';
import { StrangerTraces } from './stranger-traces.tsx';
import { TwoStepLine } from './two-step-line.tsx';

/** AC-1: the sessions of the account, and what happened to its protection. */
export function ProtectPage() {
  const { t } = useTranslation();
  usePageTitle(t('security.title'));
  return (
    <div className={styles.page}>
      <h1>{t('security.title')}</h1>
      <Together>
        <StrangerTraces />
        <TwoStepLine />
        <RecoveryAddress />
        <OpenSessions />
        <LinkedAccounts />
        <AlertSwitch />
        <SignInHistory />
        <OwnAuditLog />
      </Together>
    </div>
  );
}
