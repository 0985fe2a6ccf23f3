import { createHash } from 'node:crypto';
import type { MailAddress } from '@bocau/contract/fields.ts';
import type { InvitationAnswer } from '@bocau/contract/invitations.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import type { CalendarDeps } from '../../calendar/change-calendar.ts';
import type { OwedJob } from '../../calendar/scheduling/change-objects.ts';
import type { OwedMessage } from '../../calendar/scheduling/owed-messages.ts';
import { SENT, UNSENT } from '../../calendar/scheduling/schedule-status.ts';
import { settleOwed, takeOwedMessages } from '../../calendar/scheduling/settle-owed.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import { LOCAL, moveRecipients } from '../../mail/outbox/outbox-recipients.store.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { MAY_HAVE_LEFT } from '../../mail/outbox/parked-sends.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendStored } from '../../mail/outbox/send-stored.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import { calendarMark } from '../../platform/mime/calendar-mark.ts';
import { byLanguage } from './by-language.ts';
import { writeAnswer } from './invitations.store.ts';
import { meetingMail } from './write-meeting-mail.ts';
import type { Language } from './write-reply.ts';

export type OwedDeps = SendingDeps & CalendarDeps;

/**
 * Sends what a change of a meeting owes, each message once: what is sent is set down before, the key of a message is its
 * place in it, and only then it is settled. Killed anywhere, it goes on from there.
 */
export async function sendOwed(deps: OwedDeps, job: OwedJob): Promise<void> {
  const senders = await readSenders(deps.db, job.mailboxId);
  const own = new Set(senders.map(({ email }) => foldAddress(email)));
  const taken = await takeOwedMessages(deps, job, own);
  if (!taken) return;
  let status = SENT;
  for (const [index, message] of taken.messages.entries()) {
    const address = foldAddress(message.from);
    const from = senders.find(({ email }) => foldAddress(email) === address);
    if (!from || !(await maySend(deps, job.mailboxId, from))) {
      const fields = { mailbox: job.mailboxId, object: job.objectId };
      deps.log.warn(fields, 'meeting not told: sending is not allowed');
      status = UNSENT;
      continue;
    }
    const { mayHaveLeft } = taken;
    const groups = await byLanguage(deps.db, job.mailboxId, message.to);
    for (const [language, people] of groups) {
      for (let at = 0; at < people.length; at += LIMITS.recipientsPerMail) {
        const to = people.slice(at, at + LIMITS.recipientsPerMail);
        // Who chooses another language meanwhile, between two runs, is not left out.
        const whom = groups.size === 1 ? [] : to.map(({ email }) => email);
        const key = JSON.stringify(['meeting', job.mailboxId, taken.round, index, at, ...whom]);
        await sendOne(deps, job.mailboxId, { message, from, to, language, key, mayHaveLeft });
      }
    }
  }
  await settleOwed(deps, job, { round: taken.round, status }, own);
}

/** Throws where it may be allowed again later. */
export async function maySend(
  { db }: Pick<OwedDeps, 'db'>,
  mailboxId: number,
  from: MailAddress,
): Promise<boolean> {
  const state = await readSender(db, mailboxId, from.email);
  if (state?.isSuspended) throw new Error('Sending is suspended: others are told later');
  return state?.sendingEnabled === true && state.ownsAddress;
}

export type Sending = {
  message: OwedMessage;
  from: MailAddress;
  to: MailAddress[];
  language: Language;
  key: string;
  /** Nobody elsewhere is sent it by itself: who sends it reads of them that it is unclear. */
  mayHaveLeft: boolean;
};

/** Once for each key. */
export async function sendOne(
  deps: OwedDeps,
  mailboxId: number,
  { message, from, to, language, key, mayHaveLeft }: Sending,
): Promise<void> {
  const { blobs, clock, config, db, parser } = deps;
  const now = unixSeconds(clock);
  const outboxId = newId(clock);
  const { time_zone: zone } = await readSettings(db, mailboxId);
  const messageId = `${outboxId}@${from.email.slice(from.email.lastIndexOf('@') + 1)}`;
  const mail = meetingMail({ message, from, to, language, zone, now, messageId });
  const { key: blob, size } = await blobs.put(mail);
  const said = messageFromParsed(await parser.parse(blob, size), now, { blob });
  const deliveryKey = createHash('sha256').update(key).digest('hex');
  const filed = newMessage({ ...said, receivedAt: now, size, blob, deliveryKey });
  const recipients = await routeRecipients(db, to, config.mail.relay !== null);
  await changeMailbox(deps, mailboxId, async (change) => {
    const [stored] = await storeMessages(clock, change, [{ ...filed, folderId: change.folders.Sent }]);
    if (!stored?.filed) return;
    const outgoing = { outboxId, messageId: stored.id, kind: 'send', dueAt: change.now, blob } as const;
    await sendStored(change, { ...outgoing, sender: from.email, recipients, isRepeated: true });
    if (mayHaveLeft) {
      const elsewhere = recipients.filter(({ destination }) => destination !== LOCAL);
      const unclear = { state: 'unclear', reply: MAY_HAVE_LEFT, at: change.now } as const;
      const addresses = elsewhere.map(({ address }) => address);
      await moveRecipients(change.tx, { mailboxId, outboxId }, addresses, ['waiting'], unclear);
    }
    const mark = message.method === 'REPLY' ? calendarMark(message.source) : null;
    const answer = mark && answerIn(message.source);
    if (!mark || !answer) return;
    // The card of the invitation shows what was answered in the calendar.
    const organiser = foldAddress(to[0]?.email ?? '');
    await writeAnswer(change.tx, mailboxId, mark, { answer, organiser }, change.now);
  });
}

function answerIn(source: Buffer): InvitationAnswer | null {
  const [, given] = /PARTSTAT=(ACCEPTED|TENTATIVE|DECLINED)/.exec(source.toString()) ?? [];
  return given === undefined ? null : (given.toLowerCase() as InvitationAnswer);
}
