import { DISCARDED_FOLDERS, type LastingRole } from '@bocau/contract/folder-roles.ts';
import type { Crossing } from './discard-invoices.store.ts';

/** A message with the folder in which it was before, where that is known. */
type Filed = { id: string; folder_id: string; state: { folder_id: string } | null };

/** Messages that a change has put into Junk or Trash, or taken out of there. */
export function findCrossings(messages: Filed[], folders: Record<LastingRole, string>): Crossing[] {
  const discarding = DISCARDED_FOLDERS.map((role) => folders[role]);
  return messages.flatMap(({ id, folder_id, state }) => {
    if (state === null || state.folder_id === folder_id) return [];
    const discarded = discarding.includes(folder_id);
    return discarded === discarding.includes(state.folder_id) ? [] : [{ message_id: id, discarded }];
  });
}
