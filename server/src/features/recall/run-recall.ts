import { createHash } from 'node:crypto';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { forgetRemovedCopies, readCopies } from '../../mail/messages/copies.store.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { removeMessages } from '../../mail/messages/move-messages.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import { finalizeSend } from '../../mail/outbox/finalize-send.ts';
import { enqueueRecalls } from '../../mail/push/push-jobs.store.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { traceOutgoing } from '../../mail/trace/trace.store.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { Logger } from '../../platform/logger.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import type { RecipientState } from '../../tables.ts';
import type { Outcome, RecalledRecipient } from './recall.store.ts';
import * as store from './recall.store.ts';
import { writeReport } from './recall-report.ts';
import { type RecallJob, recallKey, recallTask } from './start-recall.ts';

/** A mail server is being talked to, and has not answered yet. */
const UNDER_WAY: RecipientState[] = ['trying', 'handing_over'];
const LOOK_AGAIN_MS = 5_000;

export type RecallDeps = ChangeDeps & { blobs: BlobStore; parser: MailParser; log: Logger };

/**
 * Removes the copies of a message from mailboxes of the same domain, and then reports on every recipient to
 * the sender. Resumable; a recipient has one outcome, and the sender gets one report.
 */
export async function runRecall(
  deps: RecallDeps,
  { mailboxId, messageId, outboxId }: RecallJob,
): Promise<void> {
  const { db, log } = deps;
  const { recall_read } = await store.readRecaller(db, mailboxId);
  let allKnown = true;
  for (const recipient of await store.readRecalled(db, mailboxId, outboxId)) {
    if (recipient.outcome !== null) continue;
    const known = await undoSend(deps, { mailboxId, messageId, outboxId, recall_read }, recipient);
    allKnown &&= known;
  }
  await finalizeSend(deps, { mailboxId, outboxId });
  if (!allKnown) {
    await lookAgain(deps, { mailboxId, messageId, outboxId });
    return;
  }
  await report(deps, { mailboxId, messageId, outboxId });
  log.info({ outbox: outboxId }, 'recall finished');
}

type Recalled = { mailboxId: number; messageId: string; outboxId: string; recall_read: boolean };

/** Returns whether there is an outcome: a recipient being delivered to has none yet. */
async function undoSend(
  deps: RecallDeps,
  recalled: Recalled,
  recipient: RecalledRecipient,
): Promise<boolean> {
  const { db, clock } = deps;
  const { mailboxId, outboxId } = recalled;
  const { address, state, local_mailbox_id, local_message_id, inside } = recipient;
  if (inside && local_mailbox_id !== null && local_message_id !== null) {
    await takeCopy(deps, recalled, recipient, local_mailbox_id, local_message_id);
    return true;
  }
  if (UNDER_WAY.includes(state)) return false;
  const now = unixSeconds(clock);
  return inTransaction(db, async (tx) => {
    if (state === 'waiting' || state === 'held') {
      const stopped = await store.stopWaiting(tx, mailboxId, outboxId, address, now);
      if (stopped)
        await traceOutgoing(tx, { mailboxId, outboxId }, [{ event: 'recalled', recipient: address }], now);
      return stopped;
    }
    const outcome: Outcome = state === 'failed' ? 'not_delivered' : 'outside';
    await store.writeOutcome(tx, mailboxId, outboxId, address, { outcome, state: null, now });
    return true;
  });
}

async function lookAgain({ db, clock }: RecallDeps, job: RecallJob): Promise<void> {
  const runAt = new Date(clock.now() + LOOK_AGAIN_MS);
  await inTransaction(db, (tx) => addJob(tx, recallTask, job, { jobKey: recallKey(job.outboxId), runAt }));
}

/**
 * The message is removed with all copies of it, and the outcome stored, in one change of the recipient's mailbox. Who sends to
 * themselves keeps what was sent.
 */
async function takeCopy(
  deps: RecallDeps,
  { mailboxId, messageId, outboxId, recall_read }: Recalled,
  { address }: RecalledRecipient,
  theirMailbox: number,
  theirMessage: string,
): Promise<void> {
  await changeMailbox(deps, theirMailbox, async (change) => {
    const { tx, now } = change;
    const found = await readCopies(tx, theirMailbox, theirMessage);
    const copies = found.filter(({ id }) => id !== messageId);
    const outcome = outcomeFor(copies, recall_read);
    const removed = outcome === 'removed' || outcome === 'removed_read';
    if (outcome !== 'kept_read') await forgetRemovedCopies(tx, theirMailbox, theirMessage, now);
    if (removed) {
      await removeMessages(
        change,
        copies.map(({ id }) => id),
      );
      for (const copy of copies) change.send(enqueueRecalls(change, copy));
    }
    await store.writeOutcome(tx, mailboxId, outboxId, address, {
      outcome,
      state: removed ? 'recalled' : null,
      now,
    });
    if (removed)
      await traceOutgoing(tx, { mailboxId, outboxId }, [{ event: 'recalled', recipient: address }], now);
  });
}

function outcomeFor(copies: { unread: boolean }[], recallRead: boolean): Outcome {
  if (copies.length === 0) return 'already_deleted';
  if (copies.every(({ unread }) => unread)) return 'removed';
  return recallRead ? 'removed_read' : 'kept_read';
}

/** One message to the sender's inbox, identified by its recall. */
async function report(deps: RecallDeps, { mailboxId, messageId, outboxId }: RecallJob): Promise<void> {
  const { db, blobs, clock, parser } = deps;
  const [sender, settings, recipients, subject] = await Promise.all([
    store.readRecaller(db, mailboxId),
    readSettings(db, mailboxId),
    store.readRecalled(db, mailboxId, outboxId),
    store.readSubject(db, mailboxId, messageId),
  ]);
  const now = unixSeconds(clock);
  const { language } = settings;
  const raw = await writeReport({ sender, language, subject: subject ?? '', recipients, outboxId, now });
  const { key, size } = await blobs.put(raw);
  const said = messageFromParsed(await parser.parse(key, size), now, { blob: key });
  await changeMailbox(deps, mailboxId, async (change) => {
    const message = newMessage({
      ...said,
      receivedAt: now,
      unread: true,
      size,
      blob: key,
      deliveryKey: createHash('sha256').update(`recall ${outboxId}`).digest('hex'),
    });
    await storeMessages(clock, change, [{ ...message, folderId: change.folders.INBOX }]);
  });
}
