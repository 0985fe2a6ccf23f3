import type { MessageStructure } from '../../platform/mime/body-structure.ts';
import { enqueueFileTexts } from '../file-texts/enqueue-file-texts.ts';
import { enqueueInvoiceFiles } from '../invoice-files/enqueue-invoice-files.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { endSnooze } from '../messages/end-snooze.ts';
import { endFollowUp } from '../messages/follow-up.ts';
import { heldBy, holdAttachments } from '../messages/held-attachments.store.ts';
import { updateAnswered } from '../messages/message-marks.store.ts';
import type { NewAttachment } from '../messages/new-message.ts';
import { updateSent } from '../messages/sent-messages.store.ts';
import { countCorrespondents } from '../people/count-correspondents.ts';
import { searchVector } from '../search-index/search-vector.ts';
import { storeThreadKey } from '../threads/join-threads.ts';
import type { SentContent } from './compose-mail.ts';
import type { OutgoingMessage } from './outgoing.store.ts';

type Sent = {
  outgoing: OutgoingMessage;
  messageId: string;
  date: number;
  said: SentContent;
  blob: string;
  size: number;
  /** Its files as they stand in its source, and all parts of it. */
  files: NewAttachment[];
  structure: MessageStructure;
  /** What it answers was put aside with it. */
  isSetAside: boolean;
};

const RECIPIENTS_LISTED = 20;

/** Writes what the message in Sent says: its source, the text as it went out, and what is found and joined by it. */
export async function writeSent(change: MailboxChange, sent: Sent): Promise<void> {
  const { tx, mailboxId, now, folders } = change;
  const { outgoing, messageId, date, said, blob, size, structure } = sent;
  const { to, cc, bcc } = outgoing;
  const recipients = [...to, ...cc, ...bcc];
  const inline = new Map(said.inline.map(({ id, contentId }) => [id, contentId]));
  const listed = outgoing.files.filter((file) => !inline.has(file.id));
  const words = searchVector({
    mailboxId,
    receivedAt: now,
    subject: outgoing.subject,
    from: outgoing.sender,
    recipients,
    attachmentNames: listed.map((file) => file.name),
    text: said.searchText,
  });
  const headers = { to, cc, bcc };
  const files = outgoing.files.map(({ id }) => ({ id, content_id: inline.get(id) ?? null }));
  await updateSent(
    tx,
    mailboxId,
    {
      id: outgoing.id,
      messageIdHeader: messageId,
      date,
      sender: outgoing.sender,
      headers,
      recipients: recipients.slice(0, RECIPIENTS_LISTED),
      body: said.body,
      bodyIsHtml: outgoing.bodyIsHtml,
      snippet: said.snippet,
      words,
      files,
      hasAttachments: listed.length > 0,
      blob,
      size,
      structure,
    },
    now,
  );
  await holdAttachments(tx, mailboxId, heldBy(outgoing.id, sent.files), now);
  const withFiles = [{ id: outgoing.id, files: listed.map((file) => ({ ...file, inline: false })) }];
  enqueueFileTexts(change, withFiles);
  enqueueInvoiceFiles(change, withFiles);
  change.addBytes(size - outgoing.size);
  storeThreadKey(change, outgoing.threadId, { messageId, subject: outgoing.subject });
  await countCorrespondents(change, [
    { folderId: folders.Sent, receivedAt: now, sender: outgoing.sender, headers },
  ]);
  if (outgoing.answers === null || outgoing.action === 'forward') return;
  change.markThreadsDirty(await updateAnswered(tx, mailboxId, outgoing.answers));
  const ofThread = { threadIds: [outgoing.threadId] };
  if (!sent.isSetAside) await endSnooze(change, ofThread);
  // Who writes again need not be reminded any more of what came to the inbox.
  await endFollowUp(change, ofThread, { onlyUnanswered: true });
}
