import { createHash } from 'node:crypto';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Tx } from '../../tables.ts';
import { deliverToMailbox, readDeliveryFacts } from '../incoming/deliver-to-mailbox.ts';
import type { Incoming } from '../incoming/incoming.ts';
import { changeMailbox } from '../mailbox/change-mailbox.ts';
import { messageFromParsed } from '../messages/message-from-parsed.ts';
import { newMessage } from '../messages/new-message.ts';
import { foldAddress } from '../people/fold-address.ts';
import { finalizeSend } from './finalize-send.ts';
import { type OutboxRow, readOutbox } from './outbox.store.ts';
import { LOCAL, moveRecipients, type RecipientRow, readRecipients } from './outbox-recipients.store.ts';
import { MAILBOX_FULL } from './route-recipients.ts';
import type { DeliverLocalDeps } from './sending-deps.ts';
import type { OutboxKey } from './sending-tasks.ts';

/** What a person sent, not the program in somebody's name. */
const WRITTEN_HERE: readonly OutboxRow['kind'][] = ['send', 'schedule', 'period'];
const NOT_FILED = { code: 451, reply: 'The mail could not be filed' };

/**
 * Files a message for its recipients here, one transaction a mailbox, and settles it. What goes wrong with one of them
 * does not stop the others; after the last try it has failed for those that are left.
 */
export async function deliverLocal(
  deps: DeliverLocalDeps,
  outgoing: OutboxKey,
  run: { lastAttempt: boolean },
): Promise<void> {
  const { db, log } = deps;
  const recipients = await readRecipients(db, outgoing, { destination: LOCAL, states: ['waiting'] });
  let failure: unknown = null;
  if (recipients.length > 0) {
    try {
      const incoming = await readIncoming(deps, outgoing);
      const mailboxes = Map.groupBy(recipients, (recipient) => recipient.local_mailbox_id);
      for (const [mailboxId, own] of mailboxes) {
        await fileFor(deps, outgoing, mailboxId, own, incoming).catch((error: Error) => {
          failure = error;
          log.warn(
            { outbox: outgoing.outboxId, mailbox: mailboxId, reason: error.message },
            'local delivery failed',
          );
        });
      }
    } catch (error) {
      failure = error;
    }
  }
  if (failure !== null && run.lastAttempt) await giveUp(deps, outgoing, recipients);
  await finalizeSend(deps, outgoing);
  if (failure !== null) throw failure;
}

/** What is filed is read from the source, as an outside recipient's mail server would: nothing else can leak. */
async function readIncoming(deps: DeliverLocalDeps, outgoing: OutboxKey): Promise<Incoming> {
  const outbox = await readOutbox(deps.db, outgoing);
  const stat = outbox?.blob ? await deps.blobs.stat(outbox.blob) : null;
  if (!outbox?.blob || !stat) throw new Error('The source of a message is missing');
  const mail = await deps.parser.parse(outbox.blob, stat.size);
  const now = unixSeconds(deps.clock);
  const message = newMessage({
    ...messageFromParsed(mail, now, { blob: outbox.blob }),
    ...(isWrittenHere(outbox, mail.from.email) ? { sender: { ...mail.from, proven: true as const } } : {}),
    receivedAt: now,
    unread: true,
    size: stat.size,
    blob: outbox.blob,
  });
  return { ...message, envelopeSender: outbox.sender, authors: mail.authors };
}

/** Whose address was judged when it was sent; a forward names somebody else. */
function isWrittenHere({ kind, sender }: OutboxRow, from: string): boolean {
  return WRITTEN_HERE.includes(kind) && foldAddress(sender) === foldAddress(from);
}

async function fileFor(
  deps: DeliverLocalDeps,
  outgoing: OutboxKey,
  mailboxId: number | null,
  recipients: RecipientRow[],
  incoming: Incoming,
): Promise<void> {
  if (mailboxId === null) throw new Error('A recipient here has no mailbox');
  const addresses = recipients.map((recipient) => recipient.address);
  const key = createHash('sha256').update(`outbox ${outgoing.outboxId} ${mailboxId}`).digest('hex');
  const messages = [{ ...incoming, deliveryKey: key }];
  await changeMailbox(
    deps,
    mailboxId,
    async (change, facts) => {
      const settled = { state: 'delivered', at: change.now, code: null, reply: null } as const;
      const taken = await moveRecipients(change.tx, outgoing, addresses, ['waiting'], settled);
      if (taken.length === 0) return;
      const [filed] = await deliverToMailbox(deps, change, messages, facts);
      const outcome =
        filed?.outcome === 'mailbox_full'
          ? { state: 'failed' as const, ...MAILBOX_FULL }
          : { ...settled, local_message_id: filed?.id ?? null };
      await moveRecipients(change.tx, outgoing, taken, ['delivered'], outcome);
    },
    (tx: Tx) => readDeliveryFacts(deps.mailRules, tx, mailboxId, messages),
  );
}

async function giveUp(
  deps: DeliverLocalDeps,
  outgoing: OutboxKey,
  recipients: RecipientRow[],
): Promise<void> {
  const addresses = recipients.map((recipient) => recipient.address);
  const at = unixSeconds(deps.clock);
  await inTransaction(deps.db, (tx) =>
    moveRecipients(tx, outgoing, addresses, ['waiting'], { state: 'failed', at, ...NOT_FILED }),
  );
}
