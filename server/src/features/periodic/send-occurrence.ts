import { createHash } from 'node:crypto';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import { changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import { fileMessages } from '../mailbox/file-messages.ts';
import { messageFromParsed } from '../mailbox/message-from-parsed.ts';
import { composeMail, senderDomain } from '../sending/compose-mail.ts';
import { type Letter, readLetter, recipientsOf } from '../sending/read-letter.ts';
import { readSender } from '../sending/read-sender.ts';
import { routeRecipients } from '../sending/route-recipients.ts';
import { sendFiled } from '../sending/send-filed.ts';
import type { SendingDeps } from '../sending/sending-deps.ts';
import { secondsUntilRoom } from '../sending/sending-limits.ts';
import { keepMark, newMark } from '../tracking/tracking-mark.ts';
import { deletePeriodic, type PeriodicRow, readPeriodic } from './periodic.store.ts';
import { nextDates } from './periodic-dates.ts';
import { addSend, planNext, type TemplateKey } from './plan-next.ts';

/** Sends the copy that is due; where that can't be done the user finds it paused. */
export async function sendOccurrence(
  deps: SendingDeps,
  template: TemplateKey,
  { lastAttempt }: Pick<JobRun, 'lastAttempt'>,
): Promise<void> {
  try {
    await sendDue(deps, template);
  } catch (error) {
    if (!lastAttempt) throw error;
    const { mailboxId, messageId } = template;
    deps.log.error({ message: messageId, reason: (error as Error).message }, 'A periodic send was paused');
    await changeMailbox(deps, mailboxId, (change) => pause(change, messageId));
  }
}

/**
 * Sends the copy that is due. Dates that passed while nobody was there are made good by one copy, not by all of them;
 * a job that runs twice finds the date gone.
 */
async function sendDue(deps: SendingDeps, { mailboxId, messageId }: TemplateKey): Promise<void> {
  const now = unixSeconds(deps.clock);
  const row = await readPeriodic(deps.db, mailboxId, messageId);
  if (row?.state !== 'active' || row.next_at === null) return;
  if (row.next_at > now) {
    const { next_at } = row;
    await changeMailbox(deps, mailboxId, (change) => addSend(change, messageId, next_at));
    return;
  }
  const letter = await readLetter(deps.db, mailboxId, messageId);
  if (!letter) return;
  const sender = await readSender(deps.db, mailboxId, letter.sender.email);
  if (!sender.mayDoSo || !sender.ownsAddress) {
    deps.log.warn({ message: messageId }, 'A periodic send was paused: its sender may not send');
    await changeMailbox(deps, mailboxId, (change) => pause(change, messageId));
    return;
  }
  const copy = await makeCopy(deps, letter, row.next_at, now);
  const recipients = await routeRecipients(deps.db, recipientsOf(letter), deps.config.mail.relay !== null);
  await changeMailbox(deps, mailboxId, async (change) => {
    const current = await readPeriodic(change.tx, mailboxId, messageId);
    // Sent by another, left out or stopped meanwhile.
    if (current?.state !== 'active' || current.next_at !== row.next_at) return;
    if (await endThrownAway(change, messageId)) return;
    if (await isTooMuch(deps, change, messageId, recipients.length)) return;
    const [filed] = await fileMessages(deps.clock, change, [
      { ...copy.message, folderId: change.folders.Sent },
    ]);
    if (filed?.filed) {
      const { outboxId, blob } = copy;
      const dueAt = row.next_at as number;
      if (copy.mark) await keepMark(change, filed.id, copy.mark);
      const sender = letter.sender.email;
      await sendFiled(change, {
        outboxId,
        messageId: filed.id,
        kind: 'period',
        dueAt,
        sender,
        blob,
        recipients,
      });
    }
    const last_date = latestMissed(current, change.now);
    await planNext(
      change,
      { ...current, state: 'active', last_date, sent_count: current.sent_count + 1 },
      change.now,
    );
  });
}

/** Whoever throws away what waits does not want it sent: it is a draft in Trash. */
async function endThrownAway(change: MailboxChange, messageId: string): Promise<boolean> {
  const { tx, mailboxId, folders } = change;
  const ended = await tx
    .updateTable('messages')
    .set({ draft: true, send_state: null, old_folder_id: folders.Drafts, first_folder_id: folders.Drafts })
    .where('mailbox_id', '=', mailboxId)
    .where('id', '=', messageId)
    .where('folder_id', '=', folders.Trash)
    .returning('thread_id')
    .executeTakeFirst();
  if (!ended) return false;
  await deletePeriodic(tx, mailboxId, messageId);
  change.touchThreads([ended.thread_id]);
  return true;
}

/** The limits of sending hold for copies too: one waits until there is room, one that never fits is paused. */
async function isTooMuch(
  { config, log }: SendingDeps,
  change: MailboxChange,
  messageId: string,
  count: number,
): Promise<boolean> {
  const { tx, mailboxId, now } = change;
  const seconds = await secondsUntilRoom(tx, mailboxId, config.sending, count, now);
  if (seconds === 0) return false;
  log.warn({ message: messageId, seconds }, 'A periodic send met the limits of its mailbox');
  if (count > Math.min(config.sending.perHour, config.sending.perDay)) await pause(change, messageId);
  else await addSend(change, messageId, now + seconds);
  return true;
}

async function pause(change: MailboxChange, messageId: string): Promise<void> {
  const current = await readPeriodic(change.tx, change.mailboxId, messageId);
  if (current?.state === 'active') await planNext(change, { ...current, state: 'paused' }, change.now);
}

/** The copy as a message of its own, read from what recipients get. */
async function makeCopy(
  { blobs, clock, config, parser }: SendingDeps,
  letter: Letter,
  date: number,
  now: number,
) {
  const outboxId = newId(clock);
  const messageId = `${outboxId}@${senderDomain(letter)}`;
  const mark = letter.tracking && letter.bodyIsHtml ? newMark(config.http.publicUrl) : null;
  const composing = { messageId, date: now, ...(mark ? { pixelUrl: mark.pixelUrl } : {}) };
  const { key, size } = await blobs.put(composeMail(letter, composing, blobs));
  const said = messageFromParsed(await parser.parse(key, size), now);
  const message = {
    ...said,
    headers: { ...said.headers, bcc: letter.bcc },
    receivedAt: now,
    unread: false,
    starred: false,
    answered: false,
    draft: false,
    spoofed: false,
    size,
    blob: key,
    deliveryKey: createHash('sha256').update(`period ${letter.id} ${date}`).digest('hex'),
    senderChecks: null,
  };
  return { outboxId, blob: key, message, mark };
}

/** The last of the dates that this copy stands for. */
function latestMissed({ rule, time_zone, next_at }: PeriodicRow, now: number): number {
  let last = next_at ?? now;
  for (;;) {
    const [next] = nextDates(rule, time_zone, { after: last, sentCount: 0 }, 1);
    if (next === undefined || next > now) return last;
    last = next;
  }
}
