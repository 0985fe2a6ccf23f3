import type { DriveFile } from '@bocau/contract/drive.ts';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Say } from '../../i18n/say.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { type DriveListRef, type DriveOrder, listKeyOf } from '../../model/drive/drive-list.ts';
import type { DriveModel, DriveView } from '../../model/drive/drive-model.ts';
import { driveAddressOf, driveListOf } from '../../parts/drive/drive-address.ts';
import { useDrive, useDriveModel } from '../../parts/drive/use-drive.ts';
import { useOfficeEditor } from '../../parts/drive/use-office-editor.ts';
import { NOTHING_PICKED, type Selection } from '../../parts/selection/selection.ts';
import { type PickAll, usePickAll } from '../../parts/selection/use-pick-all.ts';
import { useRowSelection } from '../../parts/selection/use-row-selection.ts';
import { useBackLayer, useLocation, useNavigate, useParams } from '../../router/router.tsx';
import type { GridHandle } from '../../ui/rows/use-grid-focus.ts';
import { useKeyed } from '../../ui/rows/use-keyed.ts';
import { beginDriveAct } from './begin-drive-act.ts';
import type { DriveTarget } from './drive-acts.ts';
import { isFolder, isTrashed } from './drive-kinds.ts';
import { type DriveLook, readLook, rememberLook } from './drive-look.ts';
import type { EntryMenuPlace } from './drive-menus.tsx';
import { useLoadRest } from './use-load-rest.ts';
import { useWantedFile } from './use-wanted-file.ts';

export type DriveQuestion =
  | { kind: 'place'; how: 'move' | 'copy'; files: readonly DriveFile[] }
  | { kind: 'delete'; files: readonly DriveFile[] }
  | { kind: 'empty-trash' }
  | { kind: 'new-folder' }
  | { kind: 'share'; file: DriveFile }
  | { kind: 'preview'; file: DriveFile }
  | { kind: 'keys' };

export type DriveScreenState = {
  model: DriveModel;
  list: DriveListRef;
  listKey: string;
  order: DriveOrder;
  look: DriveLook;
  view: DriveView;
  /** The title of the list: the folder's own name, or that of the list. */
  name: string;
  selection: Selection;
  picked: readonly DriveFile[];
  cursor: DriveFile | null;
  renaming: string | null;
  question: DriveQuestion | null;
  /** The entry whose details are shown beside the list; null while they are closed. */
  detailed: DriveFile | null;
  detailsShown: boolean;
  /** The file in the address doesn't exist, or the user may not see it. */
  isFileMissing: boolean;
  /** The menu of acts on entries, beside what was pressed. */
  menu: EntryMenuPlace | null;
  grid: { current: GridHandle | null };
  target: DriveTarget;
  targetOf(files: readonly DriveFile[]): DriveTarget;
  setOrder(order: DriveOrder): void;
  setLook(look: DriveLook): void;
  select(selection: Selection): void;
  pickAll: PickAll;
  toggle(file: DriveFile, range: boolean): void;
  move(to: number, extending: boolean): void;
  open(file: DriveFile): void;
  /** Opens the parent folder; returns false at the top. */
  up(): boolean;
  endRename(file: DriveFile, name: string | null): void;
  ask(question: DriveQuestion | null): void;
  showDetails(on: boolean): void;
  openMenu(menu: EntryMenuPlace | null): void;
};

/** All state and acts of a drive list except its rendering. */
export function useDriveScreen(narrow: boolean): DriveScreenState {
  const { t } = useTranslation();
  const model = useDriveModel();
  const hasEditor = useOfficeEditor();
  const navigate = useNavigate();
  const [look, setLookState] = useState(readLook);
  const { list, listKey, order, view } = useShownList(look);
  const { files } = view;
  const rows = useRowSelection(listKey, files);
  const { selection, select, picked, cursor, setCursor, toggle } = rows;
  const [renaming, setRenaming] = useKeyed<string | null>(listKey, null);
  const [question, ask] = useState<DriveQuestion | null>(null);
  const [detailsShown, showDetails] = useState(false);
  const [menu, openMenu] = useState<EntryMenuPlace | null>(null);
  const grid = useRef<GridHandle | null>(null);
  const { hasMore, total } = view;
  const pickAll = usePickAll({ key: listKey, rows: files, hasMore, total }, select);
  useLoadRest({ model, list, order, view }, pickAll.isComing);
  useBackLayer(() => select(NOTHING_PICKED), narrow && picked.length > 0);
  // Entries that leave the list are unselected, so that they are not selected when they come back.
  useEffect(() => {
    if (view.loading !== 'ready' || picked.length === selection.ids.size) return;
    select({ ...selection, ids: new Set(picked.map(({ id }) => id)) });
  }, [view.loading, picked, selection, select]);

  const { wanted, isMissing } = useWantedFile(
    { model, list, order, view },
    rows.hasCursor || picked.length > 0,
    (file, index) => {
      setCursor(file);
      showDetails(true);
      // In the next frame, when rows have their height beside the details.
      requestAnimationFrame(() => {
        grid.current?.show(index);
        if (document.activeElement === document.body) grid.current?.focus();
      });
    },
  );
  useEffect(() => {
    if (wanted) showDetails(true);
  }, [wanted]);

  function open(file: DriveFile): void {
    if (isTrashed(file)) return;
    setCursor(file);
    if (isFolder(file)) void navigate(driveAddressOf({ kind: 'folder', id: file.id }));
    else ask({ kind: 'preview', file });
  }

  function targetOf(some: readonly DriveFile[]): DriveTarget {
    return {
      model,
      files: some,
      ask: {
        open,
        ...(hasEditor && { edit: ({ id }) => void navigate(`/drive/edit/${encodeURIComponent(id)}`) }),
        rename: (file) => setRenaming(file.id),
        place: (going, how) => ask({ kind: 'place', how, files: going }),
        remove: (going) => ask({ kind: 'delete', files: going }),
        details: (file) => {
          setCursor(file);
          showDetails(true);
        },
        share: (file) => ask({ kind: 'share', file }),
      },
    };
  }

  function move(to: number, extending: boolean): void {
    const row = files[to];
    if (!row) return;
    rows.moveTo(row, extending);
    grid.current?.show(to);
  }

  return {
    ...{ model, list, listKey, order, look, view, picked, cursor, renaming, question, grid },
    ...{ select, selection, pickAll, toggle, move, open, targetOf, ask, showDetails, detailsShown, menu },
    openMenu,
    name: nameOf(t, list, view),
    detailed: detailsShown ? (picked.length === 1 ? (picked[0] ?? null) : (cursor ?? wanted)) : null,
    isFileMissing: isMissing,
    target: targetOf(picked.length > 0 ? picked : cursor ? [cursor] : []),
    setOrder: (next) => setLook({ ...look, [list.kind === 'shared' ? 'sharedOrder' : 'order']: next }),
    setLook,
    up() {
      const above = listAbove(list, view);
      if (above !== null) void navigate(driveAddressOf(above));
      return above !== null;
    },
    endRename(file, next) {
      setRenaming(null);
      const wanted = next?.trim().normalize('NFC') ?? '';
      if (wanted === '' || wanted === file.name) return;
      beginDriveAct(model, { kind: 'rename', file, name: wanted }, t('drive.done.rename', { name: wanted }));
    },
  };

  function setLook(next: DriveLook): void {
    rememberLook(next);
    setLookState(next);
  }
}

/** The list of the address in its order, kept loaded as long as it is shown. */
function useShownList(look: DriveLook) {
  const model = useDriveModel();
  const params = useParams();
  const { search } = useLocation();
  const [list, listKey, order] = useMemo(() => {
    const ref = driveListOf(params, search);
    const sorted = ref.kind === 'shared' ? look.sharedOrder : look.order;
    return [ref, listKeyOf(ref, sorted), sorted] as const;
  }, [params, search, look.sharedOrder, look.order]);
  const view = useDrive((reader) => reader.view(list, order));
  useEffect(() => model.hold(list, order), [model, list, order]);
  return { list, listKey, order, view };
}

function nameOf(t: Say, list: DriveListRef, { breadcrumb }: DriveView): string {
  if (list.kind === 'folder' && list.id !== null) return breadcrumb.at(-1)?.name ?? t('drive.title');
  return t(`drive.places.${list.kind}`);
}

/** Null at the top. */
function listAbove(list: DriveListRef, { breadcrumb, permission }: DriveView): DriveListRef | null {
  if (list.kind !== 'folder' || list.id === null) return null;
  const above = breadcrumb.at(-2)?.id ?? null;
  // The top of another person's files is the list of shared files.
  return above === null && permission !== 'OWNER' ? { kind: 'shared' } : { kind: 'folder', id: above };
}
