import { MOST_ALLOWED_WRITERS } from '@bocau/contract/groups.ts';
import {
  type GroupDecision,
  HELD_UNDO_MINUTES,
  type HeldAct,
  type HeldAnswer,
  type HeldDecision,
  type HeldManyAct,
  type HeldMessage,
} from '@bocau/contract/held-messages.ts';
import type { AdministeredDomain } from '../../identity/administration/administered-domain.store.ts';
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
import { type DecideDeps, type GroupDeps, record } from './manage-groups.ts';

export type GroupOfHeld = { id: number; address: string; domain: AdministeredDomain };

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
  const result = await inTransaction(deps.db, async (tx) => {
    const at = unixSeconds(deps.clock);
    const held = isId(id)
      ? await store.decide(tx, group.id, id, { decision, at, by: actor.name })
      : undefined;
    if (!held) return { done: false, writer: null };
    const acts: RecordedAct[] = [];
    if (decision === 'refused') {
      await traceDiscarded(tx, group, held, at, `by ${actor.name}`);
      acts.push({ act: 'group_mail_refused', after: nameOf(held) });
    } else {
      const { blob, envelopeSender, facts, client } = held;
      const message = { id: newId(deps.clock), blob, envelopeSender, facts, receivedAt: at };
      await acceptForGroup(tx, group, message, client);
      acts.push({ act: 'group_mail_released', after: nameOf(held) });
    }
    const writer = act === 'release_and_allow' ? await allowWriter(tx, group, held, acts) : null;
    await record(tx, group, { actor, at }, acts);
    return { done: true, writer };
  });
  if (result.done) deps.metrics.groupMessages.inc({ outcome: decision });
  return { ...(await findHeld(deps, group.id, id)), ...result };
}

/** Several, each by itself: what came of one says nothing of the others. */
export async function decideHeldMany(
  deps: DecideDeps,
  group: GroupOfHeld,
  { ids, act }: { ids: string[]; act: HeldManyAct },
  actor: Actor,
): Promise<HeldAnswer[]> {
  const answers: HeldAnswer[] = [];
  for (const id of new Set(ids)) {
    const decided =
      act === 'wait' ? putBackHeld(deps, group, id, actor) : decideHeld(deps, group, { id, act }, actor);
    const message = await decided.catch((error: unknown) => {
      if (error instanceof Failure && error.code === 'not_found') return null;
      throw error;
    });
    answers.push({ id, message });
  }
  return answers;
}

/** Lets a message wait again that was dropped within the hour. */
async function putBackHeld(
  deps: GroupDeps,
  group: GroupOfHeld,
  id: string,
  actor: Actor,
): Promise<HeldDecision> {
  const done = await inTransaction(deps.db, async (tx) => {
    const at = unixSeconds(deps.clock);
    const held = isId(id) ? await store.putBack(tx, group.id, id, at - HELD_UNDO_MINUTES * 60) : undefined;
    if (!held) return false;
    await insertTrace(tx, [
      { ...traceOf(group, held, at), event: 'held', said: `put back by ${actor.name}` },
    ]);
    await record(tx, group, { actor, at }, [{ act: 'group_mail_put_back', after: nameOf(held) }]);
    return true;
  });
  return { ...(await findHeld(deps, group.id, id)), done, writer: null };
}

/** A name that anybody can write lets nobody in. */
async function allowWriter(
  tx: Tx,
  group: GroupOfHeld,
  held: store.HeldMessage,
  acts: RecordedAct[],
): Promise<HeldDecision['writer']> {
  if (!held.proven) return 'unproven';
  const address = foldAddress(held.author);
  const { isNew, isAllowed } = await store.insertAllowed(tx, group.id, address, MOST_ALLOWED_WRITERS);
  if (isNew) acts.push({ act: 'group_writer_allowed', after: address });
  return isAllowed ? 'allowed' : 'too_many';
}

function nameOf({ author, facts: { messageId } }: store.HeldMessage): string {
  return messageId ? `${author} <${messageId}>`.trim() : author;
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
  await traceDiscarded(tx, group, held, at, said);
}

async function traceDiscarded(
  tx: Tx,
  group: { address: string },
  held: store.HeldMessage,
  at: number,
  said: string,
): Promise<void> {
  await insertTrace(tx, [{ ...traceOf(group, held, at), event: 'discarded', said }]);
}

function traceOf({ address }: { address: string }, held: store.HeldMessage, at: number) {
  const { facts, envelopeSender, client, id } = held;
  return { at, message_id: facts.messageId, sender: envelopeSender, recipient: address, client, ref: id };
}
