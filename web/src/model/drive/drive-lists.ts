import type { ApiError } from '@bocau/contract/client.ts';
import type { DriveFile, DriveStep } from '@bocau/contract/drive.ts';
import { createChangeLog } from '../engine/change-log.ts';
import { indexIn, sameRows } from '../engine/known-rows.ts';
import type { RowsByList } from '../engine/noun.ts';
import type { Overlay } from '../engine/overlay.ts';
import type { PagedList } from '../engine/paged-loader.ts';
import { sameValue } from '../engine/same-value.ts';
import { type DriveListRef, type DriveOrder, listIdOf, listKeyOf } from './drive-list.ts';
import type { DriveView } from './drive-model.ts';
import type { Drive } from './drive-noun.ts';
import { isOwn } from './drive-operations.ts';
import { compareIn, placeFor } from './drive-order.ts';
import type { DriveChanges, EntryChange } from './read-changes.ts';

/** A page of a list as the server sends it. */
export type ListPage = {
  files: readonly DriveFile[];
  next: string | null;
  total: number | null;
  breadcrumb: readonly DriveStep[];
  permission: DriveView['permission'];
};

/** A list as the server last sent it. */
export type KnownList = PagedList<ListPage> & {
  readonly key: string;
  readonly ref: DriveListRef;
  readonly order: DriveOrder;
};

type Shown = { page: ListPage | null; error: ApiError | null; view: DriveView; wasChanged: boolean };

/**
 * Lists that only the server can compute; a trashed entry keeps a hidden place there, in case it comes back.
 */
const HAS_FOUND: ReadonlySet<DriveListRef['kind']> = new Set(['search', 'shared']);

/** These lists leave out entries inside a trashed folder. */
const GATHERED: ReadonlySet<DriveListRef['kind']> = new Set(['recent', 'favorites', 'shared-by-me']);

/** True when the list can change without an entry in this drive's journal. */
export function isUnheard({ ref, page }: KnownList): boolean {
  return HAS_FOUND.has(ref.kind) || (page !== null && page.permission !== 'OWNER');
}

/** True when a remote change affects more than rows of the list: it must be fetched again. */
export function isOutdated(list: KnownList, changes: DriveChanges): boolean {
  const { kind } = list.ref;
  if (changes.isTrashTouched && GATHERED.has(kind)) return true;
  if (changes.isSharingTouched && (kind === 'shared' || isUnheard(list))) return true;
  if (list.ref.kind !== 'folder' || list.ref.id === null) return false;
  const { id } = list.ref;
  // A folder that was refused may be accessible again.
  if (!list.page) return changes.isTrashTouched || changes.entries.some((entry) => entry.id === id);
  const path = list.page.breadcrumb.map((step) => step.id);
  return changes.entries.some((entry) => {
    const at = path.indexOf(entry.id);
    if (at < 0) return false;
    const { file } = entry;
    return (
      !file ||
      file.prop.trashed_at !== undefined ||
      (isOwn(file) && file.parent_id !== (path[at - 1] ?? null))
    );
  });
}

function withoutTrashed(files: readonly DriveFile[]): readonly DriveFile[] {
  const left = files.filter(({ prop }) => prop.trashed_at === undefined);
  return left.length === files.length ? files : left;
}

const EMPTY: ListPage = { files: [], next: null, total: null, breadcrumb: [], permission: 'OWNER' };
/** Maximum number of cached lists that are not on screen. */
const MOST_KEPT = 20;

export function createDriveLists(overlay: () => Overlay<Drive>) {
  const lists = new Map<string, KnownList>();
  const shown = new Map<string, Shown>();
  const log = createChangeLog<EntryChange>();

  function get(ref: DriveListRef, order: DriveOrder): KnownList {
    const key = listKeyOf(ref, order);
    const known = lists.get(key);
    if (known) return known;
    const fresh: KnownList = {
      ...{ key, ref, order, page: null, error: null },
      ...{ holds: 0, stale: false, loading: false, wantsMore: false },
    };
    lists.set(key, fresh);
    return fresh;
  }

  /** Evicts lists that are not on screen: searches first, then the least recently used. */
  function release(list: KnownList): void {
    list.holds -= 1;
    if (list.holds > 0) return;
    lists.delete(list.key);
    lists.set(list.key, list);
    const idle = [...lists.values()].filter(({ holds }) => holds === 0);
    const byUse = [...idle.filter(isSearch), ...idle.filter((one) => !isSearch(one))];
    for (const { key } of byUse.slice(0, Math.max(0, idle.length - MOST_KEPT))) {
      lists.delete(key);
      shown.delete(key);
    }
  }

  function view(ref: DriveListRef, order: DriveOrder): DriveView {
    const key = listKeyOf(ref, order);
    const { page = null, error = null } = lists.get(key) ?? {};
    const listId = listIdOf(ref);
    const tracked = [...overlay().entities()].filter(({ known, shown }) => known !== shown);
    const before = shown.get(key);
    const isChanged = tracked.length > 0;
    if (before && before.page === page && before.error === error && !before.wasChanged && !isChanged)
      return before.view;
    const base = page ?? EMPTY;
    let files = base.files;
    if (isChanged && page) {
      const byId = new Map(tracked.map((entity) => [entity.id, entity.shown.get(listId)]));
      const here = new Set<string>();
      files = files.flatMap((file) => {
        if (!byId.has(file.id)) return [file];
        here.add(file.id);
        return byId.get(file.id) ?? [];
      });
      const compare = compareIn(ref, order);
      const added: DriveFile[] = [...byId].flatMap(([id, row]) => (row && !here.has(id) ? [row] : []));
      for (const row of added) {
        const at = placeFor(files, row, compare);
        // It may belong behind rows that are not loaded.
        if (at < files.length || base.next === null) files = files.toSpliced(at, 0, row);
      }
    }
    if (HAS_FOUND.has(ref.kind)) files = withoutTrashed(files);
    const difference = overlay().countDifferences().get(listId)?.entries ?? 0;
    const next: DriveView = {
      loading: page ? 'ready' : error ? 'failed' : 'loading',
      files,
      hasMore: base.next !== null,
      total: base.total === null ? null : base.total + difference,
      breadcrumb: base.breadcrumb.map((step) => {
        const [row] = overlay().entity(step.id)?.shown.values() ?? [];
        return row && row.name !== step.name ? { ...step, name: row.name } : step;
      }),
      permission: base.permission,
      error,
    };
    const same = before && isSameView(before.view, next) ? before.view : next;
    shown.set(key, { page, error, view: same, wasChanged: isChanged });
    return same;
  }

  /** Applies the change of an entry: moves its row to the right position in every loaded list. */
  function applyEntry(change: EntryChange): void {
    log.applied(change);
    for (const list of lists.values()) {
      if (list.page) list.page = withEntry(list, list.page, change);
    }
  }

  return {
    get,
    release,
    view,
    applyEntry,
    startReading: log.startReading,
    /** Applies the changes that arrived while a page was being read: the page may be older. */
    withChanges: (list: KnownList, page: ListPage, changes: readonly EntryChange[]): ListPage =>
      changes.reduce((before, change) => withEntry(list, before, change), page),
    all: (): Iterable<KnownList> => lists.values(),
    rowsOf(id: string): RowsByList<Drive> {
      const rows = new Map<string, DriveFile>();
      for (const { ref, page } of lists.values()) {
        const row = page?.files[indexIn(page.files, id)];
        if (row) rows.set(listIdOf(ref), row);
      }
      return rows;
    },
  };
}

function isSearch({ ref }: KnownList): boolean {
  return ref.kind === 'search';
}

function isSameView(one: DriveView, other: DriveView): boolean {
  const { files: before, ...about } = one;
  const { files: now, ...aboutNow } = other;
  return sameRows(before, now) && sameValue(about, aboutNow);
}

function withEntry(list: KnownList, page: ListPage, { id, file }: EntryChange): ListPage {
  const breadcrumb = page.breadcrumb.map((step) =>
    file && step.id === id ? { ...step, name: file.name } : step,
  );
  const at = indexIn(page.files, id);
  const isHere = at >= 0;
  const belongs = file !== null && fits(list.ref, file, isHere);
  if (!isHere && !belongs) return { ...page, breadcrumb };
  if (belongs && HAS_FOUND.has(list.ref.kind)) return { ...page, files: page.files.with(at, file) };
  const others = isHere ? page.files.toSpliced(at, 1) : page.files;
  const total = page.total === null ? null : page.total + Number(belongs) - Number(isHere);
  if (!belongs) return { ...page, breadcrumb, files: others, total };
  const goesTo = placeFor(others, file, compareIn(list.ref, list.order));
  const isKnown = goesTo < others.length || page.next === null;
  const files = isKnown ? others.toSpliced(goesTo, 0, file) : others;
  return { ...page, breadcrumb, files, total };
}

/** Whether an entry belongs to a list; for a search, only the server knows. */
function fits(ref: DriveListRef, file: DriveFile, isHere: boolean): boolean {
  const isTrashed = file.prop.trashed_at !== undefined;
  if (ref.kind === 'trash') return isTrashed;
  if (HAS_FOUND.has(ref.kind)) return isHere;
  if (isTrashed) return false;
  if (ref.kind === 'folder') return file.parent_id === ref.id && (ref.id !== null || isOwn(file));
  if (!isOwn(file)) return false;
  if (ref.kind === 'favorites') return file.prop.favorite;
  if (ref.kind === 'shared-by-me') return file.prop.shared;
  return file.type === 'file';
}
