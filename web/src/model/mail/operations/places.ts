/** The folders that acts treat in a way of their own, by id, and the paths of all. */
export type Places = {
  readonly inbox: string;
  readonly junk: string;
  readonly trash: string;
  /** Null when there is no such folder any more. */
  pathOf(id: string): string | null;
};

/** What lies in Trash and Junk shows only there. */
export function hides(places: Places, folderId: string): boolean {
  return folderId === places.trash || folderId === places.junk;
}
