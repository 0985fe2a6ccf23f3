import type { GroupDecision, HeldAct, HeldDecision, HeldMessage } from '@bocau/contract/held-messages.ts';
import type { RecordedAct } from '../../identity/administration/record-acts.ts';
import { acceptForGroup } from '../../mail/groups/accept-for-group.ts';
import * as store from '../../mail/groups/held-messages.store.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { insertTrace } from '../../mail/trace/trace.store.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Tx } from '../../tables.ts';
import { type DecideDeps, type DomainOfGroups, type GroupDeps, record } from './manage-groups.ts';

export type GroupOfHeld = { id: number; address: string; domain: DomainOfGroups };

/**
 * What a keeper does with a held message. The first of several keepers decides, and the others are told who
 * did. What is released is distributed as any message, and cannot be called back.
 */
export async function decideHeld(
  deps: DecideDeps,
  group: GroupOfHeld,
  { id, act }: { id: string; act: HeldAct },
  actor: Actor,
): Promise<HeldDecision> {
  const decision: GroupDecision = act === 'refuse' ? 'refused' : 'released';
  const done = await inTransaction(deps.db, async (tx) => {
    const at = unixSeconds(deps.clock);
    const held = isId(id)
      ? await store.decide(tx, group.id, id, { decision, at, by: actor.name })
      : undefined;
    if (!held) return false;
    const acts: RecordedAct[] = [];
    const what = [held.author, held.facts.messageId ? `<${held.facts.messageId}>` : ''].join(' ').trim();
    if (decision === 'refused') {
      await drop(tx, group, held, at, `by ${actor.name}`);
      acts.push({ act: 'group_mail_refused', after: what });
    } else {
      const { blob, envelopeSender, facts, client } = held;
      const message = { id: newId(deps.clock), blob, envelopeSender, facts, receivedAt: at };
      await acceptForGroup(tx, group, message, client);
      acts.push({ act: 'group_mail_released', after: what });
    }
    // A name that anybody can write lets nobody in.
    if (act === 'release_and_allow' && held.proven) {
      const address = foldAddress(held.author);
      if (await store.insertAllowed(tx, group.id, address)) {
        acts.push({ act: 'group_writer_allowed', after: address });
      }
    }
    await record(tx, group, { actor, at }, acts);
    return true;
  });
  if (done) deps.metrics.groupMessages.inc({ outcome: decision });
  return { ...(await findHeld(deps, group.id, id)), done };
}

/** A message of this group, waiting or decided. */
export async function findHeld(
  { db }: Pick<GroupDeps, 'db'>,
  groupId: number,
  id: string,
): Promise<HeldMessage> {
  const held = isId(id) ? await store.readHeld(db, id) : undefined;
  if (held?.groupId !== groupId) throw new Failure('not_found', 'There is no such held message');
  const { groupId: _, ...shown } = held;
  return shown;
}

/** Nobody gets it, and its sender is told nothing: their server has been answered long ago. */
export async function drop(
  tx: Tx,
  group: { address: string },
  held: store.HeldMessage,
  at: number,
  said: string,
): Promise<void> {
  await store.orphanSource(tx, held.blob, at);
  await insertTrace(tx, [
    {
      at,
      event: 'discarded',
      message_id: held.facts.messageId,
      sender: held.envelopeSender,
      recipient: group.address,
      client: held.client,
      ref: held.id,
      said,
    },
  ]);
}
