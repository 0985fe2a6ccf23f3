import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { checkMoment } from '../../mail/messages/check-moment.ts';
import { endFollowUp, followUp } from '../../mail/messages/follow-up.ts';
import type { FollowUp } from '../../mail/messages/follow-ups.store.ts';
import { resolveRows } from '../../mail/threads/resolve-threads.ts';
import { eachKind, namedByRow } from './each-kind.ts';

/** Has the last sent message of threads, or single ones, wait for an answer until then. */
export async function followUpThreads(
  deps: ChangeDeps,
  mailboxId: number,
  { ids, at }: { ids: string[]; at: number },
): Promise<FollowUp[]> {
  return changeMailbox(deps, mailboxId, async (change) => {
    checkMoment(at, change.now, 'at');
    const rows = await resolveRows(change.tx, mailboxId, ids);
    const changed = await eachKind(rows, (some) => followUp(change, some, at));
    return namedByRow(changed, rows);
  });
}

export async function endFollowUps(deps: ChangeDeps, mailboxId: number, ids: string[]): Promise<FollowUp[]> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const rows = await resolveRows(change.tx, mailboxId, ids);
    return namedByRow(await eachKind(rows, (some) => endFollowUp(change, some)), rows);
  });
}
