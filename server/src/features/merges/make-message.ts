import { createHash } from 'node:crypto';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { MergeProblem } from '@bocau/contract/merges.ts';
import { releaseBlobs } from '../../drive/chunks/chunks.store.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { type Composing, composeMail, encodedLength, senderDomain } from '../../mail/outbox/compose-mail.ts';
import type { OutgoingFile, OutgoingMessage } from '../../mail/outbox/outgoing.store.ts';
import { newMark } from '../../mail/outbox/tracking-mark.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
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
import { type RefusalOffer, refusalOffer, withOffer } from './refusal-offer.ts';
import { findRowFiles, isBlocked, openRowFile, problemOfFile } from './row-files.ts';

export type FilledRow = {
  /** Without the way to say no. */
  outgoing: OutgoingMessage;
  recipient: Recipient;
  offer: RefusalOffer | null;
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
  const offer = merge.unsubscribe && address !== '' ? await refusalOffer(deps, key.mailboxId, address) : null;
  const { files, problem } = await openFiles(deps, key, merge, row, madeBlobs);
  const isLong = isTooLong(text, columnUses(text, merge.columns), row.cells);
  const outgoing = fillMessage(isLong ? { ...text, body: [] } : text, merge, { row, files });
  return {
    outgoing: to === undefined ? outgoing : { ...outgoing, to: [{ name: recipient.name, email: to }] },
    recipient,
    offer,
    problem: isLong ? 'mail_too_large' : (problem ?? problemOfNames(outgoing)),
  };
}

/** AT-4: a value may have given a file a type that is not sent. */
function problemOfNames({ files }: OutgoingMessage): MergeProblem | null {
  return files.some(({ name }) => isBlocked(name)) ? 'file_not_allowed' : null;
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
  const bytes = names.reduce((sum, name) => sum + encodedLength(found.get(name)?.size ?? 0), 0);
  // Nothing of them is read: a cell may name hundreds.
  if (bytes > LIMITS.messageBytes) return { files: [], problem: 'mail_too_large' };
  const files: OutgoingFile[] = [];
  let problem: MergeProblem | null = null;
  for (const name of names) {
    const file = found.get(name);
    const wrong = problemOfFile(file);
    const opened = file && wrong === null ? await openRowFile(deps, file, madeBlobs) : null;
    if (opened) files.push(opened);
    else problem ??= wrong ?? 'no_file';
  }
  return { files, problem };
}

export type MadeMessage = Awaited<ReturnType<typeof makeMessage>>;

/**
 * A separate message, and what its mailbox keeps of it: the same without the way to say no (MM-24), as whoever reads Sent or
 * gets that forwarded could press it for its recipient.
 */
export async function makeMessage(
  deps: MergeDeps,
  { mergeId }: MergeKey,
  row: number,
  { outgoing, offer }: FilledRow,
) {
  const { clock, config, parser } = deps;
  const now = unixSeconds(clock);
  const outboxId = newId(clock);
  const messageId = `${outboxId}@${senderDomain(outgoing)}`;
  const mark = outgoing.tracking && outgoing.bodyIsHtml ? newMark(config.http.publicUrl) : null;
  const composing = { messageId, date: now, ...(mark ? { pixelUrl: mark.pixelUrl } : {}) };
  const kept = await putMail(deps, outgoing, composing);
  const sent =
    offer === null
      ? kept
      : await putMail(deps, withOffer(outgoing, offer), { ...composing, unsubscribeUrl: offer.url });
  const said = messageFromParsed(await parser.parse(kept.key, kept.size), now, { blob: kept.key });
  const message = newMessage({
    ...said,
    receivedAt: now,
    size: kept.size,
    blob: kept.key,
    // A row is filed once, whatever runs twice.
    deliveryKey: createHash('sha256').update(`merge ${mergeId} ${row}`).digest('hex'),
  });
  return { outboxId, sent, message, mark, sender: outgoing.sender.email };
}

function putMail({ blobs }: Pick<MergeDeps, 'blobs'>, outgoing: OutgoingMessage, composing: Composing) {
  return blobs.put(composeMail(outgoing, composing, blobs));
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
