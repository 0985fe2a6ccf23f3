import { BlobMissingError } from '../../platform/blobs/blob-store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { addJob, removeJob } from '../../platform/jobs/add-job.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import { changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import { refileMessage } from '../mailbox/refile-message.ts';
import { keepMark, newMark, type TrackingMark } from '../tracking/tracking-mark.ts';
import { composeMail, type SaidBySent, saidBySent, senderDomain } from './compose-mail.ts';
import { handOut } from './hand-out.ts';
import { moveOutbox, type OutboxRow, readOutbox } from './outbox.store.ts';
import { type Letter, readLetter, recipientsOf } from './read-letter.ts';
import { readSender } from './read-sender.ts';
import type { RoutedRecipient } from './recipient-rows.ts';
import { routeRecipients } from './route-recipients.ts';
import type { SendingDeps } from './sending-deps.ts';
import { type LetterKey, startKey, startSendingTask } from './sending-tasks.ts';
import { failSending } from './settle-sending.ts';
import { writeSent } from './write-sent.ts';

/** What is ready to leave. */
type Prepared = {
  letter: Letter;
  messageId: string;
  date: number;
  said: SaidBySent;
  blob: string;
  size: number;
  recipients: RoutedRecipient[];
  mark: TrackingMark | null;
};

/** It can't be sent, now or later. */
class Hopeless extends Error {
  override name = 'Hopeless';
}

const EARLY_WAIT_MS = 5_000;

/**
 * Begins a letter that is due: composes it, and in one change puts it into Sent and hands it to those who deliver it.
 * Run twice, by a request and a job or after a crash, the second finds the state changed and does nothing.
 */
export async function startSending(
  deps: SendingDeps,
  letter: LetterKey,
  run: Pick<JobRun, 'lastAttempt'> & { signal?: AbortSignal } = { lastAttempt: false },
): Promise<void> {
  const outbox = await readOutbox(deps.db, letter);
  if (outbox?.state !== 'held') return;
  if (!(await untilDue(deps, letter, outbox, run.signal))) return;
  try {
    const prepared = await prepare(deps, letter, outbox);
    await changeMailbox(deps, letter.mailboxId, (change) => begin(change, letter, prepared));
  } catch (error) {
    const reason = reasonFor(error) ?? (run.lastAttempt ? 'the mail could not be made ready' : null);
    if (reason === null) throw error;
    deps.log.warn({ outbox: letter.outboxId, reason: (error as Error).message }, 'A letter can not be sent');
    await failSending(deps, letter, reason);
  }
}

/** The clock of the queue may go before ours. */
async function untilDue(
  { clock, db }: SendingDeps,
  letter: LetterKey,
  outbox: OutboxRow,
  signal?: AbortSignal,
): Promise<boolean> {
  const early = outbox.due_at * 1000 - clock.now();
  if (early <= 0) return true;
  if (early <= EARLY_WAIT_MS) {
    await clock.sleep(early, signal);
    return !signal?.aborted;
  }
  await inTransaction(db, (tx) => addStart(tx, letter, outbox.due_at));
  return false;
}

export function addStart(tx: MailboxChange['tx'], letter: LetterKey, at: number): Promise<void> {
  return addJob(tx, startSendingTask, letter, {
    jobKey: startKey(letter.outboxId),
    runAt: new Date(at * 1000),
  });
}

async function prepare(
  deps: SendingDeps,
  { mailboxId, outboxId }: LetterKey,
  outbox: OutboxRow,
): Promise<Prepared | null> {
  const { db, blobs, clock } = deps;
  const letter = await readLetter(db, mailboxId, outbox.message_id);
  if (!letter) return null;
  const sender = await readSender(db, mailboxId, letter.sender.email);
  if (!sender.mayDoSo) throw new Hopeless('sending is switched off');
  if (!sender.ownsAddress) throw new Hopeless('not allowed sender');
  const people = recipientsOf(letter);
  if (people.length === 0) throw new Hopeless('there is no recipient');
  const date = unixSeconds(clock);
  const messageId = usable(letter.messageId) ?? `${outboxId}@${senderDomain(letter)}`;
  const mark = letter.tracking && letter.bodyIsHtml ? newMark(deps.config.http.publicUrl) : null;
  const composing = { messageId, date, ...(mark ? { pixelUrl: mark.pixelUrl } : {}) };
  const [{ key, size }, recipients] = await Promise.all([
    blobs.put(composeMail(letter, composing, blobs)),
    routeRecipients(db, people, deps.config.mail.relay !== null),
  ]);
  return { letter, messageId, date, said: saidBySent(letter), blob: key, size, recipients, mark };
}

/** A draft that came from elsewhere may have any id, or none. */
function usable(messageId: string | null): string | null {
  return messageId !== null && /^[\x21-\x7e]{1,200}@[\x21-\x7e]{1,200}$/.test(messageId) ? messageId : null;
}

function reasonFor(error: unknown): string | null {
  if (error instanceof Hopeless) return error.message;
  return error instanceof BlobMissingError ? 'a file of the mail is missing' : null;
}

async function begin(change: MailboxChange, key: LetterKey, ready: Prepared | null): Promise<void> {
  const { tx, folders, now } = change;
  await removeJob(tx, startKey(key.outboxId));
  const place = ready && (await readPlace(change, ready.letter.id));
  if (!ready || !place || place.folderId === folders.Trash) {
    await cancelThrownAway(change, key, place ? ready.letter.id : null);
    return;
  }
  const { blob, recipients, mark } = ready;
  if (!(await moveOutbox(tx, key, ['held'], { state: 'sending', blob }))) return;
  const letter = { ...ready.letter, ...place };
  await refileMessage(change, letter.id, {
    folderId: folders.Sent,
    receivedAt: now,
    draft: false,
    sendState: 'sending',
  });
  await writeSent(change, { ...ready, letter });
  if (mark) await keepMark(change, letter.id, mark);
  await handOut(change, key.outboxId, recipients);
}

/** What may have changed while the letter was made ready. */
async function readPlace(
  { tx, mailboxId }: MailboxChange,
  messageId: string,
): Promise<Pick<Letter, 'folderId' | 'threadId' | 'size'> | undefined> {
  const row = await tx
    .selectFrom('messages')
    .select(['folder_id', 'thread_id', 'size'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  return row && { folderId: row.folder_id, threadId: row.thread_id, size: row.size };
}

/** Whoever throws away what waits does not want it sent. */
async function cancelThrownAway(
  change: MailboxChange,
  key: LetterKey,
  messageId: string | null,
): Promise<void> {
  const { tx, mailboxId, folders, now } = change;
  const cancelled = await moveOutbox(tx, key, ['held'], { state: 'cancelled', finished_at: now });
  if (!cancelled || messageId === null) return;
  const { thread_id } = await tx
    .updateTable('messages')
    .set({ draft: true, send_state: null, old_folder_id: folders.Drafts, first_folder_id: folders.Drafts })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .returning('thread_id')
    .executeTakeFirstOrThrow();
  change.touchThreads([thread_id]);
}
