import { type ReactNode, Suspense, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { ComposeButton } from '../../features/compose/windows/compose-button.tsx';
import { DomainBanner } from '../../features/folders/domain-banner.tsx';
import { usePageBadge } from '../../features/folders/page-badge.ts';
import { Sidebar } from '../../features/folders/sidebar.tsx';
import { StorageBanner } from '../../features/folders/storage-banner.tsx';
import { NoticeArea } from '../../features/notices/notice-area.tsx';
import { ReconnectOverlay } from '../../features/notices/reconnect-overlay.tsx';
import { job } from '../../features/thread-actions/jobs.ts';
import { KeyboardActs } from '../../features/thread-actions/keyboard-acts.tsx';
import { StuckActs } from '../../features/thread-actions/stuck-acts.tsx';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { removeEarlyRows } from '../../lib/early-rows.ts';
import { after } from '../../lib/timers.ts';
import { threadDialog } from '../../parts/acts/thread-dialog.ts';
import { FaultBoundary } from '../../parts/faults/fault-boundary.tsx';
import { returnKeysOfDialogs } from '../../parts/keyboard/typed-ahead.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useApplySettings } from '../../parts/settings/use-settings.ts';
import { useLocation, useMatch } from '../../router/router.tsx';
import { lazyPart, onPartFailed } from '../../ui/lazy-part.tsx';
import { readLater } from '../../ui/read-ahead.ts';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { ComposePlace } from './compose-place.tsx';
import { Header } from './header.tsx';
import { LateParts } from './late-parts.tsx';
import styles from './main-layout.module.css';
import { nothing } from './nothing.ts';
import { ReplyPlace } from './reply-place.tsx';
import { ServiceSwitch } from './service-switch.tsx';
import { serviceAt } from './services.ts';
import { useSidebar } from './use-sidebar.ts';

const SidebarDrawer = lazyPart(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer);

const BatchPanel = lazyPart(async () => {
  const [{ BatchPanel: Part }] = await Promise.all([
    import('../../features/thread-actions/batch-panel.tsx'),
    loadLaterWords(),
  ]);
  return Part;
});

const HintLayer = lazyPart(async () => (await import('../../ui/hint-layer.tsx')).HintLayer);

/** Used on screens without a list. */
const SETTLED_WITHIN_MS = 2_000;

export function MainLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const narrow = useIsNarrowScreen();
  const { drawer, shutDrawer, folded, toggle } = useSidebar(narrow);
  const { pathname } = useLocation();
  const Aside = serviceAt(pathname)?.Aside ?? Sidebar;
  const matches = ['/folder/:name', '/label/:name', '/advance-search'].map(useMatch);
  const isList = matches.some((match) => match !== null);
  useLayoutEffect(removeEarlyRows, []);
  const settled = useSettled();
  usePageBadge();
  useApplySettings();
  const working = useSyncExternalStore(job.subscribe, job.get) !== null;
  useFailureNotice();

  return (
    <div className={styles.page} data-folded={folded || undefined}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      <FaultBoundary where="header">
        <Header narrow={narrow} onMenu={toggle} />
      </FaultBoundary>
      <div className={styles.body}>
        <FaultBoundary where="services" instead={nothing}>
          <ServiceSwitch narrow={narrow} settled={settled} />
        </FaultBoundary>
        {narrow ? (
          <Suspense>
            {drawer !== 'untouched' && <SidebarDrawer opened={drawer === 'open'} onClose={shutDrawer} />}
          </Suspense>
        ) : (
          <aside className={folded ? styles.rail : styles.side}>
            <FaultBoundary where="sidebar">
              <Suspense>
                <Aside folded={folded} inDrawer={false} />
              </Suspense>
            </FaultBoundary>
          </aside>
        )}
        <main id="content" className={styles.content} tabIndex={-1}>
          <Banners />
          <FaultBoundary where="screen" of={pathname}>
            {children}
          </FaultBoundary>
        </main>
      </div>
      <FaultBoundary where="compose">
        {narrow && isList && <ComposeButton as="floating" />}
        <ComposePlace />
      </FaultBoundary>
      <FaultBoundary where="batch">
        <Suspense fallback={null}>{working && <BatchPanel />}</Suspense>
      </FaultBoundary>
      <FaultBoundary where="notices">
        <StuckActs />
        <NoticeArea below={<ReconnectOverlay />} />
      </FaultBoundary>
      <LateParts settled={settled} />
      <FaultBoundary where="keyboard" instead={nothing}>
        <KeyboardActs />
      </FaultBoundary>
      <FaultBoundary where="hints" instead={nothing}>
        <Suspense fallback={null}>{settled && <HintLayer />}</Suspense>
      </FaultBoundary>
    </div>
  );
}

/** Notices about the whole mailbox, above its content. */
function Banners() {
  return (
    <>
      <FaultBoundary where="reply banner" instead={nothing}>
        <ReplyPlace />
      </FaultBoundary>
      <FaultBoundary where="domain banner" instead={nothing}>
        <DomainBanner />
      </FaultBoundary>
      <FaultBoundary where="storage banner" instead={nothing}>
        <StorageBanner />
      </FaultBoundary>
    </>
  );
}

/**
 * Whether the list is shown. Loading other parts earlier would compete for bandwidth, and their styles would
 * cause another layout.
 */
function useSettled(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => readLater(async () => setSettled(true), 'first'), []);
  useEffect(() => after(SETTLED_WITHIN_MS, () => setSettled(true)), []);
  return settled;
}

/** Reports parts of the page that failed to load. */
function useFailureNotice(): void {
  const { t } = useTranslation();
  useEffect(() => {
    onPartFailed(() => {
      // A dialog whose code failed to load would otherwise stay requested and block all shortcuts.
      threadDialog.set(null);
      returnKeysOfDialogs();
      // Without a network, reloading the page would not help.
      const online = navigator.onLine;
      const reload = { label: t('common.actions.reload'), run: () => window.location.reload() };
      const text = online ? t('pages.chunkFailed') : t('pages.chunkOffline');
      notify({ text, tone: 'danger', seconds: 10, ...(online && { action: reload }) });
    });
  }, [t]);
}
