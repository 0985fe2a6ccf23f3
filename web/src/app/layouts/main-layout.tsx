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
import { FaultBoundary } from '../../parts/faults/fault-boundary.tsx';
import { filterRequest } from '../../parts/filters/filter-request.ts';
import { helpRequest } from '../../parts/help/help-request.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useNotificationChoice } from '../../parts/notifications/notification-choice.ts';
import { useApplySettings } from '../../parts/settings/use-settings.ts';
import { useLocation, useMatch } from '../../router/router.tsx';
import { lazyPart, onPartFailed } from '../../ui/lazy-part.tsx';
import { readLater } from '../../ui/read-ahead.ts';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { ComposePlace } from './compose-place.tsx';
import { Header } from './header.tsx';
import styles from './main-layout.module.css';
import { ReplyPlace } from './reply-place.tsx';
import { ServiceSwitch } from './service-switch.tsx';

const SidebarDrawer = lazyPart(async () => (await import('./sidebar-drawer.tsx')).SidebarDrawer);

const BatchPanel = lazyPart(
  async () => (await import('../../features/thread-actions/batch-panel.tsx')).BatchPanel,
);

const DesktopNotices = lazyPart(async () => {
  const [{ DesktopNotices: Part }] = await Promise.all([
    import('../../features/notices/desktop-notices.tsx'),
    loadLaterWords(),
  ]);
  return Part;
}, 'on-demand');

const Announcements = lazyPart(async () => {
  const [{ Announcements: Part }] = await Promise.all([
    import('../../features/notices/announcements.tsx'),
    loadLaterWords(),
  ]);
  return Part;
}, 'last');

const ProposedFilter = lazyPart(async () => {
  const [{ ProposedFilter: Part }] = await Promise.all([
    import('../../features/filters/proposed-filter.tsx'),
    loadLaterWords(),
  ]);
  return Part;
}, 'last');
const HelpDialog = lazyPart(async () => {
  const [{ HelpDialog: Part }, { loadHelpWords }] = await Promise.all([
    import('../../features/help/help-dialog.tsx'),
    import('../../features/help/load-help-words.ts'),
  ]);
  await loadHelpWords();
  return Part;
}, 'on-demand');
const HintLayer = lazyPart(async () => (await import('../../ui/hint-layer.tsx')).HintLayer);

/** Where no list comes. */
const SETTLED_WITHIN_MS = 2_000;
const FOLDED = 'bocau.rail';

export function MainLayout({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const narrow = useIsNarrowScreen();
  const [drawer, setDrawer] = useState<'untouched' | 'open' | 'shut'>('untouched');
  const [folded, setFolded] = useState(() => localStorage.getItem(FOLDED) === '1');
  const { pathname } = useLocation();
  const isFolder = useMatch('/folder/:name') !== null;
  const isList = useMatch('/advance-search') !== null || isFolder;
  useLayoutEffect(removeEarlyRows, []);
  // Before the list stands they would take the line from it, and a style sheet that comes lays out all of the page anew.
  const [settled, setSettled] = useState(false);
  useEffect(() => readLater(async () => setSettled(true), 'first'), []);
  useEffect(() => after(SETTLED_WITHIN_MS, () => setSettled(true)), []);
  usePageBadge();
  useApplySettings();
  const working = useSyncExternalStore(job.subscribe, job.get) !== null;
  const { on, pushed } = useNotificationChoice();
  const filter = useSyncExternalStore(filterRequest.subscribe, filterRequest.get);

  const help = useSyncExternalStore(helpRequest.subscribe, helpRequest.get);

  // Choosing a folder in the drawer closes it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it is about
  useEffect(() => setDrawer((state) => (state === 'open' ? 'shut' : state)), [pathname]);

  useEffect(() => {
    onPartFailed(() => {
      const reload = { label: t('common.actions.reload'), run: () => window.location.reload() };
      // Without a network there is nothing that loading the page again would bring.
      if (!navigator.onLine) notify({ text: t('pages.chunkOffline'), tone: 'danger', seconds: 10 });
      else notify({ text: t('pages.chunkFailed'), tone: 'danger', seconds: 10, action: reload });
    });
  }, [t]);

  function toggle() {
    if (narrow) setDrawer((state) => (state === 'open' ? 'shut' : 'open'));
    else {
      localStorage.setItem(FOLDED, folded ? '0' : '1');
      setFolded(!folded);
    }
  }

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
          <ServiceSwitch narrow={narrow} />
        </FaultBoundary>
        {narrow ? (
          <Suspense>
            {drawer !== 'untouched' && (
              <SidebarDrawer opened={drawer === 'open'} onClose={() => setDrawer('shut')} />
            )}
          </Suspense>
        ) : (
          <aside className={folded ? styles.rail : styles.side}>
            <FaultBoundary where="sidebar">
              <Sidebar folded={folded} inDrawer={false} />
            </FaultBoundary>
          </aside>
        )}
        <main id="content" className={styles.content} tabIndex={-1}>
          <FaultBoundary where="reply banner" instead={nothing}>
            <ReplyPlace />
          </FaultBoundary>
          <FaultBoundary where="domain banner" instead={nothing}>
            <DomainBanner />
          </FaultBoundary>
          <FaultBoundary where="storage banner" instead={nothing}>
            <StorageBanner />
          </FaultBoundary>
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
      <FaultBoundary where="announcements" instead={nothing}>
        <Suspense fallback={null}>{settled && <Announcements />}</Suspense>
      </FaultBoundary>
      <FaultBoundary where="desktop notices" instead={nothing}>
        <Suspense fallback={null}>{(on || pushed) && <DesktopNotices />}</Suspense>
      </FaultBoundary>
      {filter && (
        <FaultBoundary where="proposed filter">
          <Suspense fallback={null}>
            <ProposedFilter />
          </Suspense>
        </FaultBoundary>
      )}
      {help !== null && (
        <FaultBoundary where="help" instead={nothing}>
          <Suspense fallback={null}>
            <HelpDialog key={help} asked={help} onClose={() => helpRequest.set(null)} />
          </Suspense>
        </FaultBoundary>
      )}
      <FaultBoundary where="keyboard" instead={nothing}>
        <KeyboardActs />
      </FaultBoundary>
      <FaultBoundary where="hints" instead={nothing}>
        <Suspense fallback={null}>{settled && <HintLayer />}</Suspense>
      </FaultBoundary>
    </div>
  );
}

/** In the place of what is seen only now and then, or never. */
function nothing(): null {
  return null;
}
