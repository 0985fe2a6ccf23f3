import { acceptForGroup } from '../../mail/groups/accept-for-group.ts';
import { deleteOutside, type Group } from '../../mail/groups/groups.store.ts';
import { heldExcerpt } from '../../mail/groups/held-excerpt.ts';
import { holdForGroup } from '../../mail/groups/hold-for-group.ts';
import { mayBeWriter, mayWrite } from '../../mail/groups/may-write.ts';
import type { Incoming } from '../../mail/incoming/incoming.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { isLeaveAddress } from '../../mail/people/leave-address.ts';
import { provenAuthor } from '../../mail/people/proven-author.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { isWrittenByProgram } from '../../platform/mime/refuses-replies.ts';
import { returnedKey } from '../../platform/smtp/forward-trace.ts';
import type { RecipientVerdict } from '../../platform/smtp/mail-types.ts';
import { accepted, type Reply, replies } from '../../platform/smtp/reply.ts';
import type { Db, ReadDb } from '../../tables.ts';

/** A group as the recipient of a message; `leaves`: whose author wants to be no member any more. */
export type GroupPlace = { group: Group; email: string; leaves: boolean };

/** Judges by the domain of the envelope sender, before the message is sent. */
export async function judgeForGroup(
  db: ReadDb,
  group: Group,
  { address, from }: { address: string; from: string },
): Promise<RecipientVerdict<GroupPlace>> {
  if (!group.takesMail) return { refuse: replies.mailboxSuspended };
  const place = { group, email: group.address, leaves: isLeaveAddress(foldAddress(address)) };
  if (from === '') return { refuse: replies.notToGroups };
  // Who writes to a group that holds mail is judged by what is proven, after DATA.
  if (place.leaves || group.strangers === 'held' || (await mayBeWriter(db, group, from)))
    return { accept: place };
  return { refuse: replies.notAWriter };
}

type Given = {
  incoming: Incoming;
  durable: Promise<unknown>;
  client: string;
  /** The beginning of the message, with its header. */
  head: Buffer;
};

/**
 * Accepts a message for a group, durably. Anybody can write an envelope, so that a group that is not open to
 * anybody needs a proven author. What others write is refused, or held; spam, forged mail and what programs
 * write is never held.
 */
export async function giveToGroup(
  { db, clock, metrics }: { db: Db; clock: Clock; metrics: Pick<Metrics, 'groupMessages'> },
  { group, leaves }: GroupPlace,
  { incoming, durable, client, head }: Given,
): Promise<Reply> {
  const { blob, deliveryKey, earlierDelivery, messageId, sender, senderChecks: checks, spam } = incoming;
  const author = provenAuthor({ sender, spoofed: incoming.spoofed, checks });
  if (leaves) return author === null ? replies.notAWriter : leave({ db }, group, author);
  const may = group.writers === 'anyone' || (author !== null && (await mayWrite(db, group, author)));
  const isHeld =
    !may && group.strangers === 'held' && !incoming.spoofed && spam === null && !isWrittenByProgram(head);
  if (!may && !isHeld) return replies.notAWriter;
  if (blob === null || deliveryKey === null) throw new Error('A message that came in has a source and a key');
  await durable;
  const { spoofed } = incoming;
  const proven = sender.proven === true;
  const returned = returnedKey(head);
  const key =
    returned === null ? { deliveryKey, earlierDelivery } : { deliveryKey: returned, earlierDelivery: null };
  const facts = { messageId, ...key, outgoing: null, proven, writer: author, spoofed, checks, spam };
  const { envelopeSender } = incoming;
  const message = { id: newId(clock), blob, envelopeSender, facts, receivedAt: unixSeconds(clock) };
  if (isHeld) {
    const { size, subject } = incoming;
    const shown = { email: sender.email, name: sender.name, proven: author !== null };
    const { answer, fresh } = await inTransaction(db, (tx) =>
      holdForGroup(tx, group, {
        ...message,
        size,
        subject,
        client,
        author: shown,
        excerpt: heldExcerpt(incoming),
      }),
    );
    if (fresh) metrics.groupMessages.inc({ outcome: 'held' });
    return answer;
  }
  const fresh = await inTransaction(db, (tx) => acceptForGroup(tx, group, message, client));
  if (fresh) metrics.groupMessages.inc({ outcome: 'accepted' });
  return accepted();
}

async function leave({ db }: { db: Db }, group: Group, author: string): Promise<Reply> {
  const left = await inTransaction(db, (tx) => deleteOutside(tx, group.id, author));
  return left.length > 0 ? accepted() : replies.notAMember;
}
