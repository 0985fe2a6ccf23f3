import { FOLDER_ROLES, STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../tables.ts';
import { insertSystemFolders } from './folders.store.ts';

const FROM_THE_BEGINNING = SYSTEM_FOLDERS.filter((name) => !FOLDER_ROLES[name].onDemand);

/** Creates the system folders of a new mailbox. */
export async function makeSystemFolders(tx: Tx, clock: Clock, mailboxIds: number[]): Promise<void> {
  const folders = mailboxIds.flatMap((mailboxId) =>
    [...FROM_THE_BEGINNING, STARRED].map((role) => ({ mailboxId, id: newId(clock), role })),
  );
  await insertSystemFolders(tx, folders, unixSeconds(clock));
}
