import type { QueueAct, TraceEvent } from '@bocau/contract/admin-mail.ts';
import type { AdminAct } from '@bocau/contract/administration.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { lockUnderWay } from '../../mail/outbox/attempts.store.ts';
import { halfOpenCircuits } from '../../mail/outbox/circuit-breaker.store.ts';
import { insertDeliveryJobs } from '../../mail/outbox/enqueue-deliveries.ts';
import { finalizeSend } from '../../mail/outbox/finalize-send.ts';
import * as holds from '../../mail/outbox/holds.store.ts';
import { traceOutgoing } from '../../mail/trace/trace.store.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { defineTask } from '../../platform/jobs/task.ts';
import type { Tx } from '../../tables.ts';
import { type QueueFilter, type QueuePlace, readAddress } from './queue.store.ts';
import { queueId } from './queue.view.ts';
import { type ActedRow, actOnBatch } from './queue-acts.store.ts';

/** Some recipients of one message, everything to a destination, or everything from a sender. */
export type QueueSelection =
  | { mailboxId: number; outboxId: string; recipient?: string | undefined }
  | { destination: string }
  | { mailboxId: number; heldFrom?: number };

/**
 * `domainId`: set when the act concerns messages held automatically, for administrators of the sender's
 * domain.
 */
type Given = { act: QueueAct; selection: QueueSelection; reason: string; domainId?: number };
/**
 * `until`: the time of the request; messages queued later are excluded. A release has no such limit: messages
 * held while the hold was being ended, by any process's clock, would otherwise stay held forever; those held
 * afterwards are held by a hold in force.
 */
type QueueActJob = Given & { until?: number; after: QueuePlace };

/** `moved`: the number of recipients handled so far; `more`: a job handles the rest. */
export type QueueActed = { moved: number; more: boolean };

const BATCH = 500;

export const queueActTask = defineTask<QueueActJob>('act_on_queue', { maxAttempts: 25, lane: 'slow' });

/**
 * Applies the act to the first recipients immediately, and leaves the rest to a job. A sender or a
 * destination is held as a whole: messages queued later wait too, until it is released.
 */
export async function actOnQueue(deps: ChangeDeps, asked: Given, actor: Actor): Promise<QueueActed> {
  const now = unixSeconds(deps.clock);
  const { act } = asked;
  if (act === 'release') refuseOwnMail(asked.selection, actor);
  const rows = await inTransaction(deps.db, async (tx) => {
    const given = asked.domainId === undefined ? asked : await sinceBraked(tx, asked);
    await record(tx, given, { actor, at: now });
    if (await holdWhole(tx, given, { at: now, actor: actor.name, reason: given.reason })) return [];
    if (given.act === 'release') await endWholeHold(tx, given.selection, now);
    if (given.act === 'retry') await halfOpenCircuits(tx, now);
    const acted = await actInTransaction(tx, given, { after: null }, now);
    const after = placeBehind(acted);
    const until = given.act === 'release' ? {} : { until: now };
    if (after) await addJob(tx, queueActTask, { ...given, ...until, after });
    return acted;
  });
  await finalizeRemoved(deps, act, rows);
  return { moved: rows.filter(({ moved }) => moved).length, more: placeBehind(rows) !== null };
}

/** A held sender must not release themselves, whatever they administer. */
function refuseOwnMail(selection: QueueSelection, actor: Actor): void {
  if (!('mailboxId' in selection) || actor.kind !== 'person' || actor.mailboxId !== selection.mailboxId)
    return;
  throw new Failure(
    'forbidden',
    'Your own mail is released by another administrator, or at the command line',
  );
}

/** Messages held individually before are not part of the automatic hold. */
async function sinceBraked(tx: Tx, given: Given): Promise<Given> {
  const { selection } = given;
  if (!('mailboxId' in selection)) return given;
  const heldFrom = await holds.lockBrake(tx, selection.mailboxId);
  if (heldFrom === undefined) throw new Failure('not_found', 'Nobody of that address is held automatically');
  return { ...given, selection: { ...selection, heldFrom } };
}

/** Handles the next batch and enqueues a job for the one after it, in one transaction. */
export async function goOnActing(deps: ChangeDeps, job: QueueActJob): Promise<void> {
  const { after, until, ...given } = job;
  const rows = await inTransaction(deps.db, async (tx) => {
    const range = { after, ...(until !== undefined && { before: until + 1 }) };
    const acted = await actInTransaction(tx, given, range, unixSeconds(deps.clock));
    const behind = placeBehind(acted);
    if (behind) await addJob(tx, queueActTask, { ...job, after: behind });
    return acted;
  });
  await finalizeRemoved(deps, given.act, rows);
}

const RECORDED: Record<QueueAct, AdminAct> = {
  retry: 'queue_retried',
  hold: 'queue_held',
  release: 'queue_released',
  remove: 'queue_removed',
};

async function record(
  tx: Tx,
  { act, selection, reason, domainId }: Given,
  by: { actor: Actor; at: number },
): Promise<void> {
  const acts = [{ act: RECORDED[act], after: reason === '' ? null : reason }];
  // Most acts are the provider's own business, and do not belong in the audit log of a domain.
  const name = await nameOf(tx, selection);
  await recordActs(tx, { domainId: domainId ?? null, name }, by, acts);
}

async function nameOf(tx: Tx, selection: QueueSelection): Promise<string> {
  if ('destination' in selection) return selection.destination;
  if ('outboxId' in selection) return queueId(selection);
  return (await readAddress(tx, selection.mailboxId)) ?? String(selection.mailboxId);
}

async function holdWhole(tx: Tx, { act, selection }: Given, hold: holds.Hold): Promise<boolean> {
  if (act !== 'hold' || 'outboxId' in selection) return false;
  if ('destination' in selection) await holds.holdDestination(tx, selection.destination, hold);
  else await holds.holdSender(tx, selection.mailboxId, hold);
  return true;
}

async function endWholeHold(tx: Tx, selection: QueueSelection, now: number): Promise<void> {
  if ('outboxId' in selection) return;
  if ('destination' in selection) await holds.endHoldOfDestination(tx, selection.destination);
  else await holds.endHoldOfSender(tx, selection.mailboxId, now);
}

async function actInTransaction(
  tx: Tx,
  { act, selection, reason }: Given,
  { after, before }: { after: QueuePlace | null; before?: number },
  now: number,
): Promise<ActedRow[]> {
  const filter: QueueFilter = { ...selection, before };
  const rows = await actOnBatch(tx, act, filter, { after, limit: BATCH, now, reply: removalOf(reason) });
  for (const [{ mailbox_id, outbox_id }, recipients] of byMessage(rows)) {
    const outgoing = { mailboxId: mailbox_id, outboxId: outbox_id };
    if (act === 'retry' || act === 'release') {
      const underWay = await lockUnderWay(tx, outgoing);
      const idle = recipients.filter(({ destination }) => !underWay.includes(destination));
      await insertDeliveryJobs(tx, outgoing, idle);
    }
    const event = TRACED[act];
    const events = event === null ? [] : recipients.map(({ address }) => ({ event, recipient: address }));
    await traceOutgoing(tx, outgoing, events, now);
  }
  return rows;
}

/** A new attempt is traced by itself. */
const TRACED: Record<QueueAct, TraceEvent | null> = {
  retry: null,
  hold: 'held',
  release: 'released',
  remove: 'removed',
};

/** The reason in the failure report that its sender reads. */
function removalOf(reason: string): string {
  return `${holds.REMOVED}${reason === '' ? '' : `: ${reason}`}`;
}

function placeBehind(rows: ActedRow[]): QueuePlace | null {
  const last = rows.at(-1);
  if (!last || rows.length < BATCH) return null;
  return { queuedAt: last.queued_at, outboxId: last.outbox_id, address: last.address };
}

/** After the commit, as after any delivery: the sender is notified of the failure. */
async function finalizeRemoved(deps: ChangeDeps, act: QueueAct, rows: ActedRow[]): Promise<void> {
  if (act !== 'remove') return;
  for (const [{ mailbox_id, outbox_id }] of byMessage(rows)) {
    await finalizeSend(deps, { mailboxId: mailbox_id, outboxId: outbox_id });
  }
}

function byMessage(rows: ActedRow[]): [ActedRow, ActedRow[]][] {
  const moved = rows.filter((row) => row.moved);
  return [...Map.groupBy(moved, ({ mailbox_id, outbox_id }) => `${mailbox_id} ${outbox_id}`).values()].map(
    (rowsOfOne) => [rowsOfOne[0] as ActedRow, rowsOfOne],
  );
}
