import type { VacationRule } from '@bocau/contract/rule-definitions.ts';
import type { ReplyJob } from '../../mail/incoming/reply-task.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { type MessageRow, readMessage } from '../../mail/messages/messages.store.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendUnfiled } from '../../mail/outbox/send-unfiled.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { foldAddress, withoutTag } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { readHead } from '../../platform/blobs/read-head.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { idFromText } from '../../platform/ids.ts';
import { refusesReplies } from '../../platform/mime/refuses-replies.ts';
import { domainOf } from '../../platform/smtp/sender-verdict.ts';
import { decideReply, type ReplyDecision } from './decide-reply.ts';
import { provesEnvelope } from './proves-envelope.ts';
import { countReplies, hasWrittenTo, readVacation, recordAnswer, wasAnswered } from './vacation.store.ts';
import { writeReply } from './write-reply.ts';

const DAY = 24 * 3600;
/** VA-5. */
const ANSWERED_FOR_SECONDS = 4 * DAY;
const REPLIES_A_DAY = 500;
/** RFC 3834 (3.3): an undeliverable reply must not be reported. */
const NULL_SENDER = '';
/** For unauthenticated senders, to whom their own words would otherwise be sent in the mailbox's name. */
const PLAIN_SUBJECT = { vi: 'Trả lời tự động', en: 'Automatic reply' };

/**
 * Answers a received message, if the automatic reply is still enabled and nothing forbids it. The reply and
 * the record of it are written atomically.
 */
export async function sendReply(deps: SendingDeps, job: ReplyJob): Promise<void> {
  const { blobs, clock, config, db, log } = deps;
  const { mailboxId, messageId } = job;
  if (messageId === null) return;
  const [rule, row] = await Promise.all([readVacation(db, mailboxId), readMessage(db, mailboxId, messageId)]);
  if (!rule || !row) return;
  const decision = await decide(deps, job, rule, row);
  if ('silent' in decision) {
    log.info({ mailbox: mailboxId, message: messageId, reason: decision.silent }, 'automatic reply skipped');
    return;
  }
  const { from, to } = decision;
  const sender = await readSender(db, mailboxId, from.email);
  if (sender.isSuspended) {
    log.info({ mailbox: mailboxId, message: messageId, reason: 'suspended' }, 'automatic reply skipped');
    return;
  }
  const now = unixSeconds(clock);
  const since = now - ANSWERED_FOR_SECONDS;
  const answer = { sender: withoutTag(foldAddress(to)), at: now };
  if (await wasAnswered(db, mailboxId, answer, since)) return;
  // The same for a delivery (idempotency key), so that it is answered once.
  const outboxId = idFromText(`reply ${mailboxId} ${job.deliveryKey}`);
  const subject = rule.subject.trim() || (await subjectFor(db, mailboxId, { from: from.email, to, row }));
  const [{ key: blob }, recipients] = await Promise.all([
    blobs.put(writeReply({ from, to, subject, body: rule.body, row, now, id: outboxId })),
    routeRecipients(db, [{ name: '', email: to }], config.mail.relay !== null),
  ]);
  await changeMailbox(deps, mailboxId, async (change) => {
    const { tx } = change;
    if (await wasAnswered(tx, mailboxId, answer, since)) return;
    if ((await countReplies(tx, mailboxId, now - DAY)) >= REPLIES_A_DAY) {
      log.warn({ mailbox: mailboxId }, 'automatic reply skipped: limit of the day reached');
      return;
    }
    const reply = {
      outboxId,
      kind: 'reply',
      sender: NULL_SENDER,
      author: from.email,
      blob,
      recipients,
    } as const;
    if (await sendUnfiled(change, reply)) await recordAnswer(tx, mailboxId, answer, since);
  });
}

async function decide(
  { blobs, db }: SendingDeps,
  { blob, envelopeSender, mailboxId }: ReplyJob,
  rule: VacationRule,
  row: MessageRow,
): Promise<ReplyDecision> {
  const [own, { time_zone: timeZone }, head] = await Promise.all([
    readSenders(db, mailboxId),
    readSettings(db, mailboxId),
    readHead(blobs, blob),
  ]);
  if (head === null) throw new Error('The source of the message is missing');
  return decideReply({
    ...{ rule, timeZone, envelopeSender, own },
    receivedAt: row.received_at,
    sender: row.sender.email,
    to: row.headers.to,
    cc: row.headers.cc,
    isJunk: row.folder_role === 'Junk',
    isForged: row.spoofed,
    failsDmarc: row.sender_checks?.dmarc.result === 'fail',
    isProven: provesEnvelope(envelopeSender, row),
    refusesReplies: refusesReplies(head),
  });
}

/** A stranger must not choose the words sent in the mailbox's name. */
async function subjectFor(
  db: SendingDeps['db'],
  mailboxId: number,
  { from, to, row }: { from: string; to: string; row: MessageRow },
): Promise<string> {
  const isColleague = domainOf(foldAddress(from)) === domainOf(foldAddress(to));
  if (isColleague || (await hasWrittenTo(db, mailboxId, to.toLowerCase()))) return `Auto: ${row.subject}`;
  return PLAIN_SUBJECT[(await readSettings(db, mailboxId)).language];
}
