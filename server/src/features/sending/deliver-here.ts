import { createHash } from 'node:crypto';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Tx } from '../../tables.ts';
import { fileIncoming, type Incoming, readFilingFacts } from '../delivery/file-incoming.ts';
import { changeMailbox } from '../mailbox/change-mailbox.ts';
import { messageFromParsed } from '../mailbox/message-from-parsed.ts';
import { readOutbox } from './outbox.store.ts';
import { LOCAL, moveRecipients, type RecipientRow, readRecipients } from './recipient-rows.ts';
import { MAILBOX_FULL } from './route-recipients.ts';
import type { DeliverHereDeps } from './sending-deps.ts';
import type { LetterKey } from './sending-tasks.ts';
import { settleSending } from './settle-sending.ts';

const NOT_FILED = { code: 451, reply: 'The mail could not be filed' };

/**
 * Files a letter for its recipients here, one transaction a mailbox, and settles it. What goes wrong with one of them
 * does not stop the others; after the last try it has failed for those that are left.
 */
export async function deliverHere(
  deps: DeliverHereDeps,
  letter: LetterKey,
  run: { lastAttempt: boolean },
): Promise<void> {
  const { db, log } = deps;
  const recipients = await readRecipients(db, letter, { destination: LOCAL, states: ['waiting'] });
  let failure: unknown = null;
  if (recipients.length > 0) {
    try {
      const incoming = await readIncoming(deps, letter);
      const mailboxes = Map.groupBy(recipients, (recipient) => recipient.local_mailbox_id);
      for (const [mailboxId, own] of mailboxes) {
        await fileFor(deps, letter, mailboxId, own, incoming).catch((error: Error) => {
          failure = error;
          log.warn(
            { outbox: letter.outboxId, mailbox: mailboxId, reason: error.message },
            'A letter was not filed',
          );
        });
      }
    } catch (error) {
      failure = error;
    }
  }
  if (failure !== null && run.lastAttempt) await giveUp(deps, letter, recipients);
  await settleSending(deps, letter);
  if (failure !== null) throw failure;
}

/** What is filed is read from the source, as an outside recipient's mail server would: nothing else can leak. */
async function readIncoming(deps: DeliverHereDeps, letter: LetterKey): Promise<Incoming> {
  const outbox = await readOutbox(deps.db, letter);
  const stat = outbox?.blob ? await deps.blobs.stat(outbox.blob) : null;
  if (!outbox?.blob || !stat) throw new Error('The source of a letter is missing');
  const mail = await deps.parser.parse(outbox.blob, stat.size);
  const now = unixSeconds(deps.clock);
  return {
    ...messageFromParsed(mail, now),
    receivedAt: now,
    unread: true,
    starred: false,
    answered: false,
    draft: false,
    spoofed: false,
    size: stat.size,
    blob: outbox.blob,
    deliveryKey: null,
    senderChecks: null,
  };
}

async function fileFor(
  deps: DeliverHereDeps,
  letter: LetterKey,
  mailboxId: number | null,
  recipients: RecipientRow[],
  incoming: Incoming,
): Promise<void> {
  if (mailboxId === null) throw new Error('A recipient here has no mailbox');
  const addresses = recipients.map((recipient) => recipient.address);
  const key = createHash('sha256').update(`outbox ${letter.outboxId} ${mailboxId}`).digest('hex');
  const messages = [{ ...incoming, deliveryKey: key }];
  await changeMailbox(
    deps,
    mailboxId,
    async (change, facts) => {
      const settled = { state: 'delivered', at: change.now, code: null, reply: null } as const;
      const taken = await moveRecipients(change.tx, letter, addresses, ['waiting'], settled);
      if (taken.length === 0) return;
      const [filed] = await fileIncoming(deps.clock, change, messages, facts);
      const outcome =
        filed?.id == null
          ? { state: 'failed' as const, ...MAILBOX_FULL }
          : { ...settled, local_message_id: filed.id };
      await moveRecipients(change.tx, letter, taken, ['delivered'], outcome);
    },
    (tx: Tx) => readFilingFacts(deps.senderRules, tx, mailboxId, messages),
  );
}

async function giveUp(deps: DeliverHereDeps, letter: LetterKey, recipients: RecipientRow[]): Promise<void> {
  const addresses = recipients.map((recipient) => recipient.address);
  const at = unixSeconds(deps.clock);
  await inTransaction(deps.db, (tx) =>
    moveRecipients(tx, letter, addresses, ['waiting'], { state: 'failed', at, ...NOT_FILED }),
  );
}
