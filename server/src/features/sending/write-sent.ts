import { sql } from 'kysely';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { keepThreadKey } from '../mailbox/join-threads.ts';
import { countCorrespondents } from '../recipients/count-correspondents.ts';
import { searchVector } from '../search/search-vector.ts';
import type { SaidBySent } from './compose-mail.ts';
import type { Letter } from './read-letter.ts';

type Sent = { letter: Letter; messageId: string; date: number; said: SaidBySent; blob: string; size: number };

const RECIPIENTS_LISTED = 20;

/** Writes what the message in Sent says: its source, the text as it went out, and what is found and joined by it. */
export async function writeSent(change: MailboxChange, sent: Sent): Promise<void> {
  const { tx, mailboxId, now, folders } = change;
  const { letter, messageId, date, said, blob, size } = sent;
  const { to, cc, bcc } = letter;
  const recipients = [...to, ...cc, ...bcc];
  const inline = new Map(said.inline.map(({ id, contentId }) => [id, contentId]));
  const listed = letter.files.filter((file) => !inline.has(file.id));
  const words = searchVector({
    mailboxId,
    receivedAt: now,
    subject: letter.subject,
    from: letter.sender,
    recipients,
    attachmentNames: listed.map((file) => file.name),
    text: said.searchText,
  });
  const headers = { to, cc, bcc };
  const files = letter.files.map(({ id }) => ({ id, content_id: inline.get(id) ?? null }));
  await sql`
    with content as (
      update message_contents set sent_at = ${date}, body = ${said.body},
        body_is_html = ${letter.bodyIsHtml}, body_clipped = false,
        headers = headers || ${JSON.stringify(headers)}::jsonb
      where mailbox_id = ${mailboxId} and message_id = ${letter.id}
    ), indexed as (
      update message_search set words = ${words}::tsvector
      where mailbox_id = ${mailboxId} and message_id = ${letter.id}
    ), files as (
      update attachments a set inline = f.content_id is not null, content_id = coalesce(f.content_id, a.content_id)
      from json_to_recordset(${JSON.stringify(files)}) as f(id uuid, content_id text)
      where a.mailbox_id = ${mailboxId} and a.id = f.id
    )
    update messages set blob = decode(${blob}, 'hex'), size = ${size}, unread = false, snippet = ${said.snippet},
      message_id_header = ${messageId}, has_attachments = ${listed.length > 0},
      sender = ${JSON.stringify(letter.sender)}::jsonb,
      recipients = ${JSON.stringify(recipients.slice(0, RECIPIENTS_LISTED))}::jsonb
    where mailbox_id = ${mailboxId} and id = ${letter.id}`.execute(tx);
  change.addBytes(size - letter.size);
  keepThreadKey(change, letter.threadId, { messageId, subject: letter.subject });
  await countCorrespondents(change, [
    { folderId: folders.Sent, receivedAt: now, sender: letter.sender, headers },
  ]);
  if (letter.answers !== null && letter.action !== 'forward') await markAnswered(change, letter.answers);
}

async function markAnswered(change: MailboxChange, messageId: string): Promise<void> {
  const { rows } = await sql<{ thread_id: string }>`
    update messages set answered = true
    where mailbox_id = ${change.mailboxId} and id = ${messageId} and not answered
    returning thread_id`.execute(change.tx);
  change.touchThreads(rows.map((row) => row.thread_id));
}
