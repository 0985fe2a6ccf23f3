import type { createDraft as endpoint } from '@bocau/contract/drafts.ts';
import type { BodyOf } from '@bocau/contract/endpoint.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import type { MessageRow } from '../../mail/messages/messages.store.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { showMessage } from '../../mail/messages/show-message.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { Failure } from '../../platform/failure.ts';
import { checkWish } from './check-wish.ts';
import { chooseSender } from './choose-sender.ts';
import { type DraftContent, findByClientKey, readThreadOf } from './drafts.store.ts';
import { factsOf, type Quote, type QuoteParser } from './make-quote.ts';
import { readOriginal } from './read-original.ts';
import { storedPeople, storedSubject } from './stored-header.ts';
import { chooseFiles, newMessageId, writeDraftContent } from './write-draft-content.ts';

export type DraftDeps = ChangeDeps & { parser: QuoteParser };
type NewDraft = BodyOf<typeof endpoint>;

const REFERENCES_KEPT = 100;

/** Stores a draft in the thread of what it answers. Idempotent: a window that asks again gets the draft it made. */
export async function createDraft(deps: DraftDeps, mailboxId: number, given: NewDraft): Promise<Message> {
  checkWish(deps.clock, given.follow_up);
  const made = given.client_key && (await findByClientKey(deps.db, mailboxId, given.client_key));
  if (made) return showMessage(deps.db, mailboxId, made);
  const [sender, settings] = await Promise.all([
    chooseSender(deps.db, mailboxId, given.from),
    readSettings(deps.db, mailboxId),
  ]);
  const { action, answers } = given;
  const quoting = action === 'new' || given.quoted === false ? null : { action, reader: settings };
  const read = answers === undefined ? null : await readOriginal(deps, mailboxId, answers, quoting);
  if (answers !== undefined && !read) throw new Failure('message_not_found', 'Message not found');
  const { original, quote = null } = read ?? {};
  const content: DraftContent = {
    sender,
    headers: {
      to: storedPeople(given.to ?? []),
      cc: storedPeople(given.cc ?? []),
      bcc: storedPeople(given.bcc ?? []),
      replyTo: [],
      unsubscribe: null,
    },
    subject: storedSubject(given.subject ?? ''),
    body: given.body ?? '',
    quote: quote && factsOf(quote),
    tracking: given.tracking ?? settings.tracking,
    important: given.important ?? false,
    receipt: given.receipt ?? false,
    follow_up: given.follow_up ?? null,
  };
  return changeMailbox(deps, mailboxId, async (change) => {
    const before = given.client_key && (await findByClientKey(change.tx, mailboxId, given.client_key));
    const id = before || (await fileDraft(deps, change, given, content, original, quote));
    return showMessage(change.tx, mailboxId, id);
  });
}

async function fileDraft(
  deps: ChangeDeps,
  change: MailboxChange,
  given: NewDraft,
  content: DraftContent,
  original: MessageRow | undefined,
  quote: Quote | null,
): Promise<string> {
  const messageId = newMessageId(deps.clock, content.sender.email);
  const chosen = await chooseFiles(deps.clock, change, [], content, {
    listed: given.files ?? [],
    quoted: quote?.images ?? [],
  });
  const thread = original && (await readThreadOf(change.tx, change.mailboxId, original.id));
  const [filed] = await storeMessages(deps.clock, change, [
    {
      folderId: change.folders.Drafts,
      ...newMessage({
        receivedAt: change.now,
        draft: true,
        messageId,
        ...answering(given, original),
        subject: content.subject,
        sender: content.sender,
        headers: content.headers,
        threadId: thread && thread.message_count < LIMITS.threadMessages ? thread.id : null,
      }),
    },
  ]);
  if (!filed) throw new Error('the draft was not filed');
  const place = await readThreadOf(change.tx, change.mailboxId, filed.id);
  if (!place) throw new Error(`draft ${filed.id} has no thread`);
  const kept = {
    id: filed.id,
    thread_id: place.id,
    size: 0,
    files: [],
    messageId,
    version: 1,
    clientKey: given.client_key ?? null,
    action: given.action,
    answers: original?.id ?? null,
  };
  await writeDraftContent(change, kept, { ...content, body: chosen.body }, chosen.files, quote?.html ?? null);
  return filed.id;
}

/** What a message says of those that it answers. */
function answering(given: NewDraft, original: MessageRow | undefined) {
  const known = original?.message_id_header ?? null;
  const chain = original ? [...original.refs, ...(known === null ? [] : [known])] : [];
  const references = given.references?.flatMap((id) => bareId(id) ?? []) ?? chain;
  return {
    inReplyTo: given.in_reply_to === undefined ? known : given.in_reply_to && bareId(given.in_reply_to),
    // The first tells where it began, the last ones where it is.
    references:
      references.length > REFERENCES_KEPT
        ? [...references.slice(0, 1), ...references.slice(1 - REFERENCES_KEPT)]
        : references,
  };
}

/** An id has no blanks, so it ends at the first. */
function bareId(id: string): string | null {
  return /[^\s<>]+/.exec(id)?.[0] ?? null;
}
