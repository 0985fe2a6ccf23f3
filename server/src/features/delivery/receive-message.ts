import { hash as hashAtOnce } from 'node:crypto';
import type { ChangePublisher } from '../../kernel/publish-changes.ts';
import { handleForwardBounce } from '../../mail/forwarding/forward-bounces.ts';
import { handleGroupReturn } from '../../mail/forwarding/group-returns.ts';
import type { GroupReturn } from '../../mail/groups/group-address.ts';
import type { DeliveryQueue } from '../../mail/incoming/delivery-queue.ts';
import type { FindOwnDomains } from '../../mail/incoming/domain-cache.ts';
import type { Recipient } from '../../mail/incoming/find-recipient.ts';
import type { Incoming } from '../../mail/incoming/incoming.ts';
import { deliveryKeys } from '../../mail/messages/delivery-key.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { BlobKey, BlobStore } from '../../platform/blobs/blob-store.ts';
import { hashBytes } from '../../platform/blobs/hash-bytes.ts';
import type { Clock } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import type { ParsedMail } from '../../platform/mime/parsed-mail.ts';
import { readHops } from '../../platform/mime/read-headers.ts';
import { replaceBeginning } from '../../platform/mime/replace-beginning.ts';
import { oneLine } from '../../platform/one-line.ts';
import type { SpamFilter } from '../../platform/rspamd/spam-filter.ts';
import { readFrontResults } from '../../platform/smtp/front-results.ts';
import { SPAM_FIELDS } from '../../platform/smtp/front-spam.ts';
import type { SenderJudge } from '../../platform/smtp/judge-sender.ts';
import { loops } from '../../platform/smtp/loop-guard.ts';
import type { ArrivingMessage, MailSession } from '../../platform/smtp/mail-types.ts';
import { accepted, type Reply, replies } from '../../platform/smtp/reply.ts';
import type { SenderVerdict } from '../../platform/smtp/sender-verdict.ts';
import { type SpooledMessage, spoolMessage } from '../../platform/smtp/spool-message.ts';
import { stripClaims } from '../../platform/smtp/strip-claims.ts';
import { traceHeaders } from '../../platform/smtp/trace-headers.ts';
import { replyToError } from '../../platform/smtp/translate-error.ts';
import type { Db } from '../../tables.ts';
import { type GroupPlace, giveToGroup } from './give-to-group.ts';
import { type Judged, judgeMessage } from './judge-message.ts';

export type DeliveryDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  blobs: BlobStore;
  parser: MailParser;
  judge: SenderJudge;
  queue: DeliveryQueue;
  findOwnDomains: FindOwnDomains;
  publisher: ChangePublisher;
  mailName: string;
  /** The authserv-ids of our own mail servers in front, which deliver over LMTP and record their findings. */
  gateways: readonly string[];
  /** Null where none is configured. */
  spamFilter: SpamFilter | null;
};

/** Where a message goes: a mailbox, a group, or the group whose mail comes back. */
export type Place = Recipient | GroupPlace | ReturnPlace;
type ReturnPlace = { returned: GroupReturn; email: string };

/** Header fields that only we may write. */
const OWN_HEADERS = ['x-bocau-*'];

/**
 * Receives one message: stores the raw bytes as a blob and the parsed content in each recipient's mailbox,
 * and only then acknowledges it. Failures on our side are temporary for the sender, who retries; a message
 * stored already is recognised by its bytes and not stored twice.
 */
export async function receiveMessage(deps: DeliveryDeps, arriving: ArrivingMessage<Place>): Promise<Reply[]> {
  const id = newId(deps.clock);
  const spooled = await spoolMessage(arriving.content, id);
  try {
    const hops = readHops(spooled.head);
    const recipients = arriving.envelope.recipients.map(({ address, recipient }) => ({
      address,
      place: recipient,
      looping: loops(hops, address) || loops(hops, recipient.email),
    }));
    if (recipients.every((recipient) => recipient.looping)) return recipients.map(() => replies.loopDetected);
    const isReturn = recipients.every(({ place }) => isReturned(place));
    const kept = isReturn ? null : await keepMessage(deps, arriving, spooled, id);
    const answers = await Promise.all(
      recipients.map(({ looping, address, place }) => {
        if (looping) return replies.loopDetected;
        if (isReturned(place) || kept === null) return returnTo(deps, place, spooled);
        const given = addressed(kept, arriving, address);
        if ('group' in place)
          return giveGroup(deps, place, given, { id, session: arriving.session, head: spooled.head });
        return fileFor(deps, place.mailboxId, given, { id, session: arriving.session });
      }),
    );
    count(deps, arriving, answers);
    return answers;
  } catch (error) {
    const answer = replyToError(deps.log, error, { message: id });
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

/** Whether it takes nothing but reports about what left from here. */
function isReturned(place: Place): place is ReturnPlace | (Recipient & { forwardedTo: string }) {
  return 'returned' in place || ('mailboxId' in place && place.forwardedTo !== undefined);
}

async function returnTo(deps: DeliveryDeps, place: Place, spooled: SpooledMessage): Promise<Reply> {
  if ('returned' in place) await handleGroupReturn(deps, place.returned, spooled);
  else if ('mailboxId' in place) {
    const { mailboxId, forwardedTo = '' } = place;
    await handleForwardBounce(deps, { mailboxId, forwardedTo }, spooled);
  }
  return accepted();
}

/** The logged length of a Message-ID. */
const LONGEST_SAID = 255;

/** What is stored; its source may still be on its way to the disk. */
type Kept = { incoming: Incoming; durable: Promise<unknown> };

/** Judges the sender, stores the raw message with our trace fields in front, and parses it. */
async function keepMessage(
  deps: DeliveryDeps,
  arriving: ArrivingMessage<Place>,
  spooled: SpooledMessage,
  id: string,
): Promise<Kept> {
  const { envelope, session } = arriving;
  const receivedAt = Math.floor(arriving.receivedAt / 1000);
  const traced = (verdict: SenderVerdict | null) =>
    Buffer.from(
      traceHeaders(
        { session, envelope, hostname: deps.mailName, id, receivedAt: arriving.receivedAt },
        verdict,
      ),
    );
  const believed = session.protocol === 'lmtp' && deps.gateways.length > 0;
  const stripped = stripClaims(asyncChunks(spooled), {
    authservIds: [deps.mailName.toLowerCase(), ...(believed ? [] : deps.gateways)],
    // A sender must not decide whether a message is spam.
    ownHeaders: believed ? OWN_HEADERS : [...OWN_HEADERS, ...SPAM_FIELDS],
  });
  const judging = judgeSender(deps, arriving, spooled);
  const front = believed ? readFrontResults(spooled.head, deps.gateways) : null;
  const judgeRead: JudgeRead = (mail) => judgeMessage(deps, arriving, spooled, { mail, judging, front });
  const { key, size, shift, mail, judged, durable } =
    spooled.bytes === null
      ? await keepLarge(deps, judging, judgeRead, traced, stripped)
      : await keepSmall(deps, judging, judgeRead, traced, stripped);
  const message = newMessage({
    ...messageFromParsed(mail, receivedAt, { blob: key, shift }),
    ...(isProven(judged) ? { sender: { ...mail.from, proven: true as const } } : {}),
    receivedAt,
    unread: true,
    spoofed: judged.origin === 'forged',
    size,
    blob: key,
    ...deliveryKeys((window) => deliveryKey(spooled.hash, window), mail.messageId, receivedAt),
    senderChecks: judged.checks,
    spam: judged.spam,
  });
  return { incoming: { ...message, envelopeSender: envelope.from, authors: mail.authors }, durable };
}

function addressed(
  { incoming, durable }: Kept,
  { session }: ArrivingMessage<Place>,
  recipient: string,
): Kept {
  const client = `${session.protocol} ${session.remoteAddress}`;
  return { incoming: { ...incoming, arrival: { client, recipient: foldAddress(recipient) } }, durable };
}

function isProven({ origin, checks }: Judged): boolean {
  return origin !== 'forged' && checks?.dmarc.result === 'pass';
}

type Stored = {
  key: BlobKey;
  size: number;
  /** By how much its trace fields are longer than those it was parsed with. */
  shift: number;
  mail: ParsedMail;
  judged: Judged;
  durable: Promise<unknown>;
};
type JudgeRead = (mail: ParsedMail) => Promise<Judged>;
type Traced = (verdict: SenderVerdict | null) => Buffer;

/**
 * A message in memory is parsed while its sender is judged, with trace fields as stored; parsing does not
 * depend on the verdict in them. The source is written while the message is being stored, under the key
 * derived from its bytes.
 */
async function keepSmall(
  deps: DeliveryDeps,
  judging: Promise<SenderVerdict | null>,
  judgeRead: JudgeRead,
  traced: Traced,
  stripped: AsyncIterable<Buffer>,
): Promise<Stored> {
  const sent = Buffer.concat(await Array.fromAsync(stripped));
  const trace = traced(null);
  const read = Buffer.concat([trace, sent]);
  const parsing = deps.parser.parse(read, read.length);
  const [mail, verdict, judged] = await Promise.all([parsing, judging, parsing.then(judgeRead)]);
  const kept = verdict === null ? trace : traced(verdict);
  const raw = kept === trace ? read : Buffer.concat([kept, sent]);
  const structure =
    kept === trace ? mail.structure : replaceBeginning(mail.structure, { read: trace, kept, rest: sent });
  const key = await hashBytes(raw);
  const durable = deps.blobs.put(raw);
  // The caller that stores it gets the failure.
  durable.catch(() => undefined);
  const shift = raw.length - read.length;
  return { key, size: raw.length, shift, mail: { ...mail, structure }, judged, durable };
}

async function keepLarge(
  deps: DeliveryDeps,
  judging: Promise<SenderVerdict | null>,
  judgeRead: JudgeRead,
  traced: Traced,
  stripped: AsyncIterable<Buffer>,
): Promise<Stored> {
  const verdict = await judging;
  const stored = await deps.blobs.put(concatenated(traced(verdict), stripped));
  const mail = await deps.parser.parse(stored.key, stored.size);
  const judged = await judgeRead(mail);
  return { ...stored, shift: 0, mail, judged, durable: Promise.resolve() };
}

/**
 * LMTP comes from the provider's own mail server, which talked to the sender: without a signature to verify
 * there is nothing to judge.
 */
async function judgeSender(
  deps: DeliveryDeps,
  { session, envelope }: ArrivingMessage<Place>,
  spooled: SpooledMessage,
): Promise<SenderVerdict | null> {
  if (
    session.protocol === 'lmtp' &&
    !/^(dkim-signature|arc-seal)\s*:/im.test(spooled.head.toString('latin1'))
  ) {
    return null;
  }
  return deps.judge.judge({
    remoteAddress: session.protocol === 'lmtp' ? null : session.remoteAddress,
    helo: session.helo,
    mailFrom: envelope.from,
    raw: spooled.bytes ?? asyncChunks(spooled),
  });
}

async function* concatenated(first: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  yield* rest;
}

async function* asyncChunks(spooled: SpooledMessage): AsyncGenerator<Buffer> {
  yield* spooled.read();
}

async function fileFor(
  deps: DeliveryDeps,
  mailboxId: number,
  { incoming, durable }: Kept,
  { id, session }: { id: string; session: MailSession },
): Promise<Reply> {
  try {
    const outcome = await deps.queue.file(mailboxId, incoming, durable);
    if (outcome === 'mailbox_full') return replies.mailboxFull;
    const { protocol, remoteAddress: client } = session;
    const said = {
      message_id: oneLine(incoming.messageId ?? '', LONGEST_SAID),
      from: incoming.envelopeSender,
    };
    deps.log.info(
      {
        event: 'message_received',
        message: id,
        ...said,
        mailbox: mailboxId,
        protocol,
        client,
        size: incoming.size,
        outcome,
      },
      'message received',
    );
    return accepted();
  } catch (error) {
    return replyToError(deps.log, error, { message: id });
  }
}

async function giveGroup(
  deps: DeliveryDeps,
  place: GroupPlace,
  { incoming, durable }: Kept,
  { id, session, head }: { id: string; session: MailSession; head: Buffer },
): Promise<Reply> {
  try {
    const client = `${session.protocol} ${session.remoteAddress}`;
    const answer = await giveToGroup(deps, place, { incoming, durable, client, head });
    if (answer.outcome === 'accepted') {
      const messageId = oneLine(incoming.messageId ?? '', LONGEST_SAID);
      const said = { message_id: messageId, from: incoming.envelopeSender, group: place.email };
      const { protocol, remoteAddress } = session;
      deps.log.info(
        {
          event: 'message_received',
          message: id,
          ...said,
          protocol,
          client: remoteAddress,
          size: incoming.size,
        },
        'message received',
      );
    }
    return answer;
  } catch (error) {
    return replyToError(deps.log, error, { message: id });
  }
}

function deliveryKey(hash: string, window: number | ''): string {
  return hashAtOnce('sha256', `delivery ${hash} ${window}`);
}

function count(deps: DeliveryDeps, { session }: ArrivingMessage<Place>, answers: Reply[]): void {
  for (const { outcome } of answers) deps.metrics.deliveries.inc({ protocol: session.protocol, outcome });
}
