import { createHash } from 'node:crypto';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Logger } from '../../platform/logger.ts';
import { oneLine } from '../../platform/one-line.ts';
import { replies } from '../../platform/smtp/reply.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { deliverToMailbox, readDeliveryFacts } from '../incoming/deliver-to-mailbox.ts';
import type { Incoming } from '../incoming/incoming.ts';
import { readClosed } from '../incoming/recipients.store.ts';
import { changeMailbox } from '../mailbox/change-mailbox.ts';
import { messageFromParsed } from '../messages/message-from-parsed.ts';
import { newMessage } from '../messages/new-message.ts';
import { foldAddress } from '../people/fold-address.ts';
import { readSenders } from '../people/people.store.ts';
import { traceOutgoing } from '../trace/trace.store.ts';
import { deliverToGroup } from './deliver-to-group.ts';
import { finalizeSend } from './finalize-send.ts';
import { type OutboxRow, readOutbox } from './outbox.store.ts';
import { LOCAL, moveRecipients, type RecipientRow, readRecipients } from './outbox-recipients.store.ts';
import { MAILBOX_FULL, USER_UNKNOWN } from './route-recipients.ts';
import type { DeliverLocalDeps } from './sending-deps.ts';
import { deliverLocalTask, localKey, type OutboxKey } from './sending-tasks.ts';

/** What a person sent, not the program in somebody's name. */
const WRITTEN_HERE: readonly OutboxRow['kind'][] = ['send', 'schedule', 'period'];
/** Of a Message-ID, in the log. */
const LONGEST_SAID = 255;
/** Until a recipient here who takes no mail for now is looked at again, and for how long, as servers elsewhere do. */
const SUSPENDED_PAUSE_SECONDS = 15 * 60;
const GIVE_UP_SECONDS = 5 * 24 * 3600;
const SUSPENDED = { code: replies.mailboxSuspended.code, reply: replies.mailboxSuspended.text };
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
  const waiting = await readRecipients(db, outgoing, { destination: LOCAL, states: ['waiting'] });
  const recipients = await withoutClosed(deps, outgoing, waiting);
  let failure: unknown = null;
  if (recipients.length > 0) {
    try {
      const incoming = await readIncoming(deps, outgoing);
      const mailboxes = Map.groupBy(recipients, (recipient) => recipient.local_mailbox_id);
      for (const [mailboxId, own] of mailboxes) {
        const filing =
          mailboxId === null
            ? giveToGroups(deps, outgoing, own, incoming)
            : fileFor(deps, outgoing, mailboxId, own, incoming);
        await filing.catch((error: Error) => {
          failure = error;
          const fields = { outbox: outgoing.outboxId, mailbox: mailboxId, reason: error.message };
          log.warn({ event: 'message_deferred', ...fields, destination: LOCAL }, 'local delivery failed');
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

/** Who takes mail now; those who don't for now are asked again later, and given up in the end. */
async function withoutClosed(
  deps: DeliverLocalDeps,
  outgoing: OutboxKey,
  waiting: RecipientRow[],
): Promise<RecipientRow[]> {
  const { db, clock } = deps;
  const ids = waiting.flatMap(({ local_mailbox_id: id }) => (id === null ? [] : [id]));
  const { suspended, gone } = await readClosed(db, ids);
  const isIn =
    (closed: Set<number>) =>
    ({ local_mailbox_id: id }: RecipientRow) =>
      id !== null && closed.has(id);
  const nobody = waiting.filter(isIn(gone));
  if (nobody.length > 0) await giveUp(deps, outgoing, nobody, USER_UNKNOWN);
  const later = waiting.filter(isIn(suspended));
  if (later.length > 0) {
    const now = unixSeconds(clock);
    const outbox = await readOutbox(db, outgoing);
    if (outbox && outbox.due_at < now - GIVE_UP_SECONDS) await giveUp(deps, outgoing, later, SUSPENDED);
    else {
      const runAt = new Date((now + SUSPENDED_PAUSE_SECONDS) * 1000);
      const job = { jobKey: localKey(outgoing.outboxId), runAt };
      const deferred = await inTransaction(db, async (tx) => {
        await addJob(tx, deliverLocalTask, outgoing, job);
        return traceDeferred(tx, outgoing, later, now);
      });
      const told = { kind: outbox?.kind, messageId: null };
      for (const to of deferred) logOutcome(deps.log, outgoing, told, to, SUSPENDED, 'deferred');
    }
  }
  return waiting.filter((recipient) => !nobody.includes(recipient) && !later.includes(recipient));
}

/** Only of those who have not been looked at before; answers which. */
async function traceDeferred(
  tx: Tx,
  outgoing: OutboxKey,
  recipients: RecipientRow[],
  now: number,
): Promise<string[]> {
  const fresh = recipients.filter(({ first_tried_at: before }) => before === null);
  const addresses = fresh.map(({ address }) => address);
  const tried = { state: 'waiting', first_tried_at: now } as const;
  const deferred = await moveRecipients(tx, outgoing, addresses, ['waiting'], tried);
  const { code, reply: said } = SUSPENDED;
  const events = deferred.map((recipient) => ({ event: 'deferred' as const, recipient, code, said }));
  await traceOutgoing(tx, outgoing, events, now);
  return deferred;
}

type Outgoing = Incoming & { kind: OutboxRow['kind'] };

/** What is filed is read from the source, as an outside recipient's mail server would: nothing else can leak. */
async function readIncoming(deps: DeliverLocalDeps, outgoing: OutboxKey): Promise<Outgoing> {
  const outbox = await readOutbox(deps.db, outgoing);
  const stat = outbox?.blob ? await deps.blobs.stat(outbox.blob) : null;
  if (!outbox?.blob || !stat) throw new Error('The source of a message is missing');
  const mail = await deps.parser.parse(outbox.blob, stat.size);
  const now = unixSeconds(deps.clock);
  const isProven = await isWrittenHere(deps.db, outgoing, outbox, mail.from.email);
  const message = newMessage({
    ...messageFromParsed(mail, now, { blob: outbox.blob }),
    ...(isProven ? { sender: { ...mail.from, proven: true as const } } : {}),
    receivedAt: now,
    unread: true,
    size: stat.size,
    blob: outbox.blob,
  });
  return { ...message, envelopeSender: outbox.sender, authors: mail.authors, kind: outbox.kind };
}

/** Whose address was judged when it was sent; a forward names somebody else. A receipt leaves in nobody's name. */
async function isWrittenHere(
  db: ReadDb,
  { mailboxId }: OutboxKey,
  { kind, sender }: OutboxRow,
  from: string,
): Promise<boolean> {
  if (!WRITTEN_HERE.includes(kind)) return false;
  const author = foldAddress(from);
  if (sender !== '') return foldAddress(sender) === author;
  const own = await readSenders(db, mailboxId);
  return own.some(({ email }) => foldAddress(email) === author);
}

/** Recipients without a mailbox are groups. */
async function giveToGroups(
  deps: DeliverLocalDeps,
  outgoing: OutboxKey,
  recipients: RecipientRow[],
  message: Outgoing,
): Promise<void> {
  for (const recipient of recipients) {
    const { address } = recipient;
    const refusal = await deliverToGroup(deps, outgoing, address, message);
    if (refusal === null) logOutcome(deps.log, outgoing, message, address, null);
    else {
      const because = { code: refusal.code, reply: `${refusal.status} ${refusal.text}` };
      await giveUp(deps, outgoing, [recipient], because);
    }
  }
}

async function fileFor(
  deps: DeliverLocalDeps,
  outgoing: OutboxKey,
  mailboxId: number,
  recipients: RecipientRow[],
  { kind, ...incoming }: Outgoing,
): Promise<void> {
  const addresses = recipients.map((recipient) => recipient.address);
  const key = createHash('sha256').update(`outbox ${outgoing.outboxId} ${mailboxId}`).digest('hex');
  const arrival = { client: 'local', recipient: addresses[0] ?? '' };
  const messages = [{ ...incoming, deliveryKey: key, arrival }];
  let settledAs: 'delivered' | 'failed' | null = null;
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
      settledAs = outcome.state;
    },
    { first: (tx: Tx) => readDeliveryFacts(deps.mailRules, tx, mailboxId, messages) },
  );
  if (settledAs === null) return;
  const told = { kind, messageId: incoming.messageId };
  const failure = settledAs === 'failed' ? MAILBOX_FULL : null;
  for (const to of addresses) logOutcome(deps.log, outgoing, told, to, failure);
}

/** Of what the program writes itself nobody else is to know the address: an account may be recovered there. */
function logOutcome(
  log: Logger,
  { outboxId: outbox, mailboxId: mailbox }: OutboxKey,
  { kind, messageId }: { kind?: OutboxRow['kind'] | undefined; messageId: string | null },
  to: string,
  failure: { code: number; reply: string } | null,
  unsent: 'failed' | 'deferred' = 'failed',
): void {
  const message_id = oneLine(messageId ?? '', LONGEST_SAID);
  const named = kind !== undefined && WRITTEN_HERE.includes(kind) ? { to } : {};
  const fields = { message_id, outbox, mailbox, destination: LOCAL, ...named };
  if (failure === null) log.info({ event: 'message_sent', ...fields }, 'message sent');
  else log.warn({ event: `message_${unsent}`, ...fields, ...failure }, `message ${unsent}`);
}

async function giveUp(
  { clock, db, log }: DeliverLocalDeps,
  outgoing: OutboxKey,
  recipients: RecipientRow[],
  because = NOT_FILED,
): Promise<void> {
  const addresses = recipients.map((recipient) => recipient.address);
  const at = unixSeconds(clock);
  const moved = await inTransaction(db, async (tx) => {
    const given = { state: 'failed', at, ...because } as const;
    const moved = await moveRecipients(tx, outgoing, addresses, ['waiting'], given);
    const { code, reply: said } = because;
    const events = moved.map((recipient) => ({ event: 'failed' as const, recipient, code, said }));
    await traceOutgoing(tx, outgoing, events, at);
    return moved;
  });
  const kind = (await readOutbox(db, outgoing))?.kind;
  for (const to of moved) logOutcome(log, outgoing, { kind, messageId: null }, to, because);
}
