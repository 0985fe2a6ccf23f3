import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import type { RowsByList } from './operation.ts';
import { hides, type Places } from './places.ts';

/** Moves a thread's messages out of one folder in its rows; without a target they are deleted for good. */
export function moveRow(rows: RowsByList, from: string, to: string | null, places: Places): RowsByList {
  const row = rows.get(from);
  if (!row || from === to) return rows;
  const next = new Map(rows);
  next.delete(from);
  const folderIds = [...new Set(row.folder_ids.flatMap((id) => (id === from ? (to ?? []) : id)))];
  if (to !== null) next.set(to, arrivingRow(row, rows.get(to), to, places));
  for (const [list, other] of next) next.set(list, { ...other, folder_ids: folderIds });
  showStarred(next, places);
  return next;
}

function arrivingRow(row: Thread, there: Thread | undefined, to: string, places: Places): Thread {
  const arrived = {
    ...row,
    folder_id: to,
    v4_folder_id: to,
    old_folder_id: row.folder_id,
    mailbox_name: places.pathOf(to) ?? row.mailbox_name,
  };
  if (!there) return arrived;
  const latest = there.last_message_timestamp > row.last_message_timestamp ? there : arrived;
  return withUnread(latest, row.unread || there.unread);
}

export function withUnread(row: Thread, unread: boolean): Thread {
  return row.unread === unread ? row : { ...row, unread, isRead: !unread };
}

/**
 * Derives the row in Starred from the thread's other rows: whether it shows, is unread, and its home folder.
 */
export function showStarred(rows: Map<string, Thread>, places: Places): void {
  const shown = [...rows].filter(([list]) => list !== STARRED && !hides(places, list));
  const before = rows.get(STARRED);
  const [first] = shown;
  if (!first?.[1].starred) {
    // Folders that are not known here may still contain it.
    const elsewhere = before?.folder_ids.some((id) => !rows.has(id) && !hides(places, id));
    if (!(before?.starred && elsewhere)) rows.delete(STARRED);
    return;
  }
  const unread = shown.some(([, row]) => row.unread);
  const home = shown.find(([list]) => list === before?.folder_id) ?? first;
  const { folder_id, v4_folder_id, mailbox_name, folder_ids } = home[1];
  rows.set(
    STARRED,
    withUnread(
      { ...(before ?? home[1]), folder_id, v4_folder_id, mailbox_name, folder_ids, starred: true },
      unread,
    ),
  );
}

/** Adds rows that are not loaded but implied by the others: of the thread's other folders, and of Starred. */
export function addImpliedRows(rows: Map<string, Thread>, places: Places): void {
  const [first] = rows.values();
  if (!first) return;
  const hadStarred = rows.has(STARRED);
  for (const id of first.folder_ids) {
    if (rows.has(id)) continue;
    const path = places.pathOf(id) ?? first.mailbox_name;
    rows.set(id, withUnread({ ...first, folder_id: id, v4_folder_id: id, mailbox_name: path }, false));
  }
  if (first.starred && !hadStarred) showStarred(rows, places);
}
