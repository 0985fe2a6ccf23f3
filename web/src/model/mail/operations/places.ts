import type { Thread } from '@bocau/contract/threads.ts';

/** The folders that operations treat specially, by id, and the paths of all folders. */
export type Places = {
  readonly inbox: string;
  readonly junk: string;
  readonly trash: string;
  /** Missing until the mailbox first needs it. */
  readonly snoozed?: string | undefined;
  /** Null when the folder no longer exists. */
  pathOf(id: string): string | null;
};

/** A row by the list that shows it; those of Starred and of labels name a folder, but are in none. */
export function isInFolder([list, row]: readonly [string, Thread]): boolean {
  return row.folder_id === list;
}

/** The thread's first row in a folder that Starred and labels look into. */
export function homeOf(rows: ReadonlyMap<string, Thread>, places: Places): Thread | undefined {
  return [...rows].find((each) => isInFolder(each) && !hides(places, each[0]))?.[1];
}

/** Messages in Trash and Junk show only there. */
export function hides(places: Places, folderId: string): boolean {
  return folderId === places.trash || folderId === places.junk;
}
