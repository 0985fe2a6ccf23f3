import { createHash } from 'node:crypto';
import type { AppContext } from '../context.ts';
import { changeMailbox } from '../mail/mailbox/change-mailbox.ts';
import type { SystemFolderIds } from '../mail/mailbox/list-cards.ts';
import { checkFolders } from '../mail/messages/move-messages.ts';
import { type NewMessage, newMessage } from '../mail/messages/new-message.ts';
import { storeMessages } from '../mail/messages/store-messages.ts';
import { readMail } from '../platform/mime/read-mail.ts';

export type MailGiven = Partial<Omit<NewMessage, 'folderId'>> & {
  /** The name of a system folder, or the id of any folder. */
  folder?: keyof SystemFolderIds | string;
  from?: string;
  to?: string[];
  text?: string;
};

/** A PDF attachment of a message; its bytes do not exist. */
export function attachedPdf(name: string): NewMessage['attachments'][number] {
  return {
    name,
    contentType: 'application/pdf',
    contentId: null,
    inline: false,
    size: 10,
    blob: 'a1'.repeat(32),
    held: null,
  };
}

/** Stores one plain message, with defaults for absent fields; returns its id. */
export async function fileMail(
  context: AppContext,
  mailboxId: number,
  given: MailGiven = {},
): Promise<string> {
  const [filed] = await fileMails(context, mailboxId, [given]);
  return filed as string;
}

export async function fileMails(
  context: AppContext,
  mailboxId: number,
  given: MailGiven[],
): Promise<string[]> {
  const blobs = new Map<MailGiven, { key: string; size: number }>();
  for (const mail of given) blobs.set(mail, await context.blobs.put(rawOf(mail)));
  const structureOf = (mail: MailGiven) => (mail.blob ? null : readMail(rawOf(mail)).mail.structure);
  const filed = await changeMailbox(context, mailboxId, async (change) => {
    const messages = given.map((mail) => {
      const folder = mail.folder ?? 'INBOX';
      const folderId = change.folders[folder as keyof SystemFolderIds] ?? folder;
      const source = { structure: structureOf(mail), ...pickBlob(blobs.get(mail), mail) };
      return { ...messageOf(mail, change.now), folderId, ...source };
    });
    // Another client may have deleted it a moment ago.
    const folderIds = messages.map((message) => message.folderId);
    await checkFolders(change.tx, change.mailboxId, folderIds);
    return storeMessages(context.clock, change, messages, { final: true });
  });
  return filed.map((message) => message.id);
}

function pickBlob(blob: { key: string; size: number } | undefined, mail: MailGiven) {
  if (!blob) throw new Error('the blob was not put');
  return { blob: mail.blob ?? blob.key, size: mail.size ?? blob.size };
}

function rawOf(mail: MailGiven): Buffer {
  const {
    from = 'khach@minhphat.example',
    to = ['lan.anh@saomai.example'],
    subject = 'Báo giá',
    text = 'Xin chào',
  } = mail;
  return Buffer.from(`From: ${from}\r\nTo: ${to.join(', ')}\r\nSubject: ${subject}\r\n\r\n${text}\r\n`);
}

function messageOf(mail: MailGiven, now: number): Omit<NewMessage, 'folderId' | 'blob' | 'size'> {
  const {
    from = 'khach@minhphat.example',
    to = ['lan.anh@saomai.example'],
    text = 'Xin chào',
    folder: _,
    ...rest
  } = mail;
  return newMessage({
    receivedAt: now,
    sentAt: rest.receivedAt ?? now,
    unread: true,
    subject: 'Báo giá',
    snippet: text.slice(0, 100),
    sender: { name: '', email: from },
    headers: {
      to: to.map((email) => ({ name: '', email })),
      cc: [],
      bcc: [],
      replyTo: [],
      unsubscribe: null,
    },
    body: text,
    bodyIsHtml: false,
    searchText: text,
    ...rest,
  });
}

/** A hash like a delivery key: the same text gives the same key. */
export function deliveryKey(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
