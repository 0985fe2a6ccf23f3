import { isAutomaticAnswer } from '../../platform/mime/refuses-replies.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { endFollowUp } from '../messages/follow-up.ts';
import { type Awaited, readAwaited } from '../messages/follow-ups.store.ts';
import { foldAddress } from '../people/fold-address.ts';
import { isFreeProvider, organisationOf } from '../people/organisation-of.ts';
import { awaitedKeysOf, threadKeysOf } from '../threads/join-threads.ts';
import type { KnownKey } from '../threads/threads.store.ts';
import { isReport } from './bounce-task.ts';
import type { Incoming } from './incoming.ts';
import { isReceipt } from './receipt-task.ts';

type Arrived = Incoming & { folderId: string };

/**
 * FU-3: an answer ends the wait for it. What is known of the threads says whether one is waited for, so that other mail
 * costs no statement.
 */
export async function endAwaited(
  change: MailboxChange,
  messages: Arrived[],
  known: KnownKey[],
): Promise<void> {
  const threads = new Map(known.filter(({ awaiting }) => awaiting).map((row) => [row.key, row.thread_id]));
  if (threads.size === 0) return;
  const answers = messages.filter((message) => mayAnswer(change, message));
  const keysOfAnswers = [
    ...threadKeysOf(answers),
    ...awaitedKeysOf(answers.map(({ inReplyTo }) => inReplyTo)),
  ];
  const keys = keysOfAnswers.filter((key) => threads.has(key));
  if (keys.length === 0) return;
  // A thread that was merged by the message is among them, and what it was merged into.
  const threadIds = [...new Set(keys.map((key) => threads.get(key) as string))];
  const awaited = await readAwaited(change.tx, change.mailboxId, threadIds);
  const ended = awaited.filter((sent) => answers.some((message) => isAnswerTo(sent, message)));
  if (ended.length > 0) await endFollowUp(change, { messageIds: ended.map(({ id }) => id) });
}

/** FU-4. Without proof it is an answer all the same, as most small domains give none; a proof that fails tells a forgery. */
export function mayAnswer({ folders }: MailboxChange, message: Arrived): boolean {
  const { folderId, spoofed, senderChecks, envelopeSender, structure } = message;
  if (folderId === folders.Junk || spoofed || envelopeSender === '') return false;
  if (senderChecks?.dmarc.result === 'fail') return false;
  if (isReport(message) || isReceipt(message)) return false;
  return !isAutomaticAnswer(Buffer.from(structure?.fields ?? '', 'latin1'));
}

/**
 * From one to whom it went; or, as groups and aliases answer, from their organisation and naming what it answers. Whoever
 * else knows the Message-ID, as of a list or of a forwarded message, ends nothing.
 */
function isAnswerTo(sent: Awaited, { sender, inReplyTo }: Arrived): boolean {
  const from = foldAddress(sender.email);
  if (from === foldAddress(sent.sender.email)) return false;
  const isRecipient = sent.recipients.some(({ email }) => foldAddress(email) === from);
  if (isRecipient || inReplyTo === null || inReplyTo !== sent.message_id_header) return isRecipient;
  const organisation = organisationOf(from);
  if (isFreeProvider(organisation)) return false;
  return sent.recipients.some(({ email }) => organisationOf(email) === organisation);
}
