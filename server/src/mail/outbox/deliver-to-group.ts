import { createHash } from 'node:crypto';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { readHead } from '../../platform/blobs/read-head.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { readHops } from '../../platform/mime/read-headers.ts';
import { isWrittenByProgram } from '../../platform/mime/refuses-replies.ts';
import { returnedKey } from '../../platform/smtp/forward-trace.ts';
import { loops } from '../../platform/smtp/loop-guard.ts';
import { type Reply, replies } from '../../platform/smtp/reply.ts';
import type { Db } from '../../tables.ts';
import { acceptForGroup } from '../groups/accept-for-group.ts';
import { groupAddresses } from '../groups/group-address.ts';
import { findGroup, type Group, readWriterAddress } from '../groups/groups.store.ts';
import { heldExcerpt } from '../groups/held-excerpt.ts';
import { holdForGroup } from '../groups/hold-for-group.ts';
import { mayWrite } from '../groups/may-write.ts';
import type { Incoming } from '../incoming/incoming.ts';
import { foldAddress } from '../people/fold-address.ts';
import { isLeaveAddress } from '../people/leave-address.ts';
import type { OutboxRow } from './outbox.store.ts';
import { moveRecipients } from './outbox-recipients.store.ts';
import type { OutboxKey } from './sending-tasks.ts';

type Deps = { db: Db; clock: Clock; blobs: BlobStore; metrics: Pick<Metrics, 'groupMessages'> };
type Outgoing = Incoming & { kind: OutboxRow['kind'] };

/**
 * Accepts a message of somebody here for a group, once, and settles its recipient in the same transaction.
 * Answers why the group refuses it, or null.
 */
export async function deliverToGroup(
  deps: Deps,
  outgoing: OutboxKey,
  address: string,
  message: Outgoing,
): Promise<Reply | null> {
  const { db, clock, blobs } = deps;
  const group = await findGroup(db, groupAddresses(address));
  if (!group) return replies.noSuchMailbox;
  if (!group.takesMail) throw new Error('The domain of a group is suspended');
  if (message.blob === null) throw new Error('The source of a message is missing');
  const head = (await readHead(blobs, message.blob)) ?? Buffer.alloc(0);
  if (loops(readHops(head), group.address)) return replies.loopDetected;
  const verdict = await judge(deps, outgoing, group, { address, kind: message.kind, head });
  if ('refuse' in verdict) return verdict.refuse;
  const { blob, envelopeSender, messageId, sender } = message;
  const at = unixSeconds(clock);
  const returned = returnedKey(head);
  const facts = {
    ...{ messageId, proven: sender.proven === true, writer: verdict.writer, earlierDelivery: null },
    outgoing: returned === null ? outgoing : null,
    deliveryKey: returned ?? createHash('sha256').update(`outbox ${outgoing.outboxId}`).digest('hex'),
    ...{ spoofed: false, checks: null, spam: null },
  };
  const accepted = { id: newId(clock), blob, envelopeSender, facts, receivedAt: at };
  const { refused, counted } = await inTransaction(db, async (tx) => {
    let fresh = false;
    if (verdict.isHeld) {
      const { size, subject } = message;
      const author = { email: verdict.writer, name: sender.name, proven: true };
      const held = { ...accepted, size, subject, author, client: 'local', excerpt: heldExcerpt(message) };
      const holding = await holdForGroup(tx, group, held);
      if (holding.answer.outcome !== 'accepted') return { refused: holding.answer, counted: null };
      fresh = holding.fresh;
    }
    const delivered = { state: 'delivered', at, code: null, reply: null } as const;
    const taken = await moveRecipients(tx, outgoing, [address], ['waiting'], delivered);
    if (verdict.isHeld) return { refused: null, counted: fresh ? 'held' : null };
    if (taken.length > 0) fresh = await acceptForGroup(tx, group, accepted, 'local');
    return { refused: null, counted: fresh ? 'accepted' : null };
  });
  if (counted !== null) deps.metrics.groupMessages.inc({ outcome: counted });
  return refused;
}

/** `isHeld`: the message waits for a keeper. */
type Verdict = { refuse: Reply } | { writer: string; isHeld: boolean };

/** Whoever sent it is known; what answers by itself is for one person. */
async function judge(
  { db }: Deps,
  { mailboxId }: OutboxKey,
  group: Group,
  { address, kind, head }: { address: string; kind: OutboxRow['kind']; head: Buffer },
): Promise<Verdict> {
  if (isLeaveAddress(address)) return { refuse: replies.notAMember };
  if (kind === 'reply') return { refuse: replies.notAWriter };
  const email = await readWriterAddress(db, mailboxId);
  if (email === null) return { refuse: replies.notAWriter };
  const writer = foldAddress(email);
  if (await mayWrite(db, group, email)) return { writer, isHeld: false };
  return group.strangers === 'refused' || isWrittenByProgram(head)
    ? { refuse: replies.notAWriter }
    : { writer, isHeld: true };
}
