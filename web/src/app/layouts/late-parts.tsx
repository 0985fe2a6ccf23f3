import { Suspense, useSyncExternalStore } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { FaultBoundary } from '../../parts/faults/fault-boundary.tsx';
import { filterRequest } from '../../parts/filters/filter-request.ts';
import { helpRequest } from '../../parts/help/help-request.ts';
import { useNotificationChoice } from '../../parts/notifications/notification-choice.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { nothing } from './nothing.ts';

const DesktopNotices = lazyPart(async () => {
  const [{ DesktopNotices: Part }] = await Promise.all([
    import('../../features/notices/desktop-notices.tsx'),
    loadLaterWords(),
  ]);
  return Part;
}, 'on-demand');

const LastParts = lazyPart(async () => {
  const [{ LastParts: Part }] = await Promise.all([import('./last-parts.tsx'), loadLaterWords()]);
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

/** Parts above the mailbox that are loaded on request, or once the list is shown. */
export function LateParts({ settled }: { settled: boolean }) {
  const { on, pushed } = useNotificationChoice();
  const filter = useSyncExternalStore(filterRequest.subscribe, filterRequest.get);
  const help = useSyncExternalStore(helpRequest.subscribe, helpRequest.get);
  return (
    <>
      <FaultBoundary where="announcements" instead={nothing}>
        <Suspense fallback={null}>{settled && <LastParts />}</Suspense>
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
    </>
  );
}
