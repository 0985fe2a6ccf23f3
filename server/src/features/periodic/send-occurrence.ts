import { createHash } from 'node:crypto';
import { isAuthorized } from '../../access/authorize.ts';
import { changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { messageFromParsed } from '../../mail/messages/message-from-parsed.ts';
import { makeDraftInTrash } from '../../mail/messages/message-state.store.ts';
import { newMessage } from '../../mail/messages/new-message.ts';
import { nextDates } from '../../mail/messages/periodic-dates.ts';
import { insertMark } from '../../mail/messages/sent-messages.store.ts';
import { storeMessages } from '../../mail/messages/store-messages.ts';
import { composeMail, senderDomain } from '../../mail/outbox/compose-mail.ts';
import type { OutgoingMessage } from '../../mail/outbox/outgoing.store.ts';
import { readSender } from '../../mail/outbox/outgoing.store.ts';
import { readOutgoing, recipientsOf } from '../../mail/outbox/read-outgoing.ts';
import { routeRecipients } from '../../mail/outbox/route-recipients.ts';
import { sendStored } from '../../mail/outbox/send-stored.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { secondsUntilRoom } from '../../mail/outbox/sending-limits.ts';
import { SUSPENDED_PAUSE_SECONDS } from '../../mail/outbox/start-send.ts';
import { newMark } from '../../mail/outbox/tracking-mark.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { newId } from '../../platform/ids.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import { isPermanent } from '../../platform/jobs/translate-error.ts';
import { deletePeriodic, type PeriodicRow, readPeriodic, type TemplateKey } from './periodic.store.ts';
import { addSend, planNext } from './plan-next.ts';

/** Sends the due copy; on failure the periodic message is paused. */
export async function sendOccurrence(
  deps: SendingDeps,
  template: TemplateKey,
  { lastAttempt }: Pick<JobRun, 'lastAttempt'>,
): Promise<void> {
  try {
    await sendDue(deps, template);
  } catch (error) {
    if (!lastAttempt && !isPermanent(error)) throw error;
    const { mailboxId, messageId } = template;
    deps.log.error({ message: messageId, reason: (error as Error).message }, 'periodic send paused');
    await changeMailbox(deps, mailboxId, (change) => pause(change, messageId));
  }
}

/**
 * Sends the due copy. Dates missed during a downtime are made up for by one copy, not by all of them; a job
 * that runs twice finds the date done.
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
  const outgoing = await readOutgoing(deps.db, mailboxId, messageId);
  if (!outgoing) return;
  const sender = await readSender(deps.db, mailboxId, outgoing.sender.email);
  if (sender.isSuspended) {
    const again = now + SUSPENDED_PAUSE_SECONDS;
    await changeMailbox(deps, mailboxId, (change) => addSend(change, messageId, again));
    return;
  }
  if (!isAuthorized({ mailbox: mailboxId }, 'send_as', sender)) {
    deps.log.warn({ message: messageId }, 'periodic send paused: sender not allowed');
    await changeMailbox(deps, mailboxId, (change) => pause(change, messageId));
    return;
  }
  const copy = await makeCopy(deps, outgoing, row.next_at, now);
  const recipients = await routeRecipients(deps.db, recipientsOf(outgoing), deps.config.mail.relay !== null);
  await changeMailbox(deps, mailboxId, async (change) => {
    const current = await readPeriodic(change.tx, mailboxId, messageId);
    // Sent by another process, skipped or stopped meanwhile.
    if (current?.state !== 'active' || current.next_at !== row.next_at) return;
    if (await endDeleted(change, messageId)) return;
    if (await isTooMuch(deps, change, messageId, recipients.length)) return;
    const [filed] = await storeMessages(deps.clock, change, [
      { ...copy.message, folderId: change.folders.Sent },
    ]);
    if (filed?.filed) {
      const { outboxId, blob } = copy;
      const dueAt = row.next_at as number;
      if (copy.mark) await insertMark(change.tx, mailboxId, filed.id, copy.mark.tokenHash);
      const sender = outgoing.sender.email;
      await sendStored(change, {
        outboxId,
        messageId: filed.id,
        kind: 'period',
        dueAt,
        sender,
        blob,
        recipients,
      });
      // Shares belong to the repeated message, and open with its first copy.
      await deps.messageLeft(change, messageId);
    }
    const last_date = latestMissed(current, change.now);
    await planNext(
      change,
      { ...current, state: 'active', last_date, sent_count: current.sent_count + 1 },
      change.now,
    );
  });
}

/** A deleted template must not be sent: it becomes a draft in Trash. */
async function endDeleted(change: MailboxChange, messageId: string): Promise<boolean> {
  const { tx, mailboxId, folders } = change;
  const threadId = await makeDraftInTrash(tx, mailboxId, messageId, folders);
  if (threadId === undefined) return false;
  await deletePeriodic(tx, mailboxId, messageId);
  change.markThreadsDirty([threadId]);
  return true;
}

/**
 * The sending limits apply to copies too: one waits until there is capacity, one that can never fit is
 * paused.
 */
async function isTooMuch(
  { config, log }: SendingDeps,
  change: MailboxChange,
  messageId: string,
  count: number,
): Promise<boolean> {
  const { tx, mailboxId, now } = change;
  const seconds = await secondsUntilRoom(tx, mailboxId, config.sending, count, now);
  if (seconds === 0) return false;
  log.warn({ message: messageId, seconds }, 'periodic send deferred: mailbox over its sending limit');
  if (count > Math.min(config.sending.perHour, config.sending.perDay)) await pause(change, messageId);
  else await addSend(change, messageId, now + seconds);
  return true;
}

async function pause(change: MailboxChange, messageId: string): Promise<void> {
  const current = await readPeriodic(change.tx, change.mailboxId, messageId);
  if (current?.state === 'active') await planNext(change, { ...current, state: 'paused' }, change.now);
}

/** The copy as a separate message, parsed from what recipients get. */
async function makeCopy(
  { blobs, clock, config, parser }: SendingDeps,
  outgoing: OutgoingMessage,
  date: number,
  now: number,
) {
  const outboxId = newId(clock);
  const messageId = `${outboxId}@${senderDomain(outgoing)}`;
  const mark = outgoing.tracking && outgoing.bodyIsHtml ? newMark(config.http.publicUrl) : null;
  const composing = { messageId, date: now, ...(mark ? { pixelUrl: mark.pixelUrl } : {}) };
  const { key, size } = await blobs.put(composeMail(outgoing, composing, blobs));
  const said = messageFromParsed(await parser.parse(key, size), now, { blob: key });
  const message = newMessage({
    ...said,
    headers: { ...said.headers, bcc: outgoing.bcc },
    receivedAt: now,
    size,
    blob: key,
    deliveryKey: createHash('sha256').update(`period ${outgoing.id} ${date}`).digest('hex'),
  });
  return { outboxId, blob: key, message, mark };
}

/** The latest date that this copy stands for. */
function latestMissed({ rule, time_zone, next_at }: PeriodicRow, now: number): number {
  let last = next_at ?? now;
  for (;;) {
    const [next] = nextDates(rule, time_zone, { after: last, sentCount: 0 }, 1);
    if (next === undefined || next > now) return last;
    last = next;
  }
}
