import { createHash } from 'node:crypto';
import { fileNotice, type NoticeDeps } from '../../mail/messages/file-notice.ts';
import type { FailureJob } from '../../mail/outbox/failure-task.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { readHead } from '../../platform/blobs/read-head.ts';
import { readFailed, readMissed } from './bounces.store.ts';
import { writeFailure } from './write-failure.ts';

/**
 * Reports a failure to the sender as a message in the inbox, which other mail programs see too: one per
 * failure, and none for messages that programs sent automatically, to prevent mail loops.
 */
export async function reportFailure(deps: NoticeDeps, job: FailureJob): Promise<void> {
  const { db, blobs } = deps;
  const { mailboxId, outboxId, at } = job;
  const [failed, missed, { language }] = await Promise.all([
    readFailed(db, job),
    readMissed(db, job),
    readSettings(db, mailboxId),
  ]);
  // Deleted, or sent again meanwhile.
  if (!failed || (missed.length === 0 && failed.state !== 'failed')) return;
  const [stat, begin] =
    job.blob === null ? [null, null] : await Promise.all([blobs.stat(job.blob), readHead(blobs, job.blob)]);
  const head = begin && headerOf(begin);
  if (head !== null && isAutomatic(head)) return;
  const { email, name, domain, subject, error, draft, room_bytes: room } = failed;
  const raw = writeFailure(
    { id: outboxId, at, sender: { email, name, domain }, language, subject, error, inDrafts: draft, missed },
    head === null || job.blob === null || !stat
      ? null
      : stat.size < room
        ? { type: 'message/rfc822', source: await blobs.open(job.blob) }
        : { type: 'text/rfc822-headers', source: only(Buffer.from(head, 'latin1')) },
  );
  const deliveryKey = createHash('sha256').update(`failure ${outboxId} ${at}`).digest('hex');
  await fileNotice(deps, mailboxId, { raw, at, deliveryKey });
}

/** The header alone, unchanged. */
function headerOf(begin: Buffer): string {
  const text = begin.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? text : text.slice(0, end + 2);
}

function isAutomatic(head: string): boolean {
  return /^auto-submitted:\s*(?!no\b)/im.test(head) || /^content-type:\s*multipart\/report\b/im.test(head);
}

async function* only(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes;
}
