import type { BodyOf, DataOf } from '@bocau/contract/endpoint.ts';
import type { PeriodicRule } from '@bocau/contract/messages.ts';
import type {
  cancelPeriodics as cancelEndpoint,
  changePeriodic as changeEndpoint,
  previewPeriodic,
  sendPeriodically,
} from '@bocau/contract/periodic.ts';
import { bindShares, requireShares } from '../../drive/shares/follow-message.ts';
import { changeMailbox, type MailboxChange } from '../../mail/mailbox/change-mailbox.ts';
import { isCalendarDay, lastDate, nextDates, startOf } from '../../mail/messages/periodic-dates.ts';
import { readPlanned } from '../../mail/messages/planned.store.ts';
import { refileMessage } from '../../mail/messages/refile-message.ts';
import { checkDraft } from '../../mail/outbox/accept-send.ts';
import { readOutgoing } from '../../mail/outbox/read-outgoing.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { removeJob } from '../../platform/jobs/add-job.ts';
import { deletePeriodic, type PeriodicRow, readPeriodic } from './periodic.store.ts';
import { jobKey, planNext } from './plan-next.ts';

const DATES_SHOWN = 5;
/** Bounds how long the lock of the mailbox is held. */
const MOST_AT_ONCE = 50;

/** Sends a copy of a draft at each date of a rule; a message that has a rule already gets this one. */
export async function savePeriodic(
  deps: SendingDeps,
  mailboxId: number,
  { msg_id, version, share_ids, ...rule }: BodyOf<typeof sendPeriodically>,
): Promise<void> {
  const { time_zone } = await readSettings(deps.db, mailboxId);
  await changeMailbox(deps, mailboxId, async (change) => {
    await requireShares(change.tx, mailboxId, share_ids);
    const known = await readPeriodic(change.tx, mailboxId, msg_id);
    if (!known) await checkDraft(change, { messageId: msg_id, version });
    checkRule(rule, time_zone, change.now);
    const sent_count = known?.sent_count ?? 0;
    const last_date = known?.last_date ?? null;
    const row = { message_id: msg_id, rule, time_zone, state: 'active' as const, last_date, sent_count };
    const { state } = await planNext(change, row, change.now);
    if (state === 'ended') throw new Failure('no_dates', 'The schedule has no dates to send on');
    const lastSendAt = lastDate(rule, time_zone, { after: change.now, sentCount: sent_count });
    await bindShares(change, { messageId: msg_id, ids: share_ids, lastSendAt });
  });
}

export async function previewDates(
  deps: SendingDeps,
  mailboxId: number,
  rule: PeriodicRule,
): Promise<DataOf<typeof previewPeriodic>> {
  const { time_zone } = await readSettings(deps.db, mailboxId);
  const now = Math.floor(deps.clock.now() / 1000);
  checkRule(rule, time_zone, now);
  const next_dates = nextDates(rule, time_zone, { after: now, sentCount: 0 }, DATES_SHOWN);
  if (next_dates.length === 0) throw new Failure('no_dates', 'The schedule has no dates to send on');
  const last = lastDate(rule, time_zone, { after: now, sentCount: 0 });
  return { time_zone, next_dates, last_date: Number.isFinite(last) ? last : null };
}

/** Idempotent, except for skipping a date. */
export async function changePeriodic(
  deps: SendingDeps,
  mailboxId: number,
  messageId: string,
  { action }: BodyOf<typeof changeEndpoint>,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    const row = await readOwn(change, messageId);
    if (row.state === 'ended') {
      if (action === 'skip_next') throw new Failure('not_periodic', 'There are no further dates');
      return;
    }
    if (action === 'skip_next') {
      const skipped = row.next_at ?? change.now;
      await planNext(change, { ...row, state: row.state, last_date: skipped }, Math.max(skipped, change.now));
      return;
    }
    // What fell due while it was paused is not sent.
    await planNext(change, { ...row, state: action === 'pause' ? 'paused' : 'active' }, change.now);
  });
}

/** Stops all further sends: the message becomes a draft again. */
export async function cancelPeriodic(deps: SendingDeps, mailboxId: number, messageId: string): Promise<void> {
  await changeMailbox(deps, mailboxId, async (change) => {
    await readOwn(change, messageId);
    await end(change, messageId);
  });
}

/** Like `cancelPeriodic`, for many. */
export async function cancelPeriodics(
  deps: SendingDeps,
  mailboxId: number,
  messageIds: readonly string[] | undefined,
): Promise<DataOf<typeof cancelEndpoint>> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const planned = { mailboxId, folderId: change.folders.webmail_period, messageIds };
    const found = await readPlanned(change.tx, planned, MOST_AT_ONCE + 1);
    const ending = found.slice(0, MOST_AT_ONCE);
    for (const id of ending) await end(change, id);
    return { ended: ending.length, more: found.length > MOST_AT_ONCE };
  });
}

async function end(change: MailboxChange, messageId: string): Promise<void> {
  const { tx, mailboxId } = change;
  await deletePeriodic(tx, mailboxId, messageId);
  await removeJob(tx, jobKey(messageId));
  await refileMessage(change, messageId, {
    folderId: change.folders.Drafts,
    receivedAt: change.now,
    draft: true,
    sendState: null,
  });
}

async function readOwn(change: MailboxChange, messageId: string): Promise<PeriodicRow> {
  const { tx, mailboxId } = change;
  const row = await readPeriodic(tx, mailboxId, messageId);
  if (row) return row;
  if (!(await readOutgoing(tx, mailboxId, messageId)))
    throw new Failure('message_not_found', 'Message not found');
  throw new Failure('not_periodic', 'The message is not recurring');
}

function checkRule(rule: PeriodicRule, timeZone: string, now: number): void {
  for (const field of ['start_day', 'end_day'] as const) {
    const day = rule[field];
    if (!day || isCalendarDay(day)) continue;
    throw invalidInput(`There is no such date: ${day}`, {
      field,
      problem: 'is not in the calendar',
      rule: 'no_such_day',
    });
  }
  if (startOf(rule, timeZone) <= now) throw new Failure('time_in_past', 'The start is not in the future');
}
