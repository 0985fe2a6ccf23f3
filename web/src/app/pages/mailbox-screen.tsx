import { roleOf } from '@bocau/contract/folder-roles.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { FilterChips } from '../../features/search/filter-chips.tsx';
import { ActBar } from '../../features/thread-actions/act-bar.tsx';
import { ActDialogs } from '../../features/thread-actions/act-dialogs.tsx';
import { PreviewPlaceholder } from '../../features/thread-list/preview-placeholder.tsx';
import { SplitPane } from '../../features/thread-list/split-pane.tsx';
import { ThreadList } from '../../features/thread-list/thread-list.tsx';
import { useDraftAddress } from '../../features/thread-list/use-draft-address.ts';
import { type ListScreen, useListScreen } from '../../features/thread-list/use-list-screen.ts';
import { loadReadingWords } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { now } from '../../lib/timers.ts';
import type { ListRef } from '../../model/mail/mail-model.ts';
import { settingsOfSplit, splitOf } from '../../model/settings/split.ts';
import { addressOf, type ListPlace, placeOfAddress } from '../../parts/addresses/list-address.ts';
import { FaultBoundary } from '../../parts/faults/fault-boundary.tsx';
import { listWords } from '../../parts/filters/filter-words.ts';
import { useLabelName } from '../../parts/labels/use-labels.ts';
import { useMailbox } from '../../parts/mailbox/use-mailbox.ts';
import { notify } from '../../parts/notices/notify.ts';
import { NOTHING_PICKED } from '../../parts/selection/selection.ts';
import { useSettings, useSettingsModel } from '../../parts/settings/use-settings.ts';
import { useBackLayer, useLocation, useNavigate, useParams } from '../../router/router.tsx';
import { PHONE, WIDE } from '../../ui/breakpoints.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { beginReadingAhead } from '../../ui/read-ahead.ts';
import { useMedia } from '../../ui/use-media.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import styles from './mailbox-screen.module.css';
import { NotFoundPage } from './not-found-page.tsx';

const ThreadDetail = lazyPart(async () => {
  const [{ ThreadDetail: Part }, { prepareFrame }] = await Promise.all([
    import('../../features/thread-detail/thread-detail.tsx'),
    import('../../parts/message-body/frames.ts'),
    loadReadingWords(),
  ]);
  prepareFrame();
  return Part;
}, 'first');

/** Below this width, eight targets of 44 px do not fit side by side. */
const TIGHT = '(max-width: 379.98px)';

/** Folders, Starred and searches, with the thread that is opened from them. */
export function MailboxScreen() {
  const { folder, label, id } = useParams();
  const { search } = useLocation();
  const place = useMemo(() => placeOfAddress({ folder, label, id }, search), [folder, label, id, search]);
  const { list } = place;
  const exists = useMailbox((model) => {
    if (model.folders().length === 0) return true;
    if (list.kind === 'label') return list.id === WAITING || model.labels().some(({ id }) => id === list.id);
    if (list.kind !== 'folder') return true;
    // LT-18: the folder comes with the first conversation that is put aside.
    return model.folderByPath(list.path) !== null || roleOf(list.path)?.onDemand === true;
  });
  return exists ? <Lists place={place} /> : <NotFoundPage />;
}

function Lists({ place }: { place: ListPlace }) {
  const wide = useMedia(WIDE);
  const settings = useSettings();
  const { change } = useSettingsModel();
  const split = splitOf(settings);
  const beside = wide && split !== 'default';
  const screen = useListScreen(place, settings.item_per_page, beside, ThreadDetail.prepare);
  useListTitle(screen);
  useDraftAddress(screen);
  const navigate = useNavigate();
  // A search without terms is not a search.
  const showList = (list: ListRef) =>
    void navigate(list.kind === 'search' && Object.keys(list.terms).length === 0 ? '/' : addressOf(list));
  const picking = screen.picked.length > 0 && screen.openId === null;
  useBackLayer(() => screen.select(NOTHING_PICKED), picking && !wide);
  // What the list does not need is loaded after it.
  const listed = screen.view.loading === 'ready' || screen.view.loading === 'failed';
  useEffect(() => {
    if (listed) beginReadingAhead();
  }, [listed]);

  const list = (
    <FaultBoundary where="list">
      <ThreadList
        screen={screen}
        split={wide ? split : null}
        onSplit={(to) => change(settingsOfSplit(to))}
        filters={<FilterChips list={screen.list} threads={screen.view.threads} onList={showList} />}
      />
    </FaultBoundary>
  );
  const thread = screen.openId !== null && (
    <FaultBoundary where="reading pane" of={screen.openId}>
      <OpenThread key={screen.openId} screen={screen} beside={beside} />
    </FaultBoundary>
  );
  return (
    <>
      {beside ? (
        <SplitPane
          split={split}
          size={settings.preview_size}
          onSize={(size) => change({ preview_size: size })}
          list={list}
          preview={
            thread || (
              <PreviewPlaceholder
                picked={screen.picked.length}
                onClear={() => screen.select(NOTHING_PICKED)}
              />
            )
          }
        />
      ) : (
        <div className={styles['single']}>
          {/* The list stays mounted behind the thread, with its scroll position, selection and cursor. */}
          <div className={thread ? styles['behind'] : styles['front']} inert={Boolean(thread)}>
            {list}
          </div>
          {thread && <div className={styles['front']}>{thread}</div>}
        </div>
      )}
      <FaultBoundary where="dialogs">
        <ActDialogs />
      </FaultBoundary>
    </>
  );
}

function OpenThread({ screen, beside }: { screen: ListScreen; beside: boolean }) {
  const { t } = useTranslation();
  const { list, openRow } = screen;
  const id = screen.openId as string;
  // The folder that it was opened from: it is read there even after its row has moved.
  const [path] = useState(list.kind === 'folder' ? list.path : (openRow?.mailbox_name ?? null));
  const { thread, error } = useMailbox((model) => model.thread(id, path));
  const phone = useMedia(PHONE);
  const tight = useMedia(TIGHT);
  useCloseWithRow(screen, path, { thread, isGone: error?.status === 404 });
  const unverified = error?.code === 'domain_unverified';
  useEffect(() => {
    if (unverified) notify({ text: t('errors.domain_unverified'), tone: 'danger', seconds: 8 });
  }, [unverified, t]);

  const shown: Thread | null = openRow ?? thread;
  return (
    <Suspense fallback={null}>
      <ThreadDetail
        threadId={id}
        path={path}
        split={beside}
        acts={shown && <ActBar target={screen.targetOf([shown])} condensed={phone} tight={tight} reading />}
        onClose={screen.close}
        onNext={screen.openNext}
        onPrevious={screen.openPrevious}
      />
    </Suspense>
  );
}

/** Closes a thread that was deleted or moved in another tab or device, as if that was done here. */
function useCloseWithRow(
  screen: ListScreen,
  path: string | null,
  { thread, isGone }: { thread: ThreadWithMessages | null; isGone: boolean },
): void {
  const { list } = screen;
  const folderId = useMailbox((model) => (path === null ? null : (model.folderByPath(path)?.id ?? null)));
  // A sent draft leaves its folder too, but stays open.
  const follows = list.kind === 'folder' && roleOf(path)?.own !== true;
  const isHere = thread?.messages.some((message) => message.folder_id === folderId) === true;
  // While it is reloading, nothing is known.
  const hasLeft = thread ? follows && !isHere : isGone;
  const [wasHere, setWasHere] = useState(false);
  const latest = useRef(screen);
  latest.current = screen;
  useEffect(() => {
    if (isHere) setWasHere(true);
    else if (wasHere && hasLeft) latest.current.close();
  }, [isHere, wasHere, hasLeft]);
}

/** The folder's name with the number of unread messages, or of drafts. */
function useListTitle({ list }: ListScreen): void {
  const { t } = useTranslation();
  const path = list.kind === 'folder' ? list.path : null;
  const waiting = useMailbox((model) => {
    const folder = path === null ? null : model.folderByPath(path);
    if (list.kind === 'label') return model.labels().find(({ id }) => id === list.id)?.unread ?? 0;
    const role = roleOf(path);
    if (!folder || !role?.inTitle) return 0;
    return role.counts === 'total' ? folder.total_threads : folder.unread_threads;
  });
  usePageTitle(`${waiting > 0 ? `(${waiting}) ` : ''}${listWords(t, list, now(), useLabelName(list))}`);
}
