import { authorize } from '../../access/authorize.ts';
import { BlobMissingError } from '../../platform/blobs/blob-store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { addJob, removeJob } from '../../platform/jobs/add-job.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import { isPermanent } from '../../platform/jobs/translate-error.ts';
import type { MessageStructure } from '../../platform/mime/body-structure.ts';
import { changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import { messageFromParsed } from '../messages/message-from-parsed.ts';
import { makeDraftInTrash } from '../messages/message-state.store.ts';
import type { NewAttachment } from '../messages/new-message.ts';
import { refileMessage } from '../messages/refile-message.ts';
import { insertMark, readOwnMessage } from '../messages/sent-messages.store.ts';
import { composeMail, type SentContent, senderDomain, sentContentOf } from './compose-mail.ts';
import { enqueueDeliveries } from './enqueue-deliveries.ts';
import { failSending } from './finalize-send.ts';
import { followUpSent } from './follow-up-sent.ts';
import { moveOutbox, type OutboxRow, readOutbox } from './outbox.store.ts';
import type { RoutedRecipient } from './outbox-recipients.store.ts';
import type { OutgoingMessage } from './outgoing.store.ts';
import { readSender } from './outgoing.store.ts';
import { readOutgoing, recipientsOf } from './read-outgoing.ts';
import { routeRecipients } from './route-recipients.ts';
import type { SendingDeps } from './sending-deps.ts';
import { type OutboxKey, startKey, startSendTask } from './sending-tasks.ts';
import { newMark, type TrackingMark } from './tracking-mark.ts';
import { writeSent } from './write-sent.ts';

/** What is ready to leave. */
type Prepared = {
  outgoing: OutgoingMessage;
  messageId: string;
  date: number;
  said: SentContent;
  blob: string;
  size: number;
  /** Its files as they stand in its source, and all parts of it. */
  files: NewAttachment[];
  structure: MessageStructure;
  recipients: RoutedRecipient[];
  mark: TrackingMark | null;
  isSetAside: boolean;
};

const EARLY_WAIT_MS = 5_000;
/** After that, what a suspended sender has due is looked at again; giving sending back begins it at once. */
export const SUSPENDED_PAUSE_SECONDS = 15 * 60;

/**
 * Begins a message that is due: composes it, and in one change puts it into Sent and hands it to those who deliver it.
 * Run twice, by a request and a job or after a crash, the second finds the state changed and does nothing.
 */
export async function startSend(
  deps: SendingDeps,
  outgoing: OutboxKey,
  run: Pick<JobRun, 'lastAttempt'> & { signal?: AbortSignal } = { lastAttempt: false },
): Promise<void> {
  const outbox = await readOutbox(deps.db, outgoing);
  if (outbox?.state !== 'held') return;
  if (!(await untilDue(deps, outgoing, outbox, run.signal))) return;
  try {
    const prepared = await prepare(deps, outgoing, outbox);
    if (prepared === 'suspended') {
      const again = unixSeconds(deps.clock) + SUSPENDED_PAUSE_SECONDS;
      await inTransaction(deps.db, (tx) => addStart(tx, outgoing, again));
      return;
    }
    await changeMailbox(deps, outgoing.mailboxId, (change) => begin(deps, change, outgoing, prepared));
  } catch (error) {
    const reason = reasonFor(error) ?? (run.lastAttempt ? 'the mail could not be made ready' : null);
    if (reason === null) throw error;
    deps.log.warn(
      { event: 'send_failed', outbox: outgoing.outboxId, reason: (error as Error).message },
      'send failed permanently',
    );
    await failSending(deps, outgoing, reason);
  }
}

/** The clock of the queue may go before ours. */
async function untilDue(
  { clock, db }: SendingDeps,
  outgoing: OutboxKey,
  outbox: OutboxRow,
  signal?: AbortSignal,
): Promise<boolean> {
  const early = outbox.due_at * 1000 - clock.now();
  if (early <= 0) return true;
  if (early <= EARLY_WAIT_MS) {
    await clock.sleep(early, signal);
    return !signal?.aborted;
  }
  await inTransaction(db, (tx) => addStart(tx, outgoing, outbox.due_at));
  return false;
}

export function addStart(tx: MailboxChange['tx'], outgoing: OutboxKey, at: number): Promise<void> {
  return addJob(tx, startSendTask, outgoing, {
    jobKey: startKey(outgoing.outboxId),
    runAt: new Date(at * 1000),
  });
}

async function prepare(
  deps: SendingDeps,
  { mailboxId, outboxId }: OutboxKey,
  outbox: OutboxRow,
): Promise<Prepared | 'suspended' | null> {
  const { db, blobs, clock } = deps;
  const outgoing = await readOutgoing(db, mailboxId, outbox.message_id);
  if (!outgoing) return null;
  const sender = await readSender(db, mailboxId, outgoing.sender.email);
  if (sender.isSuspended) return 'suspended';
  authorize({ mailbox: mailboxId }, 'send_as', sender);
  const people = recipientsOf(outgoing);
  if (people.length === 0) throw new Failure('no_recipient', 'The message has no recipient');
  const date = unixSeconds(clock);
  const messageId = usable(outgoing.messageId) ?? `${outboxId}@${senderDomain(outgoing)}`;
  const mark = outgoing.tracking && outgoing.bodyIsHtml ? newMark(deps.config.http.publicUrl) : null;
  const composing = { messageId, date, ...(mark ? { pixelUrl: mark.pixelUrl } : {}) };
  const [{ key, size }, recipients] = await Promise.all([
    blobs.put(composeMail(outgoing, composing, blobs)),
    routeRecipients(db, people, deps.config.mail.relay !== null),
  ]);
  const said = sentContentOf(outgoing);
  const mail = await deps.parser.parse(key, size);
  const files = messageFromParsed(mail, date, { blob: key }).attachments;
  const source = { blob: key, size, files, structure: mail.structure };
  const isSetAside = outbox.set_aside !== null;
  return { outgoing, messageId, date, said, ...source, recipients, mark, isSetAside };
}

/** A draft that came from elsewhere may have any id, or none. */
function usable(messageId: string | null): string | null {
  return messageId !== null && /^[\x21-\x7e]{1,200}@[\x21-\x7e]{1,200}$/.test(messageId) ? messageId : null;
}

function reasonFor(error: unknown): string | null {
  if (error instanceof Failure && isPermanent(error)) return error.message;
  return error instanceof BlobMissingError ? 'a file of the mail is missing' : null;
}

async function begin(
  { messageLeft }: Pick<SendingDeps, 'messageLeft'>,
  change: MailboxChange,
  key: OutboxKey,
  ready: Prepared | null,
): Promise<void> {
  const { tx, folders, now } = change;
  await removeJob(tx, startKey(key.outboxId));
  const place = ready && (await readPlace(change, ready.outgoing.id));
  if (!ready || !place || place.folderId === folders.Trash) {
    await cancelThrownAway(change, key, place ? ready.outgoing.id : null);
    return;
  }
  const { blob, recipients, mark } = ready;
  if (!(await moveOutbox(tx, key, ['held'], { state: 'sending', counted_at: now, blob }))) return;
  const outgoing = { ...ready.outgoing, ...place };
  await refileMessage(change, outgoing.id, {
    folderId: folders.Sent,
    receivedAt: now,
    draft: false,
    sendState: 'sending',
  });
  await writeSent(change, { ...ready, outgoing });
  if (outgoing.followUp) await followUpSent(change, outgoing.id, outgoing.followUp);
  if (mark) await insertMark(tx, change.mailboxId, outgoing.id, mark.tokenHash);
  await enqueueDeliveries(change, key.outboxId, recipients);
  await messageLeft(change, outgoing.id);
}

/** What may have changed while the message was prepared. */
async function readPlace(
  { tx, mailboxId }: MailboxChange,
  messageId: string,
): Promise<Pick<OutgoingMessage, 'folderId' | 'threadId' | 'size'> | undefined> {
  const row = await readOwnMessage(tx, mailboxId, messageId);
  return row && { folderId: row.folder_id, threadId: row.thread_id, size: row.size };
}

/** Whoever throws away what waits does not want it sent. */
async function cancelThrownAway(
  change: MailboxChange,
  key: OutboxKey,
  messageId: string | null,
): Promise<void> {
  const { tx, mailboxId, folders, now } = change;
  const cancelled = await moveOutbox(tx, key, ['held'], { state: 'cancelled', finished_at: now });
  if (!cancelled || messageId === null) return;
  const threadId = await makeDraftInTrash(tx, mailboxId, messageId, folders);
  if (threadId !== undefined) change.markThreadsDirty([threadId]);
}
