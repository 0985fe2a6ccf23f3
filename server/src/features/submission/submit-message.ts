import { createHash } from 'node:crypto';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { deliveryKeys } from '../../mail/messages/delivery-key.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { removeMessages } from '../../mail/messages/move-messages.ts';
import type { NewMessage } from '../../mail/messages/new-message.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { findSentCopy } from '../../mail/messages/sent-copies.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import type { RoutedRecipient } from '../../mail/outbox/outbox-recipients.store.ts';
import { sendStored } from '../../mail/outbox/send-stored.ts';
import { checkSendingLimits } from '../../mail/outbox/sending-limits.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { refuseBlockedType } from '../../platform/files/refuse-blocked-type.ts';
import { newId } from '../../platform/ids.ts';
import { oneLine } from '../../platform/one-line.ts';
import { loops } from '../../platform/smtp/loop-guard.ts';
import type { ArrivingMessage } from '../../platform/smtp/mail-types.ts';
import { accepted, permanentFailure, type Reply, replies } from '../../platform/smtp/reply.ts';
import { type SpooledMessage, spoolMessage } from '../../platform/smtp/spool-message.ts';
import { mailDate, received } from '../../platform/smtp/trace-headers.ts';
import { replyToError } from '../../platform/smtp/translate-error.ts';
import { checkSender, mailboxOf } from './judge-client.ts';
import { refuseSignedOut } from './refuse-signed-out.ts';
import type { SubmissionDeps } from './submission-deps.ts';
import { readSubmittedHeader, type SubmittedHeader } from './submitted-header.ts';

type Submitted = ArrivingMessage<RoutedRecipient>;
type Ready = { message: Omit<NewMessage, 'folderId'>; blob: string; recipients: RoutedRecipient[] };

const MALFORMED = permanentFailure(554, '5.6.0', 'The message needs a well-formed header with one From');
const LONGEST_SAID = 255;

/**
 * Accepts a message from a user's mail program: stored as a blob in the form in which it will be sent, in
 * Sent, and in the outbox in the same change. Only then is it acknowledged; sent again, it is neither stored
 * nor transmitted twice (idempotency).
 */
export async function submitMessage(deps: SubmissionDeps, arriving: Submitted): Promise<Reply> {
  const id = newId(deps.clock);
  const mailboxId = mailboxOf(arriving.session);
  const spooled = await spoolMessage(arriving.content, id);
  try {
    await refuseSignedOut(deps.db, arriving.session);
    const header = readSubmittedHeader(spooled.head);
    const refusal = await refuseMessage(deps, mailboxId, header);
    if (header === null || refusal !== null) return refusal ?? MALFORMED;
    const ready = await makeReady(deps, arriving, { id, spooled, header });
    const filed = await fileAndSend(deps, mailboxId, id, ready);
    deps.log.info(
      {
        event: 'message_submitted',
        message: filed.id,
        message_id: oneLine(ready.message.messageId ?? '', LONGEST_SAID),
        outbox: id,
        mailbox: mailboxId,
        client: arriving.session.remoteAddress,
        repeated: !filed.filed,
      },
      'message submitted',
    );
    return accepted(`Message accepted as ${filed.id}`);
  } catch (error) {
    return replyToError(deps.log, error, { message: id });
  } finally {
    await spooled.discard();
  }
}

async function refuseMessage(
  deps: SubmissionDeps,
  mailboxId: number,
  header: SubmittedHeader | null,
): Promise<Reply | null> {
  if (header === null) return MALFORMED;
  if (loops({ receivedCount: header.receivedCount, deliveredTo: [] }, '')) return replies.loopDetected;
  if (header.authors.length === 0) throw new Failure('sender_not_allowed', 'Not allowed sender');
  for (const author of new Set(header.authors)) await checkSender(deps, mailboxId, author);
  return null;
}

async function makeReady(
  deps: SubmissionDeps,
  arriving: Submitted,
  { id, spooled, header }: { id: string; spooled: SpooledMessage; header: SubmittedHeader },
): Promise<Ready> {
  const now = unixSeconds(deps.clock);
  const { key, size } = await deps.blobs.put(sourceOf(deps, arriving, { id, spooled, header }));
  const said = messageFromParsed(await deps.parser.parse(key, size), now, { blob: key });
  for (const { name } of said.attachments) refuseBlockedType(name);
  const recipients = nameRecipients(arriving, header);
  const named = new Set([...said.headers.to, ...said.headers.cc].map(({ email }) => foldAddress(email)));
  const written = new Set(header.bcc.map(({ email }) => foldAddress(email)));
  const unwritten = recipients.filter(({ address }) => !named.has(address) && !written.has(address));
  const bcc = [...header.bcc, ...unwritten.map(({ name, email }) => ({ name, email }))];
  const message = newMessage({
    ...said,
    // Blind copies are omitted from transmitted messages, but stay visible to their sender.
    headers: { ...said.headers, bcc },
    receivedAt: now,
    size,
    blob: key,
    ...deliveryKeys((window) => submissionKey(arriving, spooled, header, window), header.messageId, now),
  });
  return { message, blob: key, recipients };
}

/** The message as it is sent: with our trace field and missing fields added, and private ones removed. */
async function* sourceOf(
  { clock, mailName }: SubmissionDeps,
  { session, envelope, receivedAt }: Submitted,
  { id, spooled, header }: { id: string; spooled: SpooledMessage; header: SubmittedHeader },
): AsyncGenerator<Buffer> {
  const trace = { session, envelope, hostname: mailName, id, receivedAt, hidesClient: true };
  yield Buffer.from(received(trace));
  yield header.passedOn;
  if (!header.hasDate) yield Buffer.from(`Date: ${mailDate(clock.now())}\r\n`);
  if (header.messageId === null) {
    const [author = ''] = header.authors;
    yield Buffer.from(`Message-ID: <${id}@${author.slice(author.lastIndexOf('@') + 1)}>\r\n`);
  }
  let toSkip = header.end;
  for await (const chunk of spooled.read()) {
    const rest = chunk.subarray(toSkip);
    toSkip -= Math.min(toSkip, chunk.length);
    if (rest.length > 0) yield rest;
  }
}

/** Without duplicates, with the names from the header. */
function nameRecipients({ envelope }: Submitted, { to, cc, bcc }: SubmittedHeader): RoutedRecipient[] {
  const names = new Map([...bcc, ...cc, ...to].map(({ name, email }) => [foldAddress(email), name]));
  const byAddress = new Map<string, RoutedRecipient>();
  for (const { recipient } of envelope.recipients) {
    const name = names.get(recipient.address) ?? '';
    if (!byAddress.has(recipient.address)) byAddress.set(recipient.address, { ...recipient, name });
  }
  return [...byAddress.values()];
}

/**
 * The same bytes for the same recipients are the same submission. Other recipients make another one: a
 * program with many recipients submits a message several times.
 */
function submissionKey(
  { envelope, session }: Submitted,
  { hash }: SpooledMessage,
  { messageId }: SubmittedHeader,
  window: number | '',
): string {
  const people = envelope.recipients.map(({ recipient }) => recipient.address).sort();
  const parts = ['submission', String(mailboxOf(session)), envelope.from, messageId, hash, window, ...people];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

async function fileAndSend(
  deps: SubmissionDeps,
  mailboxId: number,
  outboxId: string,
  { message, blob, recipients }: Ready,
): Promise<{ id: string; filed: boolean }> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const appended = await findSentCopy(change, message, 'appended');
    const { starred = false, answered = false } = appended ?? {};
    const filedAs = { ...message, starred, answered, folderId: change.folders.Sent };
    const [filed] = await storeMessages(deps.clock, change, [filedAs]);
    if (!filed) throw new Error('local delivery failed, will retry');
    if (!filed.filed) return filed;
    // The program has appended its copy before it submits: ours is the one that tells what becomes of it.
    if (appended) await removeMessages(change, [appended.id]);
    const { tx, now } = change;
    await checkSendingLimits(tx, mailboxId, deps.config.sending, recipients.length, now);
    const sender = message.sender.email;
    const outgoing = { outboxId, messageId: filed.id, dueAt: now, sender, blob, recipients };
    await sendStored(change, { ...outgoing, kind: 'send' });
    return filed;
  });
}
