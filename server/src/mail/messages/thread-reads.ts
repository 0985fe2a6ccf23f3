import { LIMITS } from '@bocau/contract/limits.ts';
import { systemClock } from '../../platform/clock.ts';
import { createPace } from '../../platform/pace.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { ReadDb } from '../../tables.ts';
import {
  type MessageBodyRow,
  type MessageHead,
  readBodies,
  type ThreadMessageRow,
} from './messages.store.ts';

/** Of the connections to the database: whatever somebody was sent and opens, others find one. */
const READS_OF_A_MAILBOX = 2;
/** Whoever prints a conversation asks for each of its messages. */
const WAITING_OF_A_MAILBOX = 2 * LIMITS.threadMessages;

/** Characters of bodies: ten of the longest messages at once, then two a second, which is a small part of a processor. */
const PACE = { burst: 10_000_000, perSecond: 2_000_000 };
/** Less is no load. */
const HEAVY = 100_000;

const pace = createPace<number>(systemClock, PACE);
const turns = createSemaphore<number>(READS_OF_A_MAILBOX, WAITING_OF_A_MAILBOX);

/** Characters of a body that cost as much as a recipient, who is read, checked and written one by one. */
const RECIPIENT = 400;

/** A head, with its files and how it was sent, without the recipients. */
const HEAD = 1_000;

/** What it costs to read these heads and bodies. */
export function readingCost(
  heads: Iterable<Pick<MessageHead, 'headers'>>,
  bodies: Iterable<MessageBodyRow>,
): number {
  let cost = 0;
  for (const { headers } of heads)
    cost += HEAD + (headers.to.length + headers.cc.length + headers.bcc.length) * RECIPIENT;
  for (const { body, quote } of bodies) cost += (body?.length ?? 0) + (quote?.length ?? 0);
  return cost;
}

/**
 * Reads messages with their bodies, of which a mailbox does few at once. Whoever goes on reading long ones gets each answer
 * at once, and the turn for the next one later.
 */
export async function readInTurn<Result>(
  mailboxId: number,
  read: () => Promise<Result>,
  costOf: (result: Result) => number,
): Promise<Result> {
  const release = await turns.take(mailboxId);
  let wait = 0;
  try {
    const result = await read();
    const cost = costOf(result);
    if (cost >= HEAVY) wait = pace.spend(mailboxId, cost);
    return result;
  } finally {
    if (wait === 0) release();
    else systemClock.after(wait, release);
  }
}

/**
 * The bodies of those that open expanded, and of others from the newest as far as an answer has room for them: the rest
 * is fetched message by message.
 */
export async function readBodiesWithin(
  db: ReadDb,
  mailboxId: number,
  messages: readonly ThreadMessageRow[],
  expanded: readonly string[],
  others: 'all' | 'none',
): Promise<Map<string, MessageBodyRow>> {
  const chosen = [...expanded];
  if (others === 'all') {
    const newestFirst = messages.toReversed();
    let room = LIMITS.threadBodyBytes;
    for (const { id, body_bytes } of newestFirst) if (expanded.includes(id)) room -= body_bytes;
    for (const { id, body_bytes } of newestFirst) {
      if (expanded.includes(id)) continue;
      room -= body_bytes;
      // No message is left out between two that came.
      if (room < 0) break;
      chosen.push(id);
    }
  }
  const there = messages.filter(({ id, has_body }) => has_body && chosen.includes(id));
  const missing = chosen.filter((id) => !there.some((message) => message.id === id));
  const bodies = await readBodies(db, mailboxId, missing);
  for (const { id, body, quote } of there) bodies.set(id, { body, quote });
  return bodies;
}
