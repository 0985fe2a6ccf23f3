import { SYSTEM_FOLDERS, type SystemFolder } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import type { ListRef, MailModel } from '../../model/mail/mail-model.ts';
import type { ThreadsIn } from '../../model/mail/operations/operation.ts';
import { NO_TARGETS } from '../../parts/folders/folder-rows.ts';

/** What an act goes to: threads of a list, or everything in it. */
export type ActTarget = {
  model: MailModel;
  list: ListRef;
  threads: readonly Thread[];
  /** More than what is on the page: then the server works through all of it. */
  whole: { total: number; capped: boolean } | null;
  /** The screen goes on: what it showed as picked or open may have left it by this act. */
  onBegun?: (leaves: boolean) => void;
};

/** Mixed: rows of several folders, as Starred and a search show them. */
export type Place = SystemFolder | 'other' | 'mixed';

/** The folder that all of the target lies in, as far as acts tell folders apart. */
function placeOf({ list, threads, whole }: Pick<ActTarget, 'list' | 'threads' | 'whole'>): Place {
  if (list.kind === 'folder') return placeOfPath(list.path);
  if (whole)
    return list.kind === 'search' && list.terms['folder'] ? placeOfPath(list.terms['folder']) : 'mixed';
  const places = new Set(threads.map((thread) => placeOfPath(thread.mailbox_name)));
  const [only] = places;
  return places.size === 1 && only !== undefined ? only : 'mixed';
}

/** Every place that the target has threads in. */
export function placesOf(target: Pick<ActTarget, 'list' | 'threads' | 'whole'>): ReadonlySet<Place> {
  const place = placeOf(target);
  if (place !== 'mixed' || target.whole) return new Set([place]);
  return new Set(target.threads.map((thread) => placeOfPath(thread.mailbox_name)));
}

function placeOfPath(path: string): Place {
  return SYSTEM_FOLDERS.find((name) => name === path) ?? 'other';
}

/** Threads by the folder that an act on them goes to. */
export function groupsOf(threads: readonly Thread[]): ThreadsIn[] {
  return [...Map.groupBy(threads, (thread) => thread.folder_id)].map(([folderId, of]) => ({
    folderId,
    threads: of,
  }));
}

export function isSystemTarget(folder: Folder): boolean {
  return NO_TARGETS.includes(folder.display_name);
}
