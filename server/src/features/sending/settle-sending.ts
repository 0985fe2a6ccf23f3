import { sql } from 'kysely';
import { clip } from '../../platform/mime/clip-text.ts';
import type { OutboxState, Tx } from '../../tables.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import { refileMessage } from '../mailbox/refile-message.ts';
import { sendEvent } from '../notifications/send-event.ts';
import { moveOutbox, readOutbox } from './outbox.store.ts';
import { type RecipientRow, readRecipients, SETTLED } from './recipient-rows.ts';
import type { LetterKey } from './sending-tasks.ts';

const LONGEST_ERROR = 1000;

/** How a letter ended, and of which message. */
type Ending = {
  state: 'sent' | 'failed' | 'unclear';
  messageId: string;
  threadId: string;
  subject: string;
  error: string | null;
};

/**
 * Ends a letter whose recipients are all settled; said too early, or again, it does nothing. Whoever settles a
 * recipient says it after the commit.
 */
export async function settleSending(deps: ChangeDeps, letter: LetterKey): Promise<void> {
  const { db } = deps;
  const outbox = await readOutbox(db, letter);
  const recipients = await readRecipients(db, letter);
  // An answer may be heard after all, of a try that others thought to be dead.
  const clearedUp =
    outbox?.state === 'unclear' && recipients.every((recipient) => recipient.state !== 'unclear');
  if (clearedUp) await settleLate(deps, letter);
  if (outbox?.state !== 'sending' || !isSettled(recipients)) return;
  await sumUpAgain(deps, letter, ['sending'], 'draft');
}

/** Says anew how a letter has ended, where a recipient was lost who had counted as reached; it stays in Sent. */
export async function settleLate(deps: ChangeDeps, letter: LetterKey): Promise<void> {
  await sumUpAgain(deps, letter, ['sent', 'unclear', 'failed'], 'sent');
}

/** `unreached`: what becomes of a letter that reached nobody. */
async function sumUpAgain(
  deps: ChangeDeps,
  letter: LetterKey,
  from: OutboxState[],
  unreached: 'draft' | 'sent',
): Promise<void> {
  const ending = await changeMailbox(deps, letter.mailboxId, async (change) => {
    const { tx, now } = change;
    const outbox = await readOutbox(tx, letter);
    const recipients = await readRecipients(tx, letter);
    if (!outbox || !isSettled(recipients)) return null;
    const sum = sumUp(recipients);
    const { state, error } = sum;
    const settled = await moveOutbox(tx, letter, from, { state, error, finished_at: now, blob: null });
    if (!settled) return null;
    return markMessage(change, outbox.message_id, sum, sum.nobody && unreached === 'draft');
  });
  if (ending) await tellEnding(deps, letter.mailboxId, ending);
}

/** A letter that can't be sent at all: nothing of it has left. Says whether it was still to be sent. */
export async function failSending(deps: ChangeDeps, letter: LetterKey, reason: string): Promise<boolean> {
  const ending = await changeMailbox(deps, letter.mailboxId, async (change) => {
    const outbox = await readOutbox(change.tx, letter);
    if (!outbox) return null;
    const error = clip(reason, LONGEST_ERROR);
    const failed = await moveOutbox(change.tx, letter, ['held'], {
      state: 'failed',
      error,
      finished_at: change.now,
    });
    return failed ? markUnsent(change, outbox.message_id, error) : null;
  });
  if (ending) await tellEnding(deps, letter.mailboxId, ending);
  return ending !== null;
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

/** Shows on the message how its letter ended. It may have been removed meanwhile, or lie elsewhere. */
async function markMessage(
  change: MailboxChange,
  messageId: string,
  sum: Sum,
  unsent: boolean,
): Promise<Ending | null> {
  const { tx, mailboxId, folders } = change;
  const message = await tx
    .selectFrom('messages')
    .select(['thread_id', 'folder_id', 'subject'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!message) return null;
  if (unsent && message.folder_id === folders.Sent) {
    await returnToDrafts(change, messageId, 'failed');
    await forgetSource(change, messageId);
  } else {
    await setSendState(change, messageId, sum.state === 'sent' ? null : sum.state);
    await forgetDraft(tx, mailboxId, messageId);
  }
  return { ...sum, messageId, threadId: message.thread_id, subject: message.subject };
}

/** Nothing of it has left: it is a draft as before, wherever the user has put it. */
async function markUnsent(change: MailboxChange, messageId: string, error: string): Promise<Ending | null> {
  const { tx, mailboxId, folders } = change;
  const message = await tx
    .selectFrom('messages')
    .select(['thread_id', 'folder_id', 'subject'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .executeTakeFirst();
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
  const { thread_id } = await change.tx
    .updateTable('messages')
    .set({ send_state: sendState, ...more })
    .where('mailbox_id', '=', change.mailboxId)
    .where('id', '=', messageId)
    .returning('thread_id')
    .executeTakeFirstOrThrow();
  change.touchThreads([thread_id]);
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
}

/** What was made for sending goes, and it says and weighs again what it did as a draft. */
async function forgetSource(change: MailboxChange, messageId: string): Promise<void> {
  const { tx, mailboxId, now } = change;
  const { rows } = await sql<{ grown: number }>`
    with before as (
      select blob, size from messages where mailbox_id = ${mailboxId} and id = ${messageId}
    ), leavings as (
      insert into blob_leavings (blob, at) select blob, ${now}::bigint from before where blob is not null
      on conflict (blob) do update set at = excluded.at
    ), own_words as (
      update message_contents c set body = null, body_is_html = true from drafts d
      where c.mailbox_id = ${mailboxId} and c.message_id = ${messageId}
        and d.mailbox_id = c.mailbox_id and d.message_id = c.message_id
    ), weight as (
      select (octet_length(coalesce(d.body || coalesce(d.quote, ''), c.body, ''))
        + coalesce((select sum(a.size) from attachments a
          where a.mailbox_id = c.mailbox_id and a.message_id = c.message_id), 0))::integer as bytes
      from message_contents c
      left join drafts d on d.mailbox_id = c.mailbox_id and d.message_id = c.message_id
      where c.mailbox_id = ${mailboxId} and c.message_id = ${messageId}
    )
    update messages m set blob = null, tracking = null, size = weight.bytes from weight, before
    where m.mailbox_id = ${mailboxId} and m.id = ${messageId}
    returning m.size - before.size as grown`.execute(tx);
  change.addBytes(rows[0]?.grown ?? 0);
}

async function forgetDraft(tx: Tx, mailboxId: number, messageId: string): Promise<void> {
  await tx
    .deleteFrom('drafts')
    .where('mailbox_id', '=', mailboxId)
    .where('message_id', '=', messageId)
    .execute();
}

async function tellEnding(deps: ChangeDeps, mailboxId: number, ending: Ending): Promise<void> {
  const { state, messageId, threadId, subject, error } = ending;
  const ids = { message_id: messageId, thread_id: threadId };
  await sendEvent(deps.db, mailboxId, { event: state === 'sent' ? 'sent' : 'failed', data: ids });
  if (state !== 'failed') return;
  await sendEvent(deps.db, mailboxId, {
    event: 'send_mail_failed',
    data: { ...ids, subject: clip(subject, 255), error: clip(error ?? '', 500) },
  });
}
