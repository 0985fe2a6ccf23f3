import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import type { MailboxCaller } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { refuseTooMany } from './create-merge.ts';
import type { MergeDeps } from './merge-deps.ts';
import { copyOwnFiles } from './merge-files.store.ts';
import { copyUnsent } from './merge-rows.store.ts';
import { requireMerge } from './merge-text.ts';
import { copyMerge, type MergeRow, updateMerge } from './merges.store.ts';

/**
 * MM-18, MM-23: those of a merge that has ended whom it was not sent to, in a merge of their own. Under the lock of the mailbox, so
 * that one merge alone takes them over; whoever asks as long as that is prepared gets the same one.
 */
export async function mergeAgain(
  deps: MergeDeps,
  { mailbox, at }: Pick<MailboxCaller, 'mailbox' | 'at'>,
  id: string,
): Promise<MergeRow> {
  return changeMailbox(deps, mailbox, async ({ tx }) => {
    const before = await requireMerge(tx, mailbox, id);
    if (before.state !== 'done' && before.state !== 'stopped') {
      throw new Failure('operation_in_progress', 'The mail merge has not ended');
    }
    if (before.taker_id !== null) {
      const taker = await requireMerge(tx, mailbox, before.taker_id);
      if (taker.state === 'preparing') return taker;
    }
    if (before.taken_by !== null) throw nobodyLeft();
    await refuseTooMany(tx, mailbox);
    const key = { mailboxId: mailbox, mergeId: before.id };
    const again = newId(deps.clock);
    await copyMerge(tx, key, again, at);
    if ((await copyUnsent(tx, key, again)) === 0) throw nobodyLeft();
    await copyOwnFiles(tx, key, again);
    await updateMerge(tx, mailbox, before.id, { taken_by: again });
    return requireMerge(tx, mailbox, again);
  });
}

function nobodyLeft(): Failure {
  return new Failure('merge_not_ready', 'Nobody is left whom it was not sent to', {
    details: { obstacles: [{ obstacle: 'nobody' }] },
  });
}
