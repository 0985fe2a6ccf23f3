import { ActionIcon } from '@mantine/core';
import { IconArrowLeft, IconHelpCircle } from '@tabler/icons-react';
import { type ReactNode, Suspense, useLayoutEffect, useRef, useState } from 'react';
import { AccountNav } from '../../features/account/account-nav.tsx';
import { pageFor } from '../../features/help/page-ids.ts';
import { NoticeArea } from '../../features/notices/notice-area.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { watchApi } from '../../model/session/watch-api.ts';
import { FaultBoundary } from '../../parts/faults/fault-boundary.tsx';
import { ApiContext, useApi } from '../../parts/mailbox/use-api.ts';
import { ProofHost } from '../../parts/proof/proof-host.tsx';
import { useQuery } from '../../parts/queries/use-query.ts';
import { useApplySettings } from '../../parts/settings/use-settings.ts';
import { Link, Outlet, useArrival, useLocation, useNavigate } from '../../router/router.tsx';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { useSession } from '../session/session-context.ts';
import { useSessionEnd } from '../session/use-session-end.ts';
import styles from './account-layout.module.css';
import { ReplyPlace } from './reply-place.tsx';
import { ServicesOf } from './service-switch.tsx';

/** Layout of the account pages, which need the server but not the mailbox. */
export function AccountLayout() {
  return (
    <AccountFrame nav={<AccountNav />}>
      <Outlet />
    </AccountFrame>
  );
}

type Frame = { nav: ReactNode; children: ReactNode };

/**
 * The frame of such pages: a link back, the list of pages, and the dialog that asks for a proof of identity.
 */
export function AccountFrame(frame: Frame) {
  const session = useSession();
  const navigate = useNavigate();
  const sessionEnded = useSessionEnd();
  const [api] = useState(() =>
    watchApi(session.api, {
      sessionEnded,
      forbidden: ({ code }) => void navigate(`/403?${code}`),
    }),
  );
  return (
    <ApiContext value={api}>
      <Page {...frame} />
    </ApiContext>
  );
}

function Page({ nav, children }: Frame) {
  const { t } = useTranslation();
  useApplySettings();
  const { pathname } = useLocation();
  const api = useApi();
  const user = useQuery({ queryKey: ['user'], queryFn: async () => (await api.getUserInfo({})).data });
  const narrow = useIsNarrowScreen();
  const content = useRef<HTMLElement>(null);
  const arrival = useArrival();
  // A new page starts at its top; one whose address was only replaced keeps its scroll position.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another address
  useLayoutEffect(() => {
    if (arrival !== 'replace') content.current?.scrollTo(0, 0);
  }, [pathname]);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <ActionIcon
          component={Link}
          to="/"
          variant="subtle"
          color="gray"
          size={40}
          aria-label={t('account.back')}
        >
          <IconArrowLeft size={20} />
        </ActionIcon>
        <div className={styles.logo}>
          <img src="/icon.svg" alt="" width={28} height={28} />
          {t('common.product')}
        </div>
        <ActionIcon
          component="a"
          href={user.data?.links?.help ?? `/help/${pageFor(pathname)}`}
          target="_blank"
          rel="noopener noreferrer"
          variant="subtle"
          color="gray"
          size={40}
          ml="auto"
          aria-label={t('shell.help')}
          data-hint={t('shell.help')}
        >
          <IconHelpCircle size={20} />
        </ActionIcon>
      </header>
      <FaultBoundary where="reply banner" instead={() => null}>
        <ReplyPlace />
      </FaultBoundary>
      <div className={styles.around}>
        <FaultBoundary where="services" instead={() => null}>
          <ServicesOf user={user.data ?? null} narrow={narrow} alone />
        </FaultBoundary>
        <div className={styles.body}>
          <FaultBoundary where="account pages">{nav}</FaultBoundary>
          <main id="content" className={styles.content} ref={content} tabIndex={-1}>
            <FaultBoundary where="screen" of={pathname}>
              <Suspense fallback={null}>{children}</Suspense>
            </FaultBoundary>
          </main>
        </div>
      </div>
      <FaultBoundary where="proof">
        <ProofHost />
      </FaultBoundary>
      <FaultBoundary where="notices">
        <NoticeArea />
      </FaultBoundary>
    </div>
  );
}
