import { sql } from 'kysely';
import { clip } from '../../platform/mime/clip-text.ts';
import type { Tx } from '../../tables.ts';
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
  /** It is a draft again. */
  draft: boolean;
};

/**
 * Ends a letter whose recipients are all settled; said too early, or again, it does nothing. Whoever settles a
 * recipient says it after the commit.
 */
export async function settleSending(deps: ChangeDeps, letter: LetterKey): Promise<void> {
  const { db } = deps;
  const outbox = await readOutbox(db, letter);
  if (outbox?.state !== 'sending' || !isSettled(await readRecipients(db, letter))) return;
  const ending = await changeMailbox(deps, letter.mailboxId, async (change) => {
    const recipients = await readRecipients(change.tx, letter);
    if (!isSettled(recipients)) return null;
    const { state, error, nobody } = sumUp(recipients);
    const settled = await moveOutbox(change.tx, letter, ['sending'], {
      state,
      error,
      finished_at: change.now,
      blob: null,
    });
    if (!settled) return null;
    const told = await markMessage(change, outbox.message_id, { state, error, nobody });
    if (told?.draft) await forgetSource(change, outbox.message_id);
    return told;
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
    return failed ? markMessage(change, outbox.message_id, { state: 'failed', error, nobody: true }) : null;
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
  { state, error, nobody }: Sum,
): Promise<Ending | null> {
  const { tx, mailboxId, folders } = change;
  const message = await tx
    .selectFrom('messages')
    .select(['thread_id', 'folder_id', 'subject'])
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .executeTakeFirst();
  if (!message) return null;
  const draft =
    nobody && [folders.Sent, folders.Drafts, folders.WEBMAIL_SCHEDULED].includes(message.folder_id);
  if (draft) await returnToDrafts(change, messageId, 'failed');
  else {
    await tx
      .updateTable('messages')
      .set({ send_state: state === 'sent' ? null : 'failed' })
      .where('mailbox_id', '=', mailboxId)
      .where('id', '=', messageId)
      .execute();
    change.touchThreads([message.thread_id]);
    await forgetDraft(tx, mailboxId, messageId);
  }
  return { state, error, messageId, threadId: message.thread_id, subject: message.subject, draft };
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

/** What was made for sending it goes: the next time it is another letter. */
async function forgetSource({ tx, mailboxId, now }: MailboxChange, messageId: string): Promise<void> {
  await sql`
    with sent as (
      select blob from messages where mailbox_id = ${mailboxId} and id = ${messageId} and blob is not null
    ), leavings as (
      insert into blob_leavings (blob, at) select blob, ${now}::bigint from sent
      on conflict (blob) do update set at = excluded.at
    ), own_words as (
      update message_contents c set body = d.body, body_is_html = true from drafts d
      where c.mailbox_id = ${mailboxId} and c.message_id = ${messageId}
        and d.mailbox_id = c.mailbox_id and d.message_id = c.message_id
    )
    update messages set blob = null, message_id_header = null
    where mailbox_id = ${mailboxId} and id = ${messageId}`.execute(tx);
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
