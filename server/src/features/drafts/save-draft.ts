import { isDeepStrictEqual } from 'node:util';
import type { saveDraft as endpoint } from '@bocau/contract/drafts.ts';
import type { BodyOf } from '@bocau/contract/endpoint.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { showMessage } from '../../mail/messages/show-message.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { Failure } from '../../platform/failure.ts';
import { textAsHtml } from '../../platform/mime/text-as-html.ts';
import { checkWish } from './check-wish.ts';
import { chooseSender } from './choose-sender.ts';
import type { DraftDeps } from './create-draft.ts';
import { type DraftContent, type DraftRow, readDraft } from './drafts.store.ts';
import { factsOf, type Quote } from './make-quote.ts';
import { readOriginal } from './read-original.ts';
import { storedPeople, storedSubject } from './stored-header.ts';
import { chooseFiles, newMessageId, writeDraftContent } from './write-draft-content.ts';

type Changes = BodyOf<typeof endpoint>;

/** Saves what has changed. A save of an older version is refused, unless what it says is there already. */
export async function saveDraft(
  deps: DraftDeps,
  mailboxId: number,
  id: string,
  changes: Changes,
): Promise<Message> {
  checkWish(deps.clock, changes.follow_up);
  const sender =
    changes.from === undefined ? undefined : await chooseSender(deps.db, mailboxId, changes.from);
  const quote = changes.quoted ? await quoteAnew(deps, mailboxId, id) : null;
  return changeMailbox(deps, mailboxId, async (change) => {
    const draft = await findEditable(change, id);
    const content = changed(draft, changes, sender, quote);
    const stale = changes.version !== undefined && changes.version !== draft.version;
    if (stale && saysMore(draft, content, changes)) throw await conflict(change, id);
    const chosen = await chooseFiles(deps.clock, change, draft.files, content, {
      listed: changes.files ?? null,
      quoted: content.quote === null ? [] : (quote?.images ?? []),
    });
    const next = { ...content, body: chosen.body };
    const same = isDeepStrictEqual([contentOf(draft), draft.files], [next, chosen.files]);
    if (!same) {
      const kept = {
        ...draft,
        version: draft.version + 1,
        clientKey: null,
        messageId: draft.message_id_header ?? newMessageId(deps.clock, next.sender.email),
      };
      const sameQuote = next.quote === draft.quote;
      await writeDraftContent(
        change,
        kept,
        next,
        chosen.files,
        sameQuote ? undefined : (quote?.html ?? null),
      );
    }
    return showMessage(change.tx, mailboxId, id);
  });
}

/** The draft of that id, if it may be changed. */
export async function findEditable(change: MailboxChange, id: string): Promise<DraftRow> {
  const row = await readDraft(change.tx, change.mailboxId, id);
  if (!row) throw new Failure('message_not_found', 'Message not found');
  if (!row.draft || row.leaving) throw new Failure('not_a_draft', 'Only drafts can be changed');
  return row.body_is_html ? row : { ...row, body: textAsHtml(row.body) };
}

/** A quote that was taken out comes back as it would be made today. */
async function quoteAnew(deps: DraftDeps, mailboxId: number, id: string): Promise<Quote | null> {
  const draft = await readDraft(deps.db, mailboxId, id);
  if (!draft || draft.quote !== null || draft.answers === null || draft.action === 'new') return null;
  const { action, answers } = draft;
  const reader = await readSettings(deps.db, mailboxId);
  return (await readOriginal(deps, mailboxId, answers, { action, reader }))?.quote ?? null;
}

function contentOf({
  sender,
  headers,
  subject,
  body,
  quote,
  tracking,
  important,
  receipt,
  follow_up,
}: DraftRow): DraftContent {
  return { sender, headers, subject, body, quote, tracking, important, receipt, follow_up };
}

function changed(
  draft: DraftRow,
  changes: Changes,
  sender: DraftContent['sender'] | undefined,
  quote: Quote | null,
): DraftContent {
  const before = contentOf(draft);
  const { to = before.headers.to, cc = before.headers.cc, bcc = before.headers.bcc } = changes;
  return {
    sender: sender ?? before.sender,
    headers: { ...before.headers, to: storedPeople(to), cc: storedPeople(cc), bcc: storedPeople(bcc) },
    subject: changes.subject === undefined ? before.subject : storedSubject(changes.subject),
    body: changes.body ?? before.body,
    quote: changes.quoted === false ? null : (before.quote ?? (quote && factsOf(quote))),
    tracking: changes.tracking ?? before.tracking,
    important: changes.important ?? before.important,
    receipt: changes.receipt ?? before.receipt,
    follow_up: changes.follow_up === undefined ? before.follow_up : changes.follow_up,
  };
}

function saysMore(draft: DraftRow, content: DraftContent, { files }: Changes): boolean {
  const listed = draft.files.filter((file) => !file.inline).map((file) => file.id);
  return (
    !isDeepStrictEqual(contentOf(draft), content) ||
    (files !== undefined && !isDeepStrictEqual(files, listed))
  );
}

async function conflict(change: MailboxChange, id: string): Promise<Failure> {
  return new Failure('draft_conflict', 'The draft has been changed elsewhere', {
    details: { draft: await showMessage(change.tx, change.mailboxId, id) },
  });
}
