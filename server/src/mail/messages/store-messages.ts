import { DISCARDED_FOLDERS, rolesWhere, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { enqueueFileTexts } from '../file-texts/enqueue-file-texts.ts';
import { enqueueInvoiceFiles } from '../invoice-files/enqueue-invoice-files.ts';
import type { DeliveredInvoices } from '../invoice-files/invoice-task.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { sourceOf } from '../mailbox/plan-message-states.ts';
import { correspondentCounts } from '../people/count-correspondents.ts';
import { enqueuePushes } from '../push/push-jobs.store.ts';
import { searchVector } from '../search-index/search-vector.ts';
import {
  awaitedKeysOf,
  type Joining,
  mergeThreads,
  planThreads,
  threadKeysOf,
} from '../threads/join-threads.ts';
import type { NewMessage } from './new-message.ts';
import { insertMessages, type KnownMail, type NewMessageRow, readKnown } from './new-messages.store.ts';
import { newsletterOf } from './newsletter-of.ts';
import { structureColumns } from './structures.store.ts';

/** `filed` is false where the same delivery had been filed before; then the ids are those of then. */
export type StoredMessage = { id: string; filed: boolean };

/** What comes into them is nothing to be told of. */
const SILENT_FOLDERS = [...DISCARDED_FOLDERS, ...rolesWhere(({ own }) => own)];
const RECIPIENTS_LISTED = 20;
/** What only later changes set. */
const UNCHANGED = {
  old_folder_id: null,
  send_state: null,
  tracking: null,
  snoozed_until: null,
  back_at: null,
  follow_up_at: null,
  pinned_folder_id: null,
  state: null,
};

type Delivered = Pick<NewMessage, 'deliveryKey' | 'earlierDelivery'>;
type Identified = Joining & Delivered;

export function readKnownMail(db: ReadDb, mailboxId: number, messages: Identified[]): Promise<KnownMail> {
  const deliveries = messages.flatMap(({ deliveryKey: key, earlierDelivery: earlier }) => [
    ...(key === null ? [] : [{ key, since: 0 }]),
    ...(earlier === null ? [] : [earlier]),
  ]);
  return readKnown(db, mailboxId, deliveries, [
    ...threadKeysOf(messages),
    ...awaitedKeysOf(messages.map(({ inReplyTo }) => inReplyTo)),
  ]);
}

/** As what it was stored before. */
export function knownAs(deliveries: Map<string, string>, message: Delivered): string | undefined {
  const keys = [message.deliveryKey, message.earlierDelivery?.key];
  return keys.map((key) => (key ? deliveries.get(key) : undefined)).find((id) => id !== undefined);
}

/** With the id that it had before it was removed. */
type GivenMessage = NewMessage & { id?: string };

type StoreOptions = {
  announced?: boolean;
  known?: KnownMail;
  /**
   * Sent by a merge: names in them are how a table calls people, and not remembered; what answers them is known by what it
   * names (MM-44).
   */
  isOfTable?: boolean;
  /** The same change does nothing more to these messages: a thread of them alone is listed without being read back. */
  final?: boolean;
};

/**
 * Puts new messages into the mailbox: threads, index, correspondents and quota included. One answer a message, in
 * order. Who has read what is known of them, in the same change, says so.
 */
export async function storeMessages(
  clock: Clock,
  change: MailboxChange,
  messages: GivenMessage[],
  options: StoreOptions = {},
): Promise<StoredMessage[]> {
  const { announced = true, final = false, isOfTable = false } = options;
  const known = options.known ?? (await readKnownMail(change.tx, change.mailboxId, messages));
  const idOfKey = new Map(known.deliveries);
  const fresh: (NewMessage & { id: string })[] = [];
  const answers = messages.map((message) => {
    const before = knownAs(idOfKey, message);
    if (before !== undefined) return { id: before, filed: false };
    const id = message.id ?? newId(clock);
    if (message.deliveryKey !== null) idOfKey.set(message.deliveryKey, id);
    fresh.push({ ...message, id });
    return { id, filed: true };
  });
  if (fresh.length === 0) return answers;

  const plan = planThreads(clock, fresh, known.threadKeys);
  const rows = fresh.map((message, index) => messageRow(change, message, plan.threads[index] as string));
  const attachments = fresh.flatMap((message) =>
    message.attachments.map((attachment, position) => ({
      ...attachment,
      id: newId(clock),
      message_id: message.id,
      position,
    })),
  );
  const awaited = fresh.flatMap(({ messageId }, index) => {
    const thread_id = plan.threads[index] as string;
    return isOfTable ? awaitedKeysOf([messageId]).map((key) => ({ key, thread_id })) : [];
  });
  change.send(
    insertMessages(change.tx, change.mailboxId, rows, {
      attachments,
      threads: plan.created,
      threadKeys: [...plan.keys, ...awaited],
      correspondents: correspondentCounts(change.folders, fresh, { takesNames: !isOfTable }),
    }),
  );
  mergeThreads(change, plan);
  const written = fresh.filter((message) => !message.draft);
  const withFiles = written.map(({ id, attachments: files }) => ({ id, files }));
  enqueueFileTexts(change, withFiles);
  enqueueInvoiceFiles(change, withFiles, deliveredOf(written));
  const created = new Set(final ? plan.created : []);
  change.markThreadsDirty(plan.threads.filter((thread) => !created.has(thread)));
  change.addThreads(
    rows
      .filter((row) => created.has(row.thread_id))
      .map((row) => ({ ...row, ...UNCHANGED, source: sourceOf(row.blob) })),
  );
  change.addBytes(fresh.reduce((sum, message) => sum + message.size, 0));
  // Mail that is moved in from elsewhere is no news.
  const silent = SYSTEM_FOLDERS.filter((name) => SILENT_FOLDERS.includes(name)).map(
    (name) => change.folders[name],
  );
  const news = announced
    ? fresh.filter((message) => message.unread && !message.quiet && !silent.includes(message.folderId))
    : [];
  for (const { id } of news) change.journal('new_mail', id);
  if (news.length > 0) {
    const { INBOX } = change.folders;
    const told = news.map(({ id, folderId }) => ({ id, folder: folderId === INBOX ? 'INBOX' : folderId }));
    change.send(enqueuePushes(change, told));
  }
  return answers;
}

function deliveredOf(messages: (NewMessage & { id: string })[]): DeliveredInvoices[] {
  return messages.flatMap(({ id, filteredByInvoices: of }) => (of ? [{ messageId: id, ...of }] : []));
}

function messageRow(
  change: MailboxChange,
  message: NewMessage & { id: string },
  threadId: string,
): NewMessageRow {
  const { headers } = message;
  const recipients = [...headers.to, ...headers.cc, ...headers.bcc];
  const listed = message.attachments.filter((attachment) => !attachment.inline);
  return {
    id: message.id,
    thread_id: threadId,
    folder_id: message.folderId,
    received_at: message.receivedAt,
    sent_at: message.sentAt,
    unread: message.unread,
    starred: message.starred,
    answered: message.answered,
    draft: message.draft,
    spoofed: message.spoofed,
    has_attachments: listed.length > 0,
    important: message.important,
    receipt: message.receipt,
    size: message.size,
    trashed_at: message.folderId === change.folders.Trash ? change.now : null,
    delivery_key: message.deliveryKey,
    blob: message.blob,
    message_id_header: message.messageId,
    in_reply_to: message.inReplyTo,
    refs: message.references,
    subject: message.subject,
    snippet: message.snippet,
    sender: message.sender,
    recipients: recipients.slice(0, RECIPIENTS_LISTED),
    muted: message.muted ?? null,
    label_ids: message.labelIds?.length ? [...new Set(message.labelIds)].sort() : null,
    newsletter: newsletterOf(message),
    headers,
    body: message.body,
    body_is_html: message.bodyIsHtml,
    body_clipped: message.bodyClipped,
    sender_checks: message.senderChecks,
    spam: message.spam,
    words: searchVector({
      mailboxId: change.mailboxId,
      receivedAt: message.receivedAt,
      subject: message.subject,
      from: message.sender,
      recipients,
      attachmentNames: listed.map((attachment) => attachment.name),
      text: message.searchText,
    }),
    ...structureColumns(message.structure),
  };
}
