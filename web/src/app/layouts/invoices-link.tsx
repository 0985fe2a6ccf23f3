import { IconReceipt } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { invoicesSeen } from '../../parts/invoices/invoices-seen.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { Link, useLocation } from '../../router/router.tsx';
import styles from './service-switch.module.css';

/** Read before the user is known, so that room is kept for the link. */
const KEPT = 'bocau.invoices';

/** The way to the invoices, beside the other services; nothing while the mailbox has none or the person wants none. */
export function InvoicesLink() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const has = useSessionState((session) => session.user()?.has_invoices === true);
  const seen = useSyncExternalStore(invoicesSeen.subscribe, invoicesSeen.get);
  const { show_invoices: isOn } = useSettings();
  const isOffered = isOn && (has || seen);
  useEffect(() => {
    if (isOffered) localStorage.setItem(KEPT, '1');
    else localStorage.removeItem(KEPT);
  }, [isOffered]);
  if (!isOffered) return null;
  return (
    <Link
      to="/invoices"
      className={styles.service}
      aria-current={pathname.startsWith('/invoices') ? 'page' : undefined}
    >
      <span className={styles.sign}>
        <IconReceipt size={22} />
      </span>
      {t('folders.invoices')}
    </Link>
  );
}
