import { LIMITS } from '@bocau/contract/limits.ts';
import { type ReactNode, Suspense, useRef } from 'react';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import { isFiltered, sortOf } from '../../model/mail/list-filter.ts';
import type { Split } from '../../model/settings/split.ts';
import { threadDialog } from '../../parts/acts/thread-dialog.ts';
import { listWords } from '../../parts/filters/filter-words.ts';
import { useLabelName } from '../../parts/labels/use-labels.ts';
import { useMailModel } from '../../parts/mailbox/use-mailbox.ts';
import { useSearchedWords } from '../../parts/marked-text/use-searched-words.ts';
import { NOTHING_PICKED } from '../../parts/selection/selection.ts';
import { useSessionModel, useSessionState } from '../../parts/session/use-session-model.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useIsNarrow } from '../../ui/rows/use-is-narrow.ts';
import { ActBar } from '../thread-actions/act-bar.tsx';
import { SortPendingLine, TrashBanner, WholeLine } from './list-lines.tsx';
import { ListFailed, ListLoading, ListOffline } from './list-states.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { pageRange } from './page-range.ts';
import { pick } from './picks.ts';
import { ThreadGrid } from './thread-grid.tsx';
import styles from './thread-list.module.css';
import { useLastList } from './use-last-list.ts';
import type { ListScreen } from './use-list-screen.ts';

/** Most lists that are opened first have rows. */
const ListEmpty = lazyPart(async () => (await emptyLists()).ListEmpty, 'first');
const ListFiltered = lazyPart(async () => (await emptyLists()).ListFiltered, 'first');
const MoreApartLine = lazyPart(async () => (await apartLines()).MoreApartLine);
const ApartLine = lazyPart(async () => (await apartLines()).ApartLine);
const RemovedLine = lazyPart(async () => {
  const [{ RemovedLine }] = await Promise.all([import('./removed-messages.tsx'), loadLaterWords()]);
  return RemovedLine;
}, 'on-demand');

async function emptyLists() {
  return (await Promise.all([import('./list-empty.tsx'), loadLaterWords()]))[0];
}

async function apartLines() {
  return (await Promise.all([import('./apart-lines.tsx'), loadLaterWords()]))[0];
}

/** A narrower toolbar shows most acts in a menu. */
const CONDENSED_BELOW = 620;
/** Below this, touch targets of 44 px don't fit beside each other. */
const TIGHT_BELOW = 380;

/** A page of threads with its toolbar, in one of its states. */
export function ThreadList(props: {
  screen: ListScreen;
  /** Null where there is no room for a preview. */
  split: Split | null;
  onSplit(split: Split): void;
  /** The controls that filter the list. */
  filters: ReactNode;
}) {
  const { screen } = props;
  const { list, view, selection, select, picked, page, pageRef } = screen;
  const { t } = useTranslation();
  const model = useMailModel();
  const session = useSessionModel();
  const lost = useSessionState(({ connection }) => connection().state === 'lost');
  useLastList(screen, props.split !== null && props.split !== 'default');
  const section = useRef<HTMLElement>(null);
  const condensed = useIsNarrow(section, CONDENSED_BELOW);
  const tight = useIsNarrow(section, TIGHT_BELOW);
  const words = useSearchedWords(list);
  const { threads, total, totalIsCapped: capped } = view;
  const pagePicked = picked.length > 0 && picked.length === threads.length;
  const name = listWords(t, list, now(), useLabelName(list));
  const refresh = () => void model.refreshList(pageRef);

  return (
    <section ref={section} tabIndex={-1} className={styles['list']} aria-label={name}>
      <h1 className="visually-hidden">{name}</h1>
      <ListToolbar
        picked={selection.whole ? total : picked.length}
        allPicked={pagePicked}
        onPage={threads.length}
        range={pageRange(page, pageRef.limit, threads.length, total, capped)}
        capped={capped}
        sorted={sortOf(list) !== null}
        split={props.split}
        condensed={condensed}
        tight={tight}
        lastSeen={view.lastSeen && !lost}
        onPick={(which) => select(pick(threads, which))}
        onRefresh={refresh}
        onHistory={() => threadDialog.set({ kind: 'history' })}
        onGoTo={screen.goTo}
        onSplit={props.onSplit}
      >
        <ActBar
          target={screen.pickedTarget}
          condensed={condensed}
          {...(tight && picked.length === 0 && { onRefresh: refresh })}
        />
      </ListToolbar>
      {props.filters}
      <LinesAbove screen={screen} pagePicked={pagePicked} />
      {content()}
      <Suspense>
        {list.kind === 'search' && view.apart && !view.apart.shown && page === 1 && (
          <MoreApartLine terms={list.terms} apart={view.apart} />
        )}
        {list.kind === 'folder' && list.path === 'Trash' && <RemovedLine />}
      </Suspense>
    </section>
  );

  function content(): ReactNode {
    if (threads.length > 0) {
      return (
        <ThreadGrid
          key={screen.pageKey}
          ref={screen.grid}
          pageKey={screen.pageKey}
          name={name}
          busy={view.lastSeen && !lost}
          threads={threads}
          firstIndex={pageRef.offset}
          total={capped ? -1 : total}
          picked={selection.ids}
          cursorId={screen.cursorId}
          openId={screen.openId}
          labelled={list.kind !== 'folder'}
          sized={sortOf(list)?.startsWith('size') ?? false}
          words={words}
          handlers={screen.handlers}
          onMove={screen.move}
          onRefresh={refresh}
        />
      );
    }
    // A later page that has become empty is refilled from those after it, or left for the last one.
    if (view.loading === 'ready' && page === 1) {
      return isFiltered(list) ? (
        <Suspense>
          <ListFiltered list={list} onAll={() => section.current?.focus()} />
        </Suspense>
      ) : (
        <Suspense>
          <ListEmpty list={list} onRefresh={refresh} />
        </Suspense>
      );
    }
    if (lost) return <ListOffline onTryNow={() => session.tryNow()} />;
    if (view.loading === 'failed') return <ListFailed error={view.error} onRetry={refresh} />;
    return <ListLoading />;
  }
}

/** The notes of a list above its rows. */
function LinesAbove({ screen, pagePicked }: { screen: ListScreen; pagePicked: boolean }) {
  const { list, view, selection, select, picked } = screen;
  const { threads, total, totalIsCapped: capped } = view;
  const filtered = isFiltered(list);
  return (
    <>
      {list.kind === 'folder' && list.path === 'Trash' && !filtered && total > 0 && (
        <TrashBanner
          days={LIMITS.trashDays}
          onEmpty={() => threadDialog.set({ kind: 'empty-trash', target: screen.pickedTarget })}
        />
      )}
      {pagePicked && (total > threads.length || capped) && (
        <WholeLine
          picked={picked.length}
          total={total}
          capped={capped}
          whole={selection.whole}
          inSearch={filtered || list.kind === 'search'}
          onWhole={() => select({ ...selection, whole: true })}
          onClear={() => select(NOTHING_PICKED)}
        />
      )}
      {list.kind === 'search' && view.apart?.shown && threads.length > 0 && (
        <Suspense>
          <ApartLine terms={list.terms} />
        </Suspense>
      )}
      {view.sortPending && <SortPendingLine />}
    </>
  );
}
