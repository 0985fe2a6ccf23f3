import { createHash } from 'node:crypto';
import type { SenderChecks } from '@bocau/contract/messages.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import { readHops } from '../../platform/mime/read-headers.ts';
import type { SenderJudge } from '../../platform/smtp/judge-sender.ts';
import { loops } from '../../platform/smtp/loop-guard.ts';
import type { ArrivingMessage } from '../../platform/smtp/mail-types.ts';
import { accepted, type Reply, replies } from '../../platform/smtp/reply.ts';
import { domainOf, type SenderVerdict } from '../../platform/smtp/sender-verdict.ts';
import { claimsLocalDomainFalsely } from '../../platform/smtp/spoofs-local-domain.ts';
import { type SpooledMessage, spoolMessage } from '../../platform/smtp/spool-message.ts';
import { stripClaims } from '../../platform/smtp/strip-claims.ts';
import { traceHeaders } from '../../platform/smtp/trace-headers.ts';
import type { Db } from '../../tables.ts';
import { messageFromParsed } from '../mailbox/message-from-parsed.ts';
import { localDomains } from './delivery.store.ts';
import type { Incoming } from './file-incoming.ts';
import type { FilingQueue } from './filing-queue.ts';
import type { Recipient } from './find-recipient.ts';
import { putOff } from './put-off.ts';

export type DeliveryDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  blobs: BlobStore;
  parser: MailParser;
  judge: SenderJudge;
  queue: FilingQueue;
  mailName: string;
};

/** Header fields that only we may write. */
const OWN_HEADERS = ['x-bocau-*'];
const REPEAT_WINDOW_SECONDS = 3600;

/**
 * Takes one message: raw bytes into the blob store, what it says into the mailbox of each recipient, and only then
 * says so. Whatever fails on our side is temporary to the sender, who brings the message again; one that had been
 * filed already is known by its bytes and not filed twice.
 */
export async function receiveMessage(
  deps: DeliveryDeps,
  arriving: ArrivingMessage<Recipient>,
): Promise<Reply[]> {
  const id = newId(deps.clock);
  const spooled = await spoolMessage(arriving.content, id);
  try {
    const hops = readHops(spooled.head);
    const recipients = arriving.envelope.recipients.map(({ address, recipient }) => ({
      ...recipient,
      looping: loops(hops, address) || loops(hops, recipient.email),
    }));
    if (recipients.every((recipient) => recipient.looping)) return recipients.map(() => replies.loopDetected);
    const incoming = await keepMessage(deps, arriving, spooled, id);
    const answers = await Promise.all(
      recipients.map((recipient) =>
        recipient.looping ? replies.loopDetected : fileFor(deps, recipient.mailboxId, incoming, id),
      ),
    );
    count(deps, arriving, answers);
    return answers;
  } catch (error) {
    const answer = putOff(deps.log, error, { message: id });
    count(
      deps,
      arriving,
      arriving.envelope.recipients.map(() => answer),
    );
    return arriving.envelope.recipients.map(() => answer);
  } finally {
    await spooled.discard();
  }
}

/** Judges the sender, stores the raw message with our trace before it, and reads it. */
async function keepMessage(
  deps: DeliveryDeps,
  arriving: ArrivingMessage<Recipient>,
  spooled: SpooledMessage,
  id: string,
): Promise<Incoming> {
  const { envelope, session } = arriving;
  const receivedAt = Math.floor(arriving.receivedAt / 1000);
  const verdict = await judgeSender(deps, arriving, spooled);
  const trace = traceHeaders(
    { session, envelope, hostname: deps.mailName, id, receivedAt: arriving.receivedAt },
    verdict,
  );
  const { key, size, mail } = await storeAndRead(deps, await withTrace(trace, spooled, deps.mailName));
  return {
    ...messageFromParsed(mail, receivedAt),
    receivedAt,
    unread: true,
    starred: false,
    answered: false,
    draft: false,
    spoofed: verdict !== null && session.protocol === 'smtp' && (await isSpoof(deps, verdict)),
    size,
    blob: key,
    deliveryKey: deliveryKey(spooled.hash, mail.messageId, receivedAt),
    senderChecks: verdict && senderChecks(verdict),
  };
}

/** What is at hand is read while it is being stored; both have to be done before the message counts as safe. */
async function storeAndRead(deps: DeliveryDeps, raw: Uint8Array | AsyncIterable<Uint8Array>) {
  if (raw instanceof Uint8Array) {
    const [stored, mail] = await Promise.all([deps.blobs.put(raw), deps.parser.parse(raw, raw.length)]);
    return { ...stored, mail };
  }
  const stored = await deps.blobs.put(raw);
  return { ...stored, mail: await deps.parser.parse(stored.key, stored.size) };
}

/**
 * LMTP comes from the provider's own mail server, which has met the sender and we have not: without a signature to
 * check there is nothing that we could say.
 */
async function judgeSender(
  deps: DeliveryDeps,
  { session, envelope }: ArrivingMessage<Recipient>,
  spooled: SpooledMessage,
): Promise<SenderVerdict | null> {
  if (
    session.protocol === 'lmtp' &&
    !/^(dkim-signature|arc-seal)\s*:/im.test(spooled.head.toString('latin1'))
  ) {
    return null;
  }
  return deps.judge.judge({
    remoteAddress: session.remoteAddress,
    helo: session.helo,
    mailFrom: envelope.from,
    raw: spooled.bytes ?? asyncChunks(spooled),
  });
}

async function withTrace(
  trace: string,
  spooled: SpooledMessage,
  authservId: string,
): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
  const stripped = stripClaims(asyncChunks(spooled), { authservId, ownHeaders: OWN_HEADERS });
  if (spooled.bytes === null) return concatenated(Buffer.from(trace), stripped);
  const chunks: Buffer[] = [Buffer.from(trace)];
  for await (const chunk of stripped) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* concatenated(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* asyncChunks(spooled: SpooledMessage): AsyncGenerator<Buffer> {
  yield* spooled.read();
}

async function isSpoof(deps: DeliveryDeps, verdict: SenderVerdict): Promise<boolean> {
  const claimed = verdict.fromAddresses.map(domainOf).flatMap((domain) => {
    const labels = domain.split('.');
    return labels.map((_, index) => labels.slice(index).join('.'));
  });
  const ours = await localDomains(deps.db, [...new Set(claimed)]);
  return claimsLocalDomainFalsely(verdict, (domain) => ours.has(domain));
}

async function fileFor(
  deps: DeliveryDeps,
  mailboxId: number,
  incoming: Incoming,
  id: string,
): Promise<Reply> {
  try {
    const filing = await deps.queue.file(mailboxId, incoming);
    if (filing === 'mailbox_full') return replies.mailboxFull;
    deps.log.info({ message: id, mailbox: mailboxId, size: incoming.size, filing }, 'Mail came in');
    return accepted();
  } catch (error) {
    return putOff(deps.log, error, { message: id });
  }
}

/**
 * A message with a Message-ID is one and the same whenever its bytes come again. Without one, equal bytes may be two
 * messages, say of a script that reports every day, so they count as a repeat only for a while.
 */
function deliveryKey(hash: string, messageId: string | null, receivedAt: number): string {
  const window = messageId === null ? Math.floor(receivedAt / REPEAT_WINDOW_SECONDS) : '';
  return createHash('sha256').update(`delivery ${hash} ${window}`).digest('hex');
}

function senderChecks({ spf, dkim, dmarc, arc }: SenderVerdict): SenderChecks {
  return { spf, dkim, dmarc, arc };
}

function count(deps: DeliveryDeps, { session }: ArrivingMessage<Recipient>, answers: Reply[]): void {
  for (const { outcome } of answers) deps.metrics.deliveries.inc({ protocol: session.protocol, outcome });
}
