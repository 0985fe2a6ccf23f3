import { IconReceipt } from '@tabler/icons-react';
import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { invoicesKnown, rememberInvoices } from '../../parts/invoices/known-invoices.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { Link, useLocation } from '../../router/router.tsx';
import styles from './service-switch.module.css';

const DIRECTIONS = ['bought', 'sold'] as const;

/** The way to the invoices, beside the other services; nothing while the mailbox has none. */
export function InvoicesLink() {
  const { t } = useTranslation();
  const api = useApi();
  const { pathname } = useLocation();
  const isKnown = useSyncExternalStore(invoicesKnown.subscribe, invoicesKnown.get);
  useEffect(() => {
    if (isKnown) return undefined;
    const asked = new AbortController();
    async function ask(): Promise<void> {
      for (const direction of DIRECTIONS) {
        const { data } = await api.listInvoices({ query: { direction, limit: '1' } }, asked.signal);
        if (data.length > 0) return rememberInvoices();
      }
    }
    // Without an answer it is not offered; the next start asks again.
    ask().catch(() => undefined);
    return () => asked.abort();
  }, [api, isKnown]);
  if (!isKnown) return null;
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
