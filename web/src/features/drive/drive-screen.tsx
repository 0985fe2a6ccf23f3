import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { textPixels } from '../../lib/text-pixels.ts';
import { useFocusInside } from '../../parts/keyboard/use-focus-inside.ts';
import { PickAllLine } from '../../parts/selection/pick-all-line.tsx';
import { useSessionModel, useSessionState } from '../../parts/session/use-session-model.ts';
import { UploadPanel } from '../../parts/uploads/upload-panel.tsx';
import { useIsNarrow } from '../../ui/rows/use-is-narrow.ts';
import { useIsNarrowScreen } from '../../ui/use-is-narrow-screen.ts';
import { usePageTitle } from '../../ui/use-page-title.ts';
import { CopyPanel } from './copy-panel.tsx';
import { DeletionsNote } from './deletions-note.tsx';
import { DetailsPanel } from './details-panel.tsx';
import { DriveBar } from './drive-bar.tsx';
import { DriveColumns } from './drive-columns.tsx';
import { DriveDialogs } from './drive-dialogs.tsx';
import { DriveGrid } from './drive-grid.tsx';
import { EntryMenu } from './drive-menus.tsx';
import { DrivePlaces } from './drive-places.tsx';
import styles from './drive-screen.module.css';
import { DriveSearch } from './drive-search.tsx';
import { DriveEmpty, DriveFailed, DriveLoading, DriveOffline } from './drive-states.tsx';
import { DriveUsageLine } from './drive-usage-line.tsx';
import { useDriveKeys } from './use-drive-keys.ts';
import { type DriveScreenState, useDriveScreen } from './use-drive-screen.ts';
import { useUploadDrop } from './use-upload-drop.ts';
import { useWidth } from './use-width.ts';

/** Narrower lists show two-line rows and only the acts for which there is room. */
const NARROW = 640;
/** Below this width, details are over the list instead of beside it. */
const BESIDE = 900;

/** The drive: one list at a time, and its acts. */
export function DriveScreen() {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  const narrow = useIsNarrow(section, textPixels(NARROW));
  // Where there is room, the header has the search.
  const narrowScreen = useIsNarrowScreen();
  const screen = useDriveScreen(narrow);
  const { list, name } = screen;
  useDriveKeys(screen);
  // On the list or, while there is none, on what is in its place.
  useFocusInside(section, () => {
    if (screen.grid.current) screen.grid.current.focus();
    else section.current?.focus({ preventScroll: true });
  });
  usePageTitle(
    list.kind === 'folder' && list.id === null ? t('drive.title') : `${name} – ${t('drive.title')}`,
  );

  return (
    <section ref={section} tabIndex={-1} className={styles.screen} aria-label={name}>
      <h1 className="visually-hidden">{name}</h1>
      <div className={styles.top} data-narrow={narrow || undefined}>
        <DrivePlaces list={list} />
        {narrowScreen && <DriveSearch />}
        <DriveUsageLine narrow={narrow} />
      </div>
      <DeletionsNote />
      <DriveBar screen={screen} narrow={narrow} />
      <div className={styles.body}>
        <DriveList screen={screen} narrow={narrow} />
        {screen.detailsShown && (
          <DetailsPanel screen={screen} beside={section} widthBeside={textPixels(BESIDE)} />
        )}
      </div>
      {screen.menu && <EntryMenu {...screen.menu} onClose={() => screen.openMenu(null)} />}
      {screen.question && <DriveDialogs screen={screen} question={screen.question} />}
    </section>
  );
}

function DriveList({ screen, narrow }: { screen: DriveScreenState; narrow: boolean }) {
  const { t } = useTranslation();
  const session = useSessionModel();
  const lost = useSessionState(({ connection }) => connection().state === 'lost');
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const { view, list, model, order, look } = screen;
  const mayAdd = list.kind === 'folder' && view.permission !== 'READ' && view.loading === 'ready';
  const drop = useUploadDrop(mayAdd ? { id: list.id } : null);

  const hasRows = view.files.length > 0;
  const isAwaited = !hasRows && view.loading === 'loading' && !lost;

  function content(): ReactNode {
    if (hasRows) {
      return (
        <>
          {list.kind === 'trash' && <p className={styles.hint}>{t('drive.delete.hint', { days: 30 })}</p>}
          <DriveGrid key={screen.listKey + look.layout} screen={screen} tall={narrow} width={width} />
        </>
      );
    }
    if (isAwaited) return <DriveLoading />;
    if (view.loading === 'ready') return <DriveEmpty list={list} mayAdd={mayAdd} />;
    if (lost) return <DriveOffline onTryNow={() => session.tryNow()} />;
    return <DriveFailed error={view.error} onRetry={() => void model.refresh(list, order)} />;
  }

  return (
    <div ref={place} className={styles.list} {...drop.handlers}>
      {screen.isFileMissing && view.loading === 'ready' && (
        <p className={styles.hint} role="alert">
          <b>{t('drive.fileNotFound.title')}</b> {t('drive.fileNotFound.text')}
        </p>
      )}
      {hasRows && (
        <PickAllLine
          pickAll={screen.pickAll}
          picked={screen.picked.length}
          loaded={view.files.length}
          hasMore={view.hasMore}
          total={view.total}
          words="drive.whole"
        />
      )}
      {/* The headers stay while a newly chosen order is loading. */}
      {(hasRows || isAwaited) && look.layout === 'list' && !narrow && <DriveColumns screen={screen} />}
      {content()}
      <CopyPanel />
      <UploadPanel />
      {drop.over && <p className={styles.drop}>{t('drive.drop.words', { folder: screen.name })}</p>}
    </div>
  );
}
