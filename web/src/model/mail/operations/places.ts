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

/** Messages in Trash and Junk show only there. */
export function hides(places: Places, folderId: string): boolean {
  return folderId === places.trash || folderId === places.junk;
}
