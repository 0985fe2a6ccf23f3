import { buffer } from 'node:stream/consumers';
import { openAttachment } from '../../mail/attachments/attachment-bytes.ts';
import { readForwardingKey } from '../../mail/forwarding/forwarding.store.ts';
import { type BounceJob, isReportType } from '../../mail/incoming/bounce-task.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { unmarkSpoofed } from '../../mail/messages/message-marks.store.ts';
import { hasDeliveryMark, isEnvelopeId } from '../../mail/outbox/delivery-mark.ts';
import { finalizeLateSend } from '../../mail/outbox/finalize-send.ts';
import { RELAY } from '../../mail/outbox/route-recipients.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { organisationOf } from '../../mail/people/organisation-of.ts';
import { provenAuthor } from '../../mail/people/proven-author.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/logger.ts';
import {
  type ReportedRecipient,
  readDeliveryStatus,
  readEnvelopeId,
} from '../../platform/mime/read-delivery-status.ts';
import { readHeaders } from '../../platform/mime/read-headers.ts';
import {
  findMessage,
  markRecipientFailed,
  type ReportPart,
  readHandOvers,
  readOrigin,
  readParts,
  recordDelay,
} from './bounces.store.ts';

export type BounceDeps = ChangeDeps & { blobs: BlobStore; log: Logger };

/** The original message, or only its headers. */
const ORIGINALS = ['message/rfc822', 'message/global', 'text/rfc822-headers', 'message/global-headers'];
const BYTES_READ = 256 * 1024;
/** Mail servers retry for five days; the rest is for the report's own way back. */
const REPORTS_COME_SECONDS = 14 * 24 * 3600;

/**
 * Links a report to the message it is about, which then shows the recipients it did not reach. The report
 * stays in the inbox like any mail. Any recipient can forge one: it is trusted only for recipients whose
 * server can have written it.
 */
export async function readBounce(deps: BounceDeps, { mailboxId, messageId }: BounceJob): Promise<void> {
  const { db, clock, log } = deps;
  const parts = await readParts(db, mailboxId, messageId);
  const report = parts.find(({ content_type }) => isReportType(content_type));
  const original = parts.find(({ content_type }) => ORIGINALS.includes(content_type));
  if (!report || !original) return;
  const returned = await readStart(deps.blobs, original);
  const about = readHeaders(returned).messageId;
  if (about === null) return;
  const now = unixSeconds(clock);
  const outboxId = await findMessage(db, mailboxId, about, now - REPORTS_COME_SECONDS);
  if (outboxId === null) return;
  const outgoing = { mailboxId, outboxId };
  const status = await readStart(deps.blobs, report);
  const given = { reportId: messageId, returned, envelopeId: readEnvelopeId(status) };
  const { believed, isOfRelay } = await findBelieved(deps, outgoing, given);
  if (isOfRelay) await takeWarningOff(deps, mailboxId, messageId);
  let lost = 0;
  for (const recipient of readDeliveryStatus(status)) {
    const addresses = recipient.addresses.map(foldAddress).filter((address) => believed.has(address));
    if (addresses.length === 0) continue;
    const reply = replyOf(recipient);
    await inTransaction(db, async (tx) => {
      if (recipient.action === 'delayed') await recordDelay(tx, outgoing, addresses, reply);
      if (recipient.action !== 'failed') return;
      const code = codeOf(recipient);
      if (await markRecipientFailed(tx, outgoing, addresses, { code, reply, at: now })) lost += 1;
    });
  }
  if (lost === 0) return;
  log.info({ outbox: outboxId, lost }, 'bounce received');
  await finalizeLateSend(deps, outgoing);
}

type Given = { reportId: string; returned: Buffer; envelopeId: string | null };

/**
 * The recipients for whom a report is trusted: all of an envelope whose id it contains, which no recipient
 * has seen; the only recipient of the returned copy; and those of the domain that is proven to have written
 * it. When several received one copy, its content lets each of them speak for the others.
 */
async function findBelieved(
  { db }: BounceDeps,
  outgoing: { mailboxId: number; outboxId: string },
  { reportId, returned, envelopeId }: Given,
): Promise<{ believed: Set<string>; isOfRelay: boolean }> {
  const { mailboxId, outboxId } = outgoing;
  const [handOvers, origin, key] = await Promise.all([
    readHandOvers(db, outgoing),
    readOrigin(db, mailboxId, reportId),
    readForwardingKey(db),
  ]);
  const author = origin ? provenAuthor(origin) : null;
  const isEnvelope = (destination: string) =>
    envelopeId !== null && isEnvelopeId(envelopeId, key, { outboxId, destination });
  const found = handOvers.filter(
    ({ address, destination, alone }) =>
      isEnvelope(destination) ||
      (alone && hasDeliveryMark(returned, key, { outboxId, destination })) ||
      (author !== null && isServer(author) && organisationOf(author) === organisationOf(address)),
  );
  return {
    believed: new Set(found.map(({ address }) => address)),
    isOfRelay: origin !== undefined && isServer(origin.sender.email.toLowerCase()) && isEnvelope(RELAY),
  };
}

/** A server, not a user of that domain: role addresses are reserved (RFC 2142). */
function isServer(author: string): boolean {
  return /^(mailer-daemon|postmaster)@/.test(author);
}

/**
 * Our Postfix relay writes reports in the name of our own domain, unsigned. A report with its envelope id is
 * genuine; the marker in the header proves nothing, because every recipient has it.
 */
async function takeWarningOff(deps: BounceDeps, mailboxId: number, messageId: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    change.markThreadsDirty(await unmarkSpoofed(change.tx, mailboxId, messageId));
  });
}

async function readStart(blobs: BlobStore, part: ReportPart): Promise<Buffer> {
  return buffer(await openAttachment(blobs, part, { start: 0, end: Math.min(part.size, BYTES_READ) }));
}

function replyOf({ diagnostic, status, action }: ReportedRecipient): string {
  return diagnostic ?? `${status ?? ''} ${action}`.trim();
}

function codeOf({ diagnostic }: ReportedRecipient): number | null {
  const code = /^\d{3}\b/.exec(diagnostic ?? '')?.[0];
  return code === undefined ? null : Number(code);
}
