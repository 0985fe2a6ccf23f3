/**
 * A list of the drive as the URL names it: a folder by its id (null: the top), or a list of entries from
 * several folders.
 */
export type DriveListRef =
  | { kind: 'folder'; id: string | null }
  | { kind: 'recent' }
  | { kind: 'favorites' }
  | { kind: 'shared' }
  | { kind: 'shared-by-me' }
  | { kind: 'trash' }
  | { kind: 'search'; words: string };

/** A folder and the shared files can be sorted by choice; the other lists have a fixed order. */
export type DriveOrder = { by: 'name' | 'size' | 'last_modified'; descending: boolean };

export const BY_NAME: DriveOrder = { by: 'name', descending: false };
/** For shared files: when they were shared. */
export const LATEST: DriveOrder = { by: 'last_modified', descending: true };

export function isSorted({ kind }: DriveListRef): boolean {
  return kind === 'folder' || kind === 'shared';
}

/** The id of a list that contains an entry, regardless of its sort order. */
export function listIdOf(ref: DriveListRef): string {
  if (ref.kind === 'folder') return folderListId(ref.id);
  return ref.kind === 'search' ? `search ${ref.words}` : ref.kind;
}

export function folderListId(id: string | null): string {
  return `folder ${id ?? ''}`;
}

/** Equal for two lists only when they show the same in the same order. */
export function listKeyOf(ref: DriveListRef, order: DriveOrder): string {
  const sorted = isSorted(ref) ? ` by ${order.by}${order.descending ? ' descending' : ''}` : '';
  return listIdOf(ref) + sorted;
}
