import { Failure } from '../../platform/failure.ts';
import type { DriveChange } from '../change-drive.ts';
import { readLocks } from '../locks/locks.store.ts';
import { readChains } from './entries.store.ts';

/**
 * Throws when an entry to be removed, or a file below it, is locked: its editor could no longer save. The
 * error names the file and who edits it.
 */
export async function refuseLockedBelow(
  { tx, mailboxId, now }: Pick<DriveChange, 'tx' | 'mailboxId' | 'now'>,
  ids: string[],
): Promise<void> {
  const locks = await readLocks(tx, mailboxId, now);
  const edited = locks.map(({ entry_id }) => entry_id);
  const chains = await readChains(tx, mailboxId, edited);
  const going = new Set(ids);
  for (const { entry_id, holder } of locks) {
    const chain = chains.get(entry_id) ?? [];
    if (!chain.some(({ id }) => going.has(id))) continue;
    throw new Failure('file_locked', 'Somebody edits this file now', {
      details: { holder, name: chain[0]?.name ?? '' },
    });
  }
}
