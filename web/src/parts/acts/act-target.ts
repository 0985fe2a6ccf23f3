import { SYSTEM_FOLDERS, type SystemFolder } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import type { ListRef, MailModel } from '../../model/mail/mail-model.ts';
import type { ThreadsIn } from '../../model/mail/operations/operation.ts';
import { NO_TARGETS } from '../folders/folder-rows.ts';

/** The target of an act: threads of a list, or everything in it. */
export type ActTarget = {
  model: MailModel;
  list: ListRef;
  threads: readonly Thread[];
  /** Set for more than the page: the server then processes the whole list. */
  whole: { total: number; capped: boolean } | null;
  /** Lets the screen react: what it showed as selected or open may have left the list by this act. */
  onBegun?: (leaves: boolean) => void;
};

/** Mixed: rows of several folders, as in Starred and in a search. */
export type Place = SystemFolder | 'other' | 'mixed';

/** The folder of the whole target, as far as acts distinguish folders. */
function placeOf({ list, threads, whole }: Pick<ActTarget, 'list' | 'threads' | 'whole'>): Place {
  if (list.kind === 'folder') return placeOfPath(list.path);
  if (whole)
    return list.kind === 'search' && list.terms['folder'] ? placeOfPath(list.terms['folder']) : 'mixed';
  const places = new Set(threads.map((thread) => placeOfPath(thread.mailbox_name)));
  const [only] = places;
  return places.size === 1 && only !== undefined ? only : 'mixed';
}

/** All places in which the target has threads. */
export function placesOf(target: Pick<ActTarget, 'list' | 'threads' | 'whole'>): ReadonlySet<Place> {
  const place = placeOf(target);
  if (place !== 'mixed' || target.whole) return new Set([place]);
  return new Set(target.threads.map((thread) => placeOfPath(thread.mailbox_name)));
}

function placeOfPath(path: string): Place {
  return SYSTEM_FOLDERS.find((name) => name === path) ?? 'other';
}

/** The threads grouped by the folder that an act on them concerns. */
export function groupsOf(threads: readonly Thread[]): ThreadsIn[] {
  return [...Map.groupBy(threads, (thread) => thread.folder_id)].map(([folderId, of]) => ({
    folderId,
    threads: of,
  }));
}

export function isSystemTarget(folder: Folder): boolean {
  return NO_TARGETS.includes(folder.display_name);
}
