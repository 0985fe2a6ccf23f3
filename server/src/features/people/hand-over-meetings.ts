import { addMeetingsHandOver } from '../../calendar/scheduling/hand-over-task.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { invalidInput } from '../../platform/failure.ts';
import { targetOf } from './change-person.ts';
import { lockWithHeir } from './lock-with-heir.ts';

/**
 * Hands the coming meetings of someone who left, or is away, to a colleague of the same domain, by a job; also of a deleted
 * person until they are purged. Recorded in the audit log of both.
 */
export async function handOverPersonsMeetings(
  { db, clock }: Pick<ChangeDeps, 'db' | 'clock'>,
  mailboxId: number,
  heirAddress: string,
  actor: Actor,
): Promise<void> {
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    const { person, heir } = await lockWithHeir(tx, { mailboxId, heirAddress, actor, now });
    // Guests are told by the heir.
    if (!heir || !(await readSender(tx, heir.id, heir.email)).sendingEnabled) {
      throw invalidInput('Meetings go to somebody of the same domain who may send mail', {
        field: 'heir',
        problem: 'is nobody of the domain who may send mail',
        rule: 'invalid',
      });
    }
    const by = { actor, at: now };
    await recordActs(tx, targetOf(person), by, [{ act: 'meetings_handed_over', after: heir.email }]);
    await recordActs(tx, targetOf(heir), by, [{ act: 'meetings_received', after: person.email }]);
    await addMeetingsHandOver(tx, { from: mailboxId, to: heir.id, at: now });
  });
}
