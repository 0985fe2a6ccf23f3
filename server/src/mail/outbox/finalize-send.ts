import { addJob } from '../../platform/jobs/add-job.ts';
import { clip } from '../../platform/mime/clip-text.ts';
import type { OutboxState } from '../../tables.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import { sendEvent } from '../mailbox/publish-event.ts';
import { deleteDraft } from '../messages/draft-rows.store.ts';
import { updateSendState } from '../messages/message-state.store.ts';
import { refileMessage } from '../messages/refile-message.ts';
import { deleteSource, readOwnMessage } from '../messages/sent-messages.store.ts';
import { bringBack } from './bring-back.ts';
import { reportFailureTask } from './failure-task.ts';
import { lockOutbox, moveOutbox, readOutbox, releaseSource } from './outbox.store.ts';
import { type RecipientRow, readRecipients, SETTLED } from './outbox-recipients.store.ts';
import { restLater } from './rest-draft-task.ts';
import type { OutboxKey } from './sending-tasks.ts';

const LONGEST_ERROR = 1000;

/** How a message ended, and of which message. */
type Ending = {
  state: 'sent' | 'failed' | 'unclear';
  messageId: string;
  threadId: string;
  subject: string;
  error: string | null;
};

/**
 * Ends a message whose recipients are all settled; said too early, or again, it does nothing. Whoever settles a
 * recipient says it after the commit.
 */
export async function finalizeSend(deps: ChangeDeps, outgoing: OutboxKey): Promise<void> {
  const { db } = deps;
  const outbox = await readOutbox(db, outgoing);
  const recipients = await readRecipients(db, outgoing);
  // An answer may be heard after all, of a try that others thought to be dead.
  const clearedUp =
    outbox?.state === 'unclear' && recipients.every((recipient) => recipient.state !== 'unclear');
  if (clearedUp) await finalizeLateSend(deps, outgoing);
  if (outbox?.state !== 'sending' || !isSettled(recipients)) return;
  await recomputeOutcome(deps, outgoing, ['sending'], 'draft');
}

/** Says anew how a message has ended, where a recipient was lost who had counted as reached; it stays in Sent. */
export async function finalizeLateSend(deps: ChangeDeps, outgoing: OutboxKey): Promise<void> {
  await recomputeOutcome(deps, outgoing, ['sent', 'unclear', 'failed'], 'sent');
}

/** `unreached`: what becomes of a message that reached nobody. */
async function recomputeOutcome(
  deps: ChangeDeps,
  outgoing: OutboxKey,
  from: OutboxState[],
  unreached: 'draft' | 'sent',
): Promise<void> {
  const ending = await changeMailbox(deps, outgoing.mailboxId, async (change) => {
    const { tx, now } = change;
    // Who records a late answer meanwhile either is seen here or sees that it is over.
    const outbox = await lockOutbox(tx, outgoing);
    const recipients = await readRecipients(tx, outgoing);
    if (!outbox || !isSettled(recipients)) return null;
    const sum = sumUp(recipients);
    const { state, error } = sum;
    // What a mail merge sends has a source of its own: whoever it missed gets that, if it is sent again.
    const keepsSource = outbox.merge_id !== null && state !== 'sent';
    const ended = { state, error, finished_at: now };
    const settled = await moveOutbox(tx, outgoing, from, keepsSource ? ended : { ...ended, blob: null });
    if (!settled) return null;
    if (outbox.merge_id !== null && !keepsSource) await releaseSource(tx, outbox.blob, now);
    // Of who is lost later, the other server's own report is in the inbox.
    // A mail merge has a report of its own, and no use for a draft of each message that reached nobody.
    const isAlone = unreached === 'draft' && outbox.merge_id === null;
    if (state !== 'sent' && isAlone) await addReport(change, outgoing, outbox.blob);
    const unsent = sum.nobody && isAlone;
    if (unsent) await bringBack(change, outbox);
    const marked = await markMessage(change, outbox.message_id, sum, unsent);
    return outbox.merge_id === null ? marked : null;
  });
  if (ending) await publishSendResult(deps, outgoing.mailboxId, ending);
}

/** A message that can't be sent at all: nothing of it has left. Says whether it was still to be sent. */
export async function failSending(deps: ChangeDeps, outgoing: OutboxKey, reason: string): Promise<boolean> {
  const ending = await changeMailbox(deps, outgoing.mailboxId, async (change) => {
    const outbox = await readOutbox(change.tx, outgoing);
    if (!outbox) return null;
    const error = clip(reason, LONGEST_ERROR);
    const failed = await moveOutbox(change.tx, outgoing, ['held'], {
      state: 'failed',
      error,
      finished_at: change.now,
    });
    if (!failed) return null;
    await addReport(change, outgoing, null);
    await bringBack(change, outbox);
    return markUnsent(change, outbox.message_id, error);
  });
  if (ending) await publishSendResult(deps, outgoing.mailboxId, ending);
  return ending !== null;
}

/** One for each time that it ends so, and only with it. */
function addReport(change: MailboxChange, outgoing: OutboxKey, blob: string | null): Promise<void> {
  return addJob(change.tx, reportFailureTask, { ...outgoing, at: change.now, blob });
}

function isSettled(recipients: RecipientRow[]): boolean {
  return recipients.every((recipient) => SETTLED.includes(recipient.state));
}

type Sum = { state: Ending['state']; error: string | null; nobody: boolean };

function sumUp(recipients: RecipientRow[]): Sum {
  const lacking = recipients.filter((recipient) => recipient.state === 'failed');
  const unclear = recipients.filter((recipient) => recipient.state === 'unclear');
  const state = lacking.length > 0 ? 'failed' : unclear.length > 0 ? 'unclear' : 'sent';
  const said = [...lacking, ...unclear].map(({ email, reply }) => `${email}: ${reply ?? 'no answer'}`);
  return {
    state,
    error: said.length === 0 ? null : clip(said.join('; '), LONGEST_ERROR),
    nobody: lacking.length === recipients.length,
  };
}

/** Shows on the message how its message ended. It may have been removed meanwhile, or lie elsewhere. */
async function markMessage(
  change: MailboxChange,
  messageId: string,
  sum: Sum,
  unsent: boolean,
): Promise<Ending | null> {
  const { tx, mailboxId, folders, now } = change;
  const message = await readOwnMessage(tx, mailboxId, messageId);
  if (!message) return null;
  if (unsent && message.folder_id === folders.Sent) {
    await returnToDrafts(change, messageId, 'failed');
    change.addBytes(await deleteSource(tx, mailboxId, messageId, now));
  } else {
    await setSendState(change, messageId, sum.state === 'sent' ? null : sum.state);
    await deleteDraft(tx, mailboxId, messageId);
  }
  return { ...sum, messageId, threadId: message.thread_id, subject: message.subject };
}

/** Nothing of it has left: it is a draft as before, wherever the user has put it. */
async function markUnsent(change: MailboxChange, messageId: string, error: string): Promise<Ending | null> {
  const { tx, mailboxId, folders } = change;
  const message = await readOwnMessage(tx, mailboxId, messageId);
  if (!message) return null;
  if (message.folder_id === folders.WEBMAIL_SCHEDULED) await returnToDrafts(change, messageId, 'failed');
  else await setSendState(change, messageId, 'failed', { draft: true });
  return { state: 'failed', error, messageId, threadId: message.thread_id, subject: message.subject };
}

async function setSendState(
  change: MailboxChange,
  messageId: string,
  sendState: 'failed' | 'unclear' | null,
  more: { draft?: true } = {},
): Promise<void> {
  const to = { send_state: sendState, ...more };
  const threadId = await updateSendState(change.tx, change.mailboxId, messageId, to);
  change.markThreadsDirty([threadId]);
}

/** The message is a draft again. */
export async function returnToDrafts(
  change: MailboxChange,
  messageId: string,
  sendState: 'failed' | null,
): Promise<void> {
  await refileMessage(change, messageId, {
    folderId: change.folders.Drafts,
    receivedAt: change.now,
    draft: true,
    sendState,
  });
  restLater(change, messageId);
}

async function publishSendResult(deps: ChangeDeps, mailboxId: number, ending: Ending): Promise<void> {
  const { state, messageId, threadId, subject, error } = ending;
  const ids = { message_id: messageId, thread_id: threadId };
  await sendEvent(deps.db, mailboxId, { event: state === 'sent' ? 'sent' : 'failed', data: ids });
  if (state === 'sent') return;
  const told = { ...ids, subject: clip(subject, 255), error: clip(error ?? '', 500) };
  await sendEvent(deps.db, mailboxId, {
    event: 'send_mail_failed',
    data: state === 'unclear' ? { ...told, unclear: true } : told,
  });
}
