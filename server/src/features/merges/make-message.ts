import { createHash } from 'node:crypto';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { MergeProblem } from '@bocau/contract/merges.ts';
import { releaseBlobs } from '../../drive/chunks/chunks.store.ts';
import { nameKey } from '../../drive/names/entry-name.ts';
import { readForwardingKey } from '../../mail/forwarding/forwarding.store.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { composeMail, encodedLength, senderDomain } from '../../mail/outbox/compose-mail.ts';
import type { OutgoingFile, OutgoingMessage } from '../../mail/outbox/outgoing.store.ts';
import { newMark } from '../../mail/outbox/tracking-mark.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { escapeHtml } from './fill-html.ts';
import {
  columnUses,
  fileNamesOf,
  fillMessage,
  isTooLong,
  type ParsedText,
  type Recipient,
  recipientOf,
} from './fill-message.ts';
import type { MergeDeps } from './merge-deps.ts';
import type { RowToSend } from './merge-rows.store.ts';
import type { MergeKey, MergeRow } from './merges.store.ts';
import { refusalLink } from './refusal-link.ts';
import { REFUSAL_WORDS } from './refusal-words.ts';
import { findRowFiles, isBlocked, openRowFile, problemOfFile } from './row-files.ts';

export type FilledRow = {
  outgoing: OutgoingMessage;
  recipient: Recipient;
  unsubscribeUrl: string | null;
  /** Something is wrong with a file of its own, which is left out; or the text is, which is empty then. */
  problem: MergeProblem | null;
};

/**
 * The message of a row, with what is needed to show or to send it. `to`: who gets it in place of the person in the row.
 */
export async function fillRow(
  deps: MergeDeps,
  key: MergeKey,
  merge: MergeRow,
  { text, row, to }: { text: ParsedText; row: RowToSend; to?: string },
  madeBlobs: string[],
): Promise<FilledRow> {
  const recipient = recipientOf(merge, row.cells);
  const address = to ?? recipient.address;
  const unsubscribeUrl =
    merge.unsubscribe && address !== '' ? await linkFor(deps, key.mailboxId, address) : null;
  const { files, problem } = await openFiles(deps, key, merge, row, madeBlobs);
  const footer = unsubscribeUrl === null ? null : await footerOf(deps, key.mailboxId, unsubscribeUrl);
  const isLong = isTooLong(text, columnUses(text, merge.columns), row.cells);
  const outgoing = fillMessage(isLong ? { ...text, body: [] } : text, merge, { row, files, footer });
  return {
    outgoing: to === undefined ? outgoing : { ...outgoing, to: [{ name: recipient.name, email: to }] },
    recipient,
    unsubscribeUrl,
    problem: isLong ? 'mail_too_large' : (problem ?? problemOfNames(outgoing)),
  };
}

/** AT-4: a value may have given a file a type that is not sent. */
function problemOfNames({ files }: OutgoingMessage): MergeProblem | null {
  return files.some(({ name }) => isBlocked(name)) ? 'file_not_allowed' : null;
}

async function linkFor({ db, config }: MergeDeps, mailboxId: number, address: string): Promise<string> {
  return refusalLink(config.http.publicUrl, await readForwardingKey(db), { mailboxId, address });
}

async function footerOf({ db }: MergeDeps, mailboxId: number, url: string) {
  const { footer, footerLink } = REFUSAL_WORDS[(await readSettings(db, mailboxId)).language];
  return {
    html: `<p style="font-size: 12px; color: #667085">${escapeHtml(footer)} <a href="${escapeHtml(url)}">${escapeHtml(footerLink)}</a></p>`,
    text: `\n\n${footer} ${footerLink}: ${url}\n`,
  };
}

async function openFiles(
  deps: MergeDeps,
  key: MergeKey,
  merge: MergeRow,
  { cells }: RowToSend,
  madeBlobs: string[],
): Promise<{ files: OutgoingFile[]; problem: MergeProblem | null }> {
  const names = fileNamesOf(merge, cells);
  const found = await findRowFiles(deps.db, key, merge, names, unixSeconds(deps.clock));
  const bytes = names.reduce((sum, name) => sum + encodedLength(found.get(nameKey(name))?.size ?? 0), 0);
  // Nothing of them is read: a cell may name hundreds.
  if (bytes > LIMITS.messageBytes) return { files: [], problem: 'mail_too_large' };
  const files: OutgoingFile[] = [];
  let problem: MergeProblem | null = null;
  for (const name of names) {
    const file = found.get(nameKey(name));
    const wrong = problemOfFile(file);
    const opened = file && wrong === null ? await openRowFile(deps, file, madeBlobs) : null;
    if (opened) files.push(opened);
    else problem ??= wrong ?? 'no_file';
  }
  return { files, problem };
}

export type MadeMessage = Awaited<ReturnType<typeof makeMessage>>;

/** A separate message, parsed from what its recipient gets. */
export async function makeMessage(
  { blobs, clock, config, parser }: MergeDeps,
  { mergeId }: MergeKey,
  row: number,
  { outgoing, unsubscribeUrl }: FilledRow,
) {
  const now = unixSeconds(clock);
  const outboxId = newId(clock);
  const messageId = `${outboxId}@${senderDomain(outgoing)}`;
  const mark = outgoing.tracking && outgoing.bodyIsHtml ? newMark(config.http.publicUrl) : null;
  const composing = {
    messageId,
    date: now,
    ...(mark ? { pixelUrl: mark.pixelUrl } : {}),
    ...(unsubscribeUrl === null ? {} : { unsubscribeUrl }),
  };
  const { key, size } = await blobs.put(composeMail(outgoing, composing, blobs));
  const said = messageFromParsed(await parser.parse(key, size), now, { blob: key });
  const message = newMessage({
    ...said,
    // The way to say no is its recipient's: the sender's copy would offer to press it for them.
    headers: { ...said.headers, unsubscribe: null },
    receivedAt: now,
    size,
    blob: key,
    // A row is filed once, whatever runs twice.
    deliveryKey: createHash('sha256').update(`merge ${mergeId} ${row}`).digest('hex'),
  });
  return { outboxId, blob: key, size, message, mark, sender: outgoing.sender.email };
}

/** Runs with blobs that are made on the way, and lets them go. */
export async function withMadeBlobs<Result>(
  { db, clock }: Pick<MergeDeps, 'db' | 'clock'>,
  work: (madeBlobs: string[]) => Promise<Result>,
): Promise<Result> {
  const madeBlobs: string[] = [];
  try {
    return await work(madeBlobs);
  } finally {
    if (madeBlobs.length > 0) {
      await inTransaction(db, (tx) => releaseBlobs(tx, madeBlobs, unixSeconds(clock)));
    }
  }
}
