import { roleOf, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { FolderRow } from './folders.store.ts';

type Counts = Pick<FolderRow, 'total_threads' | 'unread_threads' | 'total_messages' | 'unread_messages'>;

/** The counts of a list: threads, or messages where the folder lists those individually. */
export function countsOf(row: Counts, single: boolean): Pick<Folder, 'total_threads' | 'unread_threads'> {
  const { total_threads, unread_threads, total_messages, unread_messages } = row;
  return single
    ? { total_threads: total_messages, unread_threads: unread_messages }
    : { total_threads, unread_threads };
}

/** One folder, without its subfolders. */
export function folderView(row: FolderRow, single: boolean): Folder {
  const slash = row.path.lastIndexOf('/');
  return {
    id: row.id,
    name: row.name,
    display_name: row.path,
    parentName: slash === -1 ? null : row.path.slice(0, slash),
    ...countsOf(row, single),
    icon: roleOf(row.role)?.icon ?? 'folder',
    system: row.role !== null,
    position: row.position,
    children: [],
  };
}

const alphabet = new Intl.Collator('vi', { numeric: true });

export function byName(a: FolderRow, b: FolderRow): number {
  return alphabet.compare(a.name, b.name);
}

/** In the user's order; folders without a position follow by name. */
export function byPlace(a: FolderRow, b: FolderRow): number {
  const last = Number.MAX_SAFE_INTEGER;
  return (a.position ?? last) - (b.position ?? last) || byName(a, b);
}

/** The tree: system folders first in their order, then the others in theirs. */
export function folderTree(rows: FolderRow[], single: boolean): Folder[] {
  const order = (row: FolderRow) => {
    const place = SYSTEM_FOLDERS.findIndex((name) => name === row.role);
    return place === -1 ? SYSTEM_FOLDERS.length : place;
  };
  const sorted = [...rows].sort((a, b) => order(a) - order(b) || byPlace(a, b));
  const views = new Map(sorted.map((row) => [row.id, folderView(row, single)]));
  const top: Folder[] = [];
  for (const row of sorted) {
    const view = views.get(row.id) as Folder;
    const parent = row.parent_id === null ? undefined : views.get(row.parent_id);
    if (parent) parent.children.push(view);
    else top.push(view);
  }
  return top;
}
