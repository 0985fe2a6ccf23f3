import type { User } from '@bocau/contract/account.ts';
import { type ReactNode, Suspense, useLayoutEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useShownPlace } from '../../parts/addresses/shown-place.ts';
import { useSessionState } from '../../parts/session/use-session-model.ts';
import { useSettings } from '../../parts/settings/use-settings.ts';
import { Link, useLocation } from '../../router/router.tsx';
import styles from './service-switch.module.css';
import { InvoicesLink, SERVICES, serviceAt } from './services.ts';

/** Also read by web/src/early, which reserves the space before the script has loaded. */
const KEPT = 'bocau.services';

/** For the screens of the mailbox, where the user is known from the session. */
export function ServiceSwitch({ narrow, settled }: { narrow: boolean; settled: boolean }) {
  const user = useSessionState((session) => session.user());
  const { pathname } = useLocation();
  // In the invoices themselves it is needed at once.
  const isShown = settled || pathname.startsWith('/invoices');
  const { show_invoices: isOn } = useSettings();
  const has = localStorage.getItem('bocau.invoices') || (isOn && user?.has_invoices);
  // Its room is kept from the start, so that nothing moves when it comes.
  const room = has && <span className={styles.service} />;
  return (
    <ServicesOf user={user} narrow={narrow}>
      <Suspense fallback={room}>{isShown ? <InvoicesLink /> : room}</Suspense>
    </ServicesOf>
  );
}

/**
 * A rail at the left of a wide screen, a bar at the bottom of a narrow one; hidden there while a message or
 * document is open.
 */
export function ServicesOf({
  user,
  narrow,
  alone = false,
  children,
}: {
  user: User | null;
  narrow: boolean;
  /**
   * Shown with a single service too, as the way back to it: its space is reserved before the user is known.
   */
  alone?: boolean;
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const isReading = Boolean(useShownPlace()?.threadId) || /^\/(message|drive\/edit)\//.test(pathname);
  const services = SERVICES.filter((service) => (user ? (service.isFor?.(user) ?? true) : wasOffered()));
  const isKnown = user !== null;
  const isOffered = services.length > 1;
  const isShown = isOffered || (alone && !narrow);
  useLayoutEffect(() => {
    if (isKnown) localStorage.setItem(KEPT, isOffered ? '1' : '0');
    if (!isShown) delete document.documentElement.dataset['services'];
    else document.documentElement.dataset['services'] = narrow && isReading ? 'away' : 'shown';
  }, [isKnown, isOffered, isShown, isReading, narrow]);

  if (!isShown || (narrow && isReading)) return null;
  return (
    <nav className={`${styles.services} not-printed`} aria-label={t('folders.services')}>
      {services.map(({ id, to, icon: Icon }) => (
        <Link
          key={id}
          to={to}
          className={styles.service}
          aria-current={id === serviceAt(pathname)?.id ? 'page' : undefined}
        >
          <span className={styles.sign}>
            <Icon size={22} />
          </span>
          {t(`folders.${id}`)}
        </Link>
      ))}
      {children}
    </nav>
  );
}

/**
 * Its visibility on the last visit; on the first one it is shown, as most users have the drive. So nothing
 * moves before the user is known.
 */
function wasOffered(): boolean {
  return localStorage.getItem(KEPT) !== '0';
}
