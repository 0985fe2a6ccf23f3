import type { DraftAction } from '@bocau/contract/drafts.ts';
import type { MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { type DraftFile, writeDraft, writeFiles } from '../../mail/messages/draft-rows.store.ts';
import { draftText } from '../../mail/messages/draft-text.ts';
import { restLater } from '../../mail/outbox/rest-draft-task.ts';
import { searchVector } from '../../mail/search-index/search-vector.ts';
import { storeThreadKey } from '../../mail/threads/join-threads.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import { filesNamedIn, planFiles } from './draft-files.ts';
import { type DraftContent, readFilesById } from './drafts.store.ts';

type Kept = {
  id: string;
  thread_id: string;
  size: number;
  files: DraftFile[];
  messageId: string;
  version: number;
  clientKey: string | null;
  action: DraftAction;
  answers: string | null;
};

const RECIPIENTS_LISTED = 20;
/** DR-6: what somebody writes is not lost because their mailbox is full; files are somewhere else too. */
const DRAFT_RESERVE_BYTES = 20 * 1024 * 1024;

/** The files of a draft as they would be with this content, and the body, which names copies by their own ids. */
export async function chooseFiles(
  clock: Clock,
  change: MailboxChange,
  current: DraftFile[],
  content: Pick<DraftContent, 'body' | 'quote'>,
  given: { listed: string[] | null; quoted: DraftFile[] },
): Promise<{ files: DraftFile[]; body: string }> {
  const known = new Set(current.map((file) => file.id));
  const asked = [...(given.listed ?? []), ...filesNamedIn(content.body)].filter((id) => !known.has(id));
  const others = await readFilesById(change.tx, change.mailboxId, asked);
  const namedByQuote = content.quote?.images ?? [];
  return planFiles({
    ...given,
    body: content.body,
    namedByQuote,
    current,
    others,
    newId: () => newId(clock),
  });
}

/**
 * Writes what a draft says and carries, and what follows from it: snippet, search words, size. The original is given
 * only where it is another one than before.
 */
export async function writeDraftContent(
  change: MailboxChange,
  kept: Kept,
  content: DraftContent,
  files: DraftFile[],
  quoteHtml: string | null | undefined,
): Promise<void> {
  const { mailboxId, now } = change;
  const { to, cc, bcc } = content.headers;
  const recipients = [...to, ...cc, ...bcc];
  const listed = files.filter((file) => !file.inline);
  const text = draftText(content.body, content.quote?.words ?? '');
  const size =
    Buffer.byteLength(content.body) +
    (content.quote?.bytes ?? 0) +
    files.reduce((sum, file) => sum + file.size, 0);
  const carried = (some: DraftFile[]) => some.reduce((sum, file) => sum + (file.inline ? 0 : file.size), 0);
  refuseOverQuota(change, size - kept.size, carried(files) > carried(kept.files) ? 0 : DRAFT_RESERVE_BYTES);
  change.send(
    writeDraft(change.tx, mailboxId, {
      ...kept,
      ...content,
      now,
      size,
      recipients: recipients.slice(0, RECIPIENTS_LISTED),
      hasAttachments: listed.length > 0,
      quoteHtml,
      snippet: text.snippet,
      words: searchVector({
        mailboxId,
        receivedAt: now,
        subject: content.subject,
        from: content.sender,
        recipients,
        attachmentNames: listed.map((file) => file.name),
        text: text.searchText,
      }),
    }),
  );
  change.send(writeFiles(change.tx, mailboxId, kept.id, files, now));
  storeThreadKey(change, kept.thread_id, { messageId: kept.messageId, subject: content.subject });
  change.addBytes(size - kept.size);
  change.markThreadsDirty([kept.thread_id]);
  restLater(change, kept.id);
}

function refuseOverQuota(change: MailboxChange, added: number, reserve: number): void {
  if (added <= 0 || change.usedBytes + added <= change.quotaBytes + reserve) return;
  throw new Failure('quota_exceeded', 'The mailbox has run out of storage', {
    details: { used_bytes: change.usedBytes, quota_bytes: change.quotaBytes },
  });
}

/** A Message-ID that stays with the message from its first draft on. */
export function newMessageId(clock: Clock, sender: string): string {
  return `${newId(clock)}@${sender.slice(sender.lastIndexOf('@') + 1)}`;
}
