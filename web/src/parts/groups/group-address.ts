/** Where the web lists the groups of one's domain. */
export const GROUPS_PATH = '/contacts/groups';

/** The page of a group for its keepers. */
export function groupAddressOf(email: string): string {
  return `${GROUPS_PATH}/${encodeURIComponent(email)}`;
}
