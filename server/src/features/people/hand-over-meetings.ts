import type { ShownPerson } from '@bocau/contract/admin-people.ts';
import {
  addMeetingsHandOver,
  addStoppedHandOver,
  readMeetingsHandOver,
} from '../../calendar/scheduling/hand-over-task.ts';
import { countHandedOver, readHandOverPeople } from '../../calendar/scheduling/hand-overs.store.ts';
import { countOrganised, MOST_HANDED_OVER } from '../../calendar/scheduling/organised.store.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { targetOf } from './change-person.ts';
import { type GivenHeir, lockWithHeir } from './lock-with-heir.ts';

/**
 * Hands the coming meetings of someone who left, or is away, to a colleague of the same domain, by a job; also of a deleted
 * person until they are purged. One at a time: while it is under way, it goes to nobody else.
 */
export async function handOverPersonsMeetings(
  { db, clock }: Pick<ChangeDeps, 'db' | 'clock'>,
  mailboxId: number,
  { address: heirAddress, onlyCheck }: GivenHeir,
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
    const found = await readMeetingsHandOver(tx, mailboxId);
    if (found?.payload.to === heir.id) return;
    const { open } = await countOrganised(tx, mailboxId, { now, limit: MOST_HANDED_OVER });
    if (found) {
      const old = await readHandOverPeople(tx, found.payload.to, mailboxId);
      if (found.running || (old && (await mayTake(tx, found.payload, old.email)))) {
        const to = old?.email ?? '';
        throw new Failure('operation_in_progress', `The meetings are being handed over to ${to}`, {
          details: { heir: to },
        });
      }
      if (!onlyCheck) await addStoppedHandOver(tx, found.payload, open);
    }
    if (onlyCheck) return;
    const asked = { act: 'meetings_hand_over_asked', after: `${heir.email} (${open})` } as const;
    await recordActs(tx, targetOf(person), { actor, at: now }, [asked]);
    await addMeetingsHandOver(tx, { from: mailboxId, to: heir.id, at: now, asked: actor });
  });
}

async function mayTake(tx: Tx, { from, to }: { from: number; to: number }, email: string): Promise<boolean> {
  const people = await readHandOverPeople(tx, from, to);
  return people?.may_take === true && (await readSender(tx, to, email)).sendingEnabled;
}

/** Of what somebody organises, what is being handed over; undefined where nothing is. */
export async function readHandOverOf(
  db: ReadDb,
  mailboxId: number,
  now: number,
): Promise<ShownPerson['meetings']['hand_over']> {
  const found = await readMeetingsHandOver(db, mailboxId);
  if (!found) return undefined;
  const { to, at: since, until = 0 } = found.payload;
  const heir = await readHandOverPeople(db, to, mailboxId);
  if (!heir) return undefined;
  return {
    heir: { name: heir.name, email: heir.email },
    moved: await countHandedOver(db, mailboxId, { to, since }),
    left: (await countOrganised(db, mailboxId, { now, limit: MOST_HANDED_OVER })).open,
    ...(until > now && !found.failed && { goes_on_at: until }),
    failed: found.failed,
  };
}
