import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { repairStates } from '../mailbox/follow-messages.ts';
import { prepareFolders } from '../mailbox/number-folders.ts';
import { type Walk, writeWalk } from './rebuild.store.ts';

/**
 * Assigns uids to all messages of a mailbox, oldest first, and checks existing state rows. After an
 * interruption it continues with the messages that have none.
 */
export async function rebuildStates(
  deps: ChangeDeps,
  mailboxId: number,
  walk: Walk,
  options: NonNullable<Parameters<typeof prepareFolders>[3]>,
): Promise<void> {
  await prepareFolders(deps, mailboxId, null, options);
  await repairStates(deps, mailboxId);
  await changeMailbox(deps, mailboxId, (change) =>
    writeWalk(change.tx, mailboxId, 'states', { ...walk, reached: null, finished: true }),
  );
}
