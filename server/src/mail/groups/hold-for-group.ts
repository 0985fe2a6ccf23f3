import {
  HELD_MEGABYTES,
  MOST_HELD,
  MOST_HELD_OF_CLIENT,
  MOST_HELD_OF_DOMAIN,
  MOST_HELD_OF_ONE,
  MOST_HELD_UNPROVEN,
} from '@bocau/contract/held-messages.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import { accepted, type Reply, replies } from '../../platform/smtp/reply.ts';
import type { Tx } from '../../tables.ts';
import { foldAddress } from '../people/fold-address.ts';
import { isFreeProvider, organisationOf } from '../people/organisation-of.ts';
import { insertTrace } from '../trace/trace.store.ts';
import type { Group } from './groups.store.ts';
import { countWaiting, insertHeld, lockHolding, type NewHeld, wasHeld } from './held-messages.store.ts';

/** Tells the keepers of a group what waits for them. */
export const tellKeepersTask = defineTask<{ groupId: number }>('tell_keepers', { maxAttempts: 10 });

/** Of notices to one keeper about one group. */
export const NOTICE_SECONDS = 3600;
const LONGEST_SUBJECT = 300;
const LONGEST_NAME = 100;

/** `fresh`: it was not held before. */
type Held = { answer: Reply; fresh: boolean };

/**
 * Accepts a message of who may not write, until a keeper decides. What came before, held or decided, is
 * accepted and not held again, so that no keeper decides twice.
 */
export async function holdForGroup(tx: Tx, group: Group, message: Omit<NewHeld, 'groupId'>): Promise<Held> {
  const locked = await lockHolding(tx, group.id);
  if (!locked) return { answer: replies.noSuchMailbox, fresh: false };
  const { facts, receivedAt, client } = message;
  const envelopeSender = foldAddress(message.envelopeSender);
  const isRepeated = await wasHeld(tx, group.id, facts.deliveryKey);
  if (!isRepeated) {
    if (message.size > HELD_MEGABYTES * 1024 * 1024) return { answer: replies.tooBig, fresh: false };
    if (await isFull(tx, group, { envelopeSender, client, author: message.author }))
      return { answer: replies.tooMuchHeld, fresh: false };
    await insertHeld(tx, {
      ...message,
      groupId: group.id,
      envelopeSender,
      subject: message.subject.slice(0, LONGEST_SUBJECT),
      author: { ...message.author, name: message.author.name.slice(0, LONGEST_NAME) },
    });
    await scheduleNotice(tx, group.id, locked.toldAt, receivedAt);
  }
  await insertTrace(tx, [
    {
      at: receivedAt,
      event: isRepeated ? 'repeated' : 'held',
      message_id: facts.messageId,
      sender: envelopeSender,
      recipient: group.address,
      client,
      ref: message.id,
    },
  ]);
  return { answer: accepted(), fresh: !isRepeated };
}

/**
 * One stranger leaves room for the others: who invents senders for those who are proven, and who invents proven ones in a
 * domain of their own for those of other domains. People of the group's own domain answer for what they write.
 */
async function isFull(
  tx: Tx,
  group: Group,
  message: Pick<NewHeld, 'envelopeSender' | 'client' | 'author'>,
): Promise<boolean> {
  const { author, client } = message;
  const { all, ofSender, unproven, ofClient, ofDomain } = await countWaiting(tx, group.id, message);
  if (all >= MOST_HELD || ofSender >= MOST_HELD_OF_ONE) return true;
  // By LMTP all mail comes from our own server in front.
  if (client.startsWith('smtp ') && ofClient >= MOST_HELD_OF_CLIENT) return true;
  if (!author.proven) return unproven >= MOST_HELD_UNPROVEN;
  const isOwn = foldAddress(author.email).endsWith(`@${group.domain}`);
  return !isOwn && !isFreeProvider(organisationOf(author.email)) && ofDomain >= MOST_HELD_OF_DOMAIN;
}

/** At once, or when the hour after the last notice is over. */
export function scheduleNotice(tx: Tx, groupId: number, toldAt: number | null, now: number): Promise<void> {
  const at = toldAt === null ? now : Math.max(now, toldAt + NOTICE_SECONDS);
  const options = { runAt: new Date(at * 1000), jobKey: `tell keepers ${groupId}` };
  return addJob(tx, tellKeepersTask, { groupId }, options);
}
