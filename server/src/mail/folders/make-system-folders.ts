import { STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Tx } from '../../tables.ts';
import { insertFolder } from './folders.store.ts';

/** What every mailbox begins with. */
export async function makeSystemFolders(tx: Tx, clock: Clock, mailboxId: number): Promise<void> {
  for (const role of [...SYSTEM_FOLDERS, STARRED]) {
    await insertFolder(tx, mailboxId, { id: newId(clock), parent_id: null, name: role, path: role, role });
  }
}
