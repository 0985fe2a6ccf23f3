import { createHash } from 'node:crypto';
import type { StandingAnswer } from '@bocau/contract/calendar.ts';
import type { MailAddress } from '@bocau/contract/fields.ts';
import type { Invitation, InvitationAnswer } from '@bocau/contract/invitations.ts';
import { DEFAULT_SETTINGS } from '@bocau/contract/settings.ts';
import { authorize } from '../../access/authorize.ts';
import type { SchedulingDeps } from '../../calendar/scheduling/change-objects.ts';
import { changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendStored } from '../../mail/outbox/send-stored.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { checkSendingLimits } from '../../mail/outbox/sending-limits.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { CalendarMark } from '../../platform/mime/calendar-mark.ts';
import { answerInCalendar } from './answer-in-calendar.ts';
import { byLanguage } from './by-language.ts';
import { readAnswer, writeAnswer } from './invitations.store.ts';
import { type OpenedInvitation, openInvitation } from './show-invitation.ts';
import { replyMail } from './write-reply.ts';

export type AnswerDeps = SendingDeps & SchedulingDeps;

const WRITABLE_ID = /^[\x21-\x7e]{1,900}$/;
const REFERENCES = 50;

/**
 * Answers who asks. The current answer is not sent again: a second tab, a repeated request or a second click changes nothing
 * (idempotency). What the calendar can't hold is answered by mail at once, and can't be taken back.
 */
export async function answerInvitation(
  deps: AnswerDeps,
  mailboxId: number,
  fileId: string,
  { answer, instead_of: insteadOf }: { answer: StandingAnswer; instead_of?: StandingAnswer | undefined },
): Promise<Invitation> {
  const { opened, standing } = await openWithAnswer(deps, mailboxId, fileId);
  const { mark } = opened.calendar;
  const { answered, invited, may_answer: mayAnswer, organiser } = opened.shown;
  if (answered?.to_this && answered.answer === answer) return opened.shown;
  if (!mark || !organiser || invited === null || !mayAnswer) throw closed();
  const senders = await readSenders(deps.db, mailboxId);
  const from = senders.find(({ email }) => email === invited);
  if (!from) throw closed();
  authorize({ mailbox: mailboxId }, 'send_as', await readSender(deps.db, mailboxId, from.email));
  const given = { answer, insteadOf, isAnswered: answered?.to_this === true };
  if (!(await answerInCalendar(deps, mailboxId, { file: opened.file, senders }, given))) {
    if (answer === 'waiting') throw closed();
    const times = (standing?.times ?? 0) + 1;
    await sendAtOnce(deps, mailboxId, opened, { answer, from, organiser, mark, times });
  }
  const shown = await openInvitation(deps, mailboxId, fileId);
  if (!shown) throw closed();
  return shown.shown;
}

/** Stores an answer and sends it to the organiser, atomically. */
async function sendAtOnce(
  deps: SendingDeps,
  mailboxId: number,
  opened: OpenedInvitation,
  replying: Replying,
): Promise<void> {
  const { answer, mark, organiser, times } = replying;
  const reply = await makeReply(deps, mailboxId, opened, replying);
  const recipients = await routeRecipients(deps.db, [organiser], deps.config.mail.relay !== null);
  await changeMailbox(deps, mailboxId, async (change) => {
    const now = await readAnswer(change.tx, mailboxId, mark);
    // Another tab was faster: its answer stands, and a different one has to be given again.
    if ((now?.times ?? 0) + 1 !== times) return;
    await checkSendingLimits(change.tx, mailboxId, deps.config.sending, recipients.length, change.now);
    const said = { answer, organiser: foldAddress(organiser.email) };
    await writeAnswer(change.tx, mailboxId, mark, said, change.now);
    await fileReply(deps, change, reply, recipients);
  });
}

/** The invitation, and the answer that stands; what it shows is never older than that. */
async function openWithAnswer(deps: SendingDeps, mailboxId: number, fileId: string) {
  const opened = await openInvitation(deps, mailboxId, fileId);
  if (!opened) throw closed();
  const { mark } = opened.calendar;
  const standing = mark && (await readAnswer(deps.db, mailboxId, mark));
  if (!standing) return { opened, standing };
  // It may have been given since.
  const again = await openInvitation(deps, mailboxId, fileId);
  if (!again) throw closed();
  return { opened: again, standing };
}

type Replying = {
  answer: InvitationAnswer;
  from: MailAddress;
  organiser: MailAddress;
  mark: CalendarMark;
  times: number;
};
type ReadyReply = Awaited<ReturnType<typeof makeReply>>;

async function makeReply(
  deps: SendingDeps,
  mailboxId: number,
  { calendar, file }: OpenedInvitation,
  { answer, from, mark, organiser, times }: Replying,
) {
  const now = unixSeconds(deps.clock);
  const outboxId = newId(deps.clock);
  const [language = DEFAULT_SETTINGS.language] = (await byLanguage(deps.db, mailboxId, [organiser])).keys();
  const original = file.message?.header ?? null;
  const chain = [...(file.message?.refs ?? []), ...(original === null ? [] : [original])];
  const source = replyMail({
    calendar,
    answer,
    from: { name: from.name, email: from.email },
    organiser,
    language,
    now,
    messageId: `${outboxId}@${from.email.slice(from.email.lastIndexOf('@') + 1)}`,
    inReplyTo: original !== null && WRITABLE_ID.test(original) ? original : null,
    references: chain.filter((id) => WRITABLE_ID.test(id)).slice(-REFERENCES),
  });
  const { key, size } = await deps.blobs.put(source);
  const said = messageFromParsed(await deps.parser.parse(key, size), now, { blob: key });
  const parts = ['invitation', mailboxId, mark.uid, mark.recurrence, times];
  const message = newMessage({
    ...said,
    receivedAt: now,
    size,
    blob: key,
    deliveryKey: createHash('sha256').update(JSON.stringify(parts)).digest('hex'),
  });
  return { outboxId, blob: key, message, sender: from.email };
}

async function fileReply(
  deps: SendingDeps,
  change: MailboxChange,
  { blob, message, outboxId, sender }: ReadyReply,
  recipients: Awaited<ReturnType<typeof routeRecipients>>,
): Promise<void> {
  const [filed] = await storeMessages(deps.clock, change, [{ ...message, folderId: change.folders.Sent }]);
  if (!filed?.filed) return;
  const dueAt = change.now;
  await sendStored(change, {
    outboxId,
    messageId: filed.id,
    kind: 'send',
    dueAt,
    sender,
    blob,
    recipients,
  });
}

function closed(): Failure {
  return new Failure('invitation_closed', 'This invitation can not be answered');
}
