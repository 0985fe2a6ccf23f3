import { SNOOZED } from '@bocau/contract/folder-roles.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { pathKey } from './folder-names.ts';
import { type FolderRow, insertFolder, moveFolderPath, readFolderByKey } from './folders.store.ts';

/**
 * The folder of what waits, which a mailbox gets when it is first needed. A folder of that name that somebody made before
 * is numbered, as one is that comes from elsewhere.
 */
export async function makeSnoozed(clock: Clock, change: MailboxChange): Promise<void> {
  const { tx, mailboxId, now } = change;
  // Another change may have made it while this one waited for the lock: the folders that it was given are older.
  const called = await readFolderByKey(tx, mailboxId, pathKey(SNOOZED));
  if (called?.role === SNOOZED) return;
  if (called) await giveWay(change, called);
  const folder = { id: newId(clock), parent_id: null, name: SNOOZED, path: SNOOZED, role: SNOOZED };
  await insertFolder(tx, mailboxId, folder, now);
  change.journal('folder', folder.id);
}

async function giveWay({ tx, mailboxId, journal }: MailboxChange, own: FolderRow): Promise<void> {
  for (let number = 2; ; number++) {
    const name = `${own.name} ${number}`;
    if (await readFolderByKey(tx, mailboxId, pathKey(name))) continue;
    for (const id of await moveFolderPath(tx, mailboxId, own, { parent_id: null, name, path: name }))
      journal('folder', id);
    return;
  }
}
