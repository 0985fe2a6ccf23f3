import { STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../tables.ts';
import { insertSystemFolders } from './folders.store.ts';

/** Creates the system folders of a new mailbox. */
export async function makeSystemFolders(tx: Tx, clock: Clock, mailboxIds: number[]): Promise<void> {
  const folders = mailboxIds.flatMap((mailboxId) =>
    [...SYSTEM_FOLDERS, STARRED].map((role) => ({ mailboxId, id: newId(clock), role })),
  );
  await insertSystemFolders(tx, folders, unixSeconds(clock));
}
