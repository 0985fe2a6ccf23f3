import { createHash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { readForwardingKey } from '../../mail/forwarding/forwarding.store.ts';
import { groupTraceMark } from '../../mail/forwarding/keyed.ts';
import { distributeTask } from '../../mail/groups/accept-for-group.ts';
import * as store from '../../mail/groups/group-messages.store.ts';
import { type MemberHere, readPeople } from '../../mail/groups/groups.store.ts';
import { readReach } from '../../mail/groups/reach.ts';
import { deliverToMailbox, readDeliveryFacts } from '../../mail/incoming/deliver-to-mailbox.ts';
import type { Incoming } from '../../mail/incoming/incoming.ts';
import type { MailRules } from '../../mail/incoming/mail-rules.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { behind } from '../../platform/blobs/behind.ts';
import { readHead } from '../../platform/blobs/read-head.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { behindReturnPath, writeTrace } from '../../platform/smtp/forward-trace.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import type { OutsideDeps } from './outside-source.ts';
import { type CopyMetrics, sendOutside } from './send-outside.ts';

export type DistributeDeps = OutsideDeps & CopyMetrics & { mailRules: MailRules };

/** Of one run; the next one is a job of its own, so that others get their turn. */
export const MEMBERS_A_RUN = 250;
/** Less than the connections to the database that a process has. */
const AT_A_TIME = 4;

/** The next members who get the message: people first, then addresses elsewhere. */
export async function distribute(
  deps: DistributeDeps,
  { id }: { id: string },
  run: { lastAttempt: boolean },
): Promise<void> {
  const found = await store.readGroupMessage(deps.db, id);
  if (!found) return;
  const message = found.listed ? found : await addListFields(deps, found);
  const { groups } = await readReach(deps.db, [message.groupId], message.facts.writer);
  const people = await readPeople(deps.db, groups, {
    after: message.filedTo,
    limit: MEMBERS_A_RUN,
  });
  const last = people.at(-1);
  if (last === undefined) {
    await sendOutside(deps, message, MEMBERS_A_RUN);
    return;
  }
  const failure = await fileForAll(deps, message, people, await readIncoming(deps, message));
  // Who has the message already is known by its delivery key.
  if (failure !== null && !run.lastAttempt) throw failure;
  await inTransaction(deps.db, async (tx) => {
    if (!(await store.moveFiledTo(tx, id, message.filedTo, last.mailboxId))) return;
    await addJob(tx, distributeTask, { id });
  });
}

/** Some members at a time, as each waits for the database; answers a failure, if there was one. */
async function fileForAll(
  deps: DistributeDeps,
  message: store.GroupMessage,
  people: MemberHere[],
  incoming: Incoming,
): Promise<unknown> {
  let failure: unknown = null;
  const left = [...people];
  const fileNext = async () => {
    for (let member = left.shift(); member !== undefined; member = left.shift()) {
      const { mailboxId, email } = member;
      const arrival = { client: `group ${message.group.address}`, recipient: email };
      await fileFor(deps, mailboxId, { ...incoming, ...keyFor(message, mailboxId), arrival }).then(
        () => deps.metrics.groupCopies.inc({ to: 'people' }),
        (error: Error) => {
          failure = error;
          const fields = { group: message.groupId, mailbox: mailboxId, reason: error.message };
          deps.log.warn({ event: 'message_deferred', ...fields }, 'delivery to a member of a group failed');
        },
      );
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, fileNext));
  return failure;
}

/** One source for all members, with the header fields of the group in front. */
async function addListFields(
  { db, blobs, clock }: DistributeDeps,
  message: store.GroupMessage,
): Promise<store.GroupMessage> {
  const [stat, head] = await Promise.all([blobs.stat(message.blob), readHead(blobs, message.blob)]);
  if (!stat || !head) throw new Error('The source of a message to a group is missing');
  const start = behindReturnPath(head);
  const lines = Buffer.concat([head.subarray(0, start), Buffer.from(await listFields(db, message))]);
  const source = await blobs.open(message.blob, { start, end: stat.size });
  const { key } = await blobs.put(behind(lines, source));
  await inTransaction(db, (tx) => store.writeListed(tx, message.id, key, unixSeconds(clock)));
  return { ...message, blob: key, listed: true };
}

/** RFC 2919 and RFC 2369. `Delivered-To` and the trace end loops. */
async function listFields(db: ReadDb, { groupId, group }: store.GroupMessage): Promise<string> {
  const [local = '', domain = ''] = group.address.split('@');
  const ascii = domainToASCII(domain);
  const trace = writeTrace(groupTraceMark(await readForwardingKey(db), groupId), `${local}@${ascii}`);
  return `List-Id: <${local}.${ascii}>\r\nList-Post: <mailto:${local}@${ascii}>\r\n${trace}`;
}

async function readIncoming(
  { blobs, parser }: DistributeDeps,
  { blob, envelopeSender, facts, receivedAt }: store.GroupMessage,
): Promise<Incoming> {
  const stat = await blobs.stat(blob);
  if (!stat) throw new Error('The source of a message to a group is missing');
  const mail = await parser.parse(blob, stat.size);
  const message = newMessage({
    ...messageFromParsed(mail, receivedAt, { blob }),
    ...(facts.proven ? { sender: { ...mail.from, proven: true as const } } : {}),
    receivedAt,
    unread: true,
    spoofed: facts.spoofed,
    size: stat.size,
    blob,
    senderChecks: facts.checks,
    spam: facts.spam,
  });
  return { ...message, envelopeSender, authors: mail.authors };
}

/** The same as of a copy that reaches the mailbox on another way. */
function keyFor(
  { facts }: store.GroupMessage,
  mailboxId: number,
): Pick<Incoming, 'deliveryKey' | 'earlierDelivery'> {
  const { outgoing, deliveryKey, earlierDelivery } = facts;
  if (outgoing === null) return { deliveryKey, earlierDelivery };
  const key = createHash('sha256').update(`outbox ${outgoing.outboxId} ${mailboxId}`).digest('hex');
  return { deliveryKey: key, earlierDelivery: null };
}

async function fileFor(deps: DistributeDeps, mailboxId: number, incoming: Incoming): Promise<void> {
  await changeMailbox(deps, mailboxId, (change, facts) => deliverToMailbox(deps, change, [incoming], facts), {
    first: (tx: Tx) => readDeliveryFacts(deps.mailRules, tx, mailboxId, [incoming]),
  });
}
