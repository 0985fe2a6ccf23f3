/** A list of the drive as the address names it: a folder by its id, null being the top, or one that gathers entries. */
export type DriveListRef =
  | { kind: 'folder'; id: string | null }
  | { kind: 'recent' }
  | { kind: 'favorites' }
  | { kind: 'shared' }
  | { kind: 'shared-by-me' }
  | { kind: 'trash' }
  | { kind: 'search'; words: string };

/** A folder and what others share are sorted as one likes; the others have an order of their own. */
export type DriveOrder = { by: 'name' | 'size' | 'last_modified'; descending: boolean };

export const BY_NAME: DriveOrder = { by: 'name', descending: false };
/** Of what others share, when it was shared. */
export const LATEST: DriveOrder = { by: 'last_modified', descending: true };

export function isSorted({ kind }: DriveListRef): boolean {
  return kind === 'folder' || kind === 'shared';
}

/** The list that an entry stands in, in whatever order it is shown. */
export function listIdOf(ref: DriveListRef): string {
  if (ref.kind === 'folder') return folderListId(ref.id);
  return ref.kind === 'search' ? `search ${ref.words}` : ref.kind;
}

export function folderListId(id: string | null): string {
  return `folder ${id ?? ''}`;
}

/** The same for two lists only when they show the same in the same order. */
export function listKeyOf(ref: DriveListRef, order: DriveOrder): string {
  const sorted = isSorted(ref) ? ` by ${order.by}${order.descending ? ' descending' : ''}` : '';
  return listIdOf(ref) + sorted;
}
