import { STARRED } from '@bocau/contract/folder-roles.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { WAITING } from '@bocau/contract/waiting-list.ts';
import type { RowsByList } from './operation.ts';
import { hides, isInFolder, type Places } from './places.ts';

/** Moves a thread's messages out of one folder in its rows; without a target they are deleted for good. */
export function moveRow(rows: RowsByList, from: string, to: string | null, places: Places): RowsByList {
  const row = rows.get(from);
  if (!row || from === to) return rows;
  const next = new Map(rows);
  next.delete(from);
  const folderIds = [...new Set(row.folder_ids.flatMap((id) => (id === from ? (to ?? []) : id)))];
  if (to !== null) next.set(to, arrivingRow(row, rows.get(to), to, places));
  for (const [list, other] of next) next.set(list, { ...other, folder_ids: folderIds });
  deriveRows(next, places);
  return next;
}

function arrivingRow(row: Thread, there: Thread | undefined, to: string, places: Places): Thread {
  // It was pinned where it was.
  const { pinned: _, ...rest } = row;
  const arrived = {
    ...rest,
    folder_id: to,
    v4_folder_id: to,
    old_folder_id: row.folder_id,
    mailbox_name: places.pathOf(to) ?? row.mailbox_name,
  };
  if (!there) return arrived;
  const isOlder = there.last_message_timestamp > row.last_message_timestamp;
  const latest = isOlder ? there : { ...arrived, ...(there.pinned && { pinned: there.pinned }) };
  return withUnread(latest, row.unread || there.unread);
}

export function withUnread(row: Thread, unread: boolean): Thread {
  return row.unread === unread ? row : { ...row, unread, isRead: !unread };
}

/**
 * Derives the rows in Starred, of labels and of what waits for an answer from the thread's rows in folders:
 * which there are, whether they are unread, and their home folder.
 */
export function deriveRows(rows: Map<string, Thread>, places: Places): void {
  const shown = [...rows].filter((each) => isInFolder(each) && !hides(places, each[0])).map(([, row]) => row);
  const derived = [...rows].filter((each) => !isInFolder(each)).map(([list]) => list);
  const labels = shown.flatMap((row) => row.label_ids ?? []);
  for (const list of new Set([STARRED, WAITING, ...derived, ...labels])) deriveRow(rows, list, shown, places);
}

function belongsTo(row: Thread, list: string): boolean {
  if (list === STARRED) return row.starred;
  return list === WAITING ? row.follow_up_at !== undefined : row.label_ids?.includes(list) === true;
}

function deriveRow(rows: Map<string, Thread>, list: string, shown: readonly Thread[], places: Places): void {
  const belongs = (row: Thread) => belongsTo(row, list);
  const before = rows.get(list);
  const those = shown.filter(belongs);
  const home = those.find((row) => row.folder_id === before?.folder_id) ?? those[0];
  if (!home) {
    // Folders that are not known here may still contain it.
    const elsewhere = before?.folder_ids.some((id) => !rows.has(id) && !hides(places, id));
    if (!(before && belongs(before) && elsewhere)) rows.delete(list);
    return;
  }
  const { folder_id, v4_folder_id, mailbox_name, folder_ids } = home;
  const row = { ...(before ?? home), folder_id, v4_folder_id, mailbox_name, folder_ids };
  rows.set(
    list,
    withUnread(
      row,
      those.some(({ unread }) => unread),
    ),
  );
}

/**
 * Adds rows that are not loaded but implied by the others: of the thread's other folders, of Starred and of
 * its labels.
 */
export function addImpliedRows(rows: Map<string, Thread>, places: Places): void {
  const [first] = rows.values();
  if (!first) return;
  const known = new Set(rows.keys());
  for (const id of first.folder_ids) {
    if (rows.has(id)) continue;
    const path = places.pathOf(id) ?? first.mailbox_name;
    rows.set(id, withUnread({ ...first, folder_id: id, v4_folder_id: id, mailbox_name: path }, false));
  }
  const derived = new Map(rows);
  deriveRows(derived, places);
  for (const [list, row] of derived) if (!known.has(list)) rows.set(list, row);
}
