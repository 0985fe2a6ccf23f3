import { buffer } from 'node:stream/consumers';
import { findSigningKey, UnopenedKeyError } from '../../identity/domain-keys/domain-keys.ts';
import { behind } from '../../platform/blobs/behind.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isDatabaseUnavailable, isOverdue } from '../../platform/db/database-errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import {
  deliverRemote,
  type OutboundTransport,
  type TakenMessage,
} from '../../platform/smtp-out/deliver-remote.ts';
import { type DkimKey, signMessage } from '../../platform/smtp-out/sign-message.ts';
import type { OutgoingMessage, RecipientResult } from '../../platform/smtp-out/transmit.ts';
import { hasUtf8Header } from '../../platform/smtp-out/utf8-connection.ts';
import type { Tx } from '../../tables.ts';
import { copyReturn, groupOfSender } from '../groups/group-address.ts';
import { LONGEST_LEAVE_LINE, leaveFields } from '../groups/leave-fields.ts';
import type { ChangeDeps } from '../mailbox/change-mailbox.ts';
import { type OutgoingEvent, traceOutgoing } from '../trace/trace.store.ts';
import type { Try } from './attempts.store.ts';
import * as store from './attempts.store.ts';
import type { Brake } from './brake.store.ts';
import { type BrakeLimits, brakeByPace, brakeByRefusals } from './brake-sender.ts';
import { deliveryMarkLine, envelopeIdOf } from './delivery-mark.ts';
import { finalizeSend } from './finalize-send.ts';
import { holdDue } from './holds.store.ts';
import { logBrake, logGivenUp, logInterrupted, logResults, type Recorded } from './log-attempts.ts';
import type { RecipientChange } from './outbox-recipients.store.ts';
import type { OutsideTraffic } from './outside-traffic.ts';
import { deliverToDestinationTask, destinationKey, type OutboxKey, sharesOf } from './sending-tasks.ts';

export type DeliverToDestinationDeps = ChangeDeps & {
  blobs: BlobStore;
  log: Logger;
  outboundTransport: OutboundTransport;
  outside: OutsideTraffic;
  dkim: DkimKey | null;
  secrets: SecretBox | null;
  config: { brake: BrakeLimits; http: { publicUrl: string } };
};

/** Backoff between attempts, in minutes; the last one repeats until delivery is given up. */
const PAUSES = [1, 5, 15, 30, 60, 120, 240];
const GIVE_UP_SECONDS = 5 * 24 * 3600;
/** Seconds until a message that could not be read or written down here is begun again. */
const OWN_PAUSE = 60;
/** The same for one that no key signs until an administrator has done something. */
const KEY_PAUSE = 300;
/** One after the other in one job, before others have their turn. */
const COPIES_A_RUN = 25;
/** How often a write is retried while the database is away: the server's answer must not be lost. */
const WRITE_AGAIN_MS = 250;
const LONGEST_REPLY = 500;

/** Whom a try is for, what the message calls itself, and whether it is transmitted again without an answer. */
type Lease = {
  tries: Try[];
  messageId: string | null;
  isRepeated: boolean;
  /** Each recipient has header fields of their own, and is transmitted to alone. */
  isOwnCopy: boolean;
};

/**
 * Brings a message to the recipients of one destination who are due. Run again after the process died, it tries again the
 * recipients whom the message can not have reached. Those whom it may have reached become unclear; only mail that is
 * repeated (`isRepeated`) goes to them again. While it waits for the other server it holds no connection to the database.
 */
export async function deliverToDestination(
  deps: DeliverToDestinationDeps,
  place: OutboxKey & { destination: string },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  for (let copies = 1; (await deliverNext(deps, place, signal)) && copies < COPIES_A_RUN; copies += 1);
  await deps.outside.queued(() => planNext(deps, place));
  await deps.outside.queued(() => finalizeSend(deps, place));
}

/** Answers whether others may be due who get a copy of their own. */
async function deliverNext(
  deps: DeliverToDestinationDeps,
  place: OutboxKey & { destination: string },
  signal: AbortSignal,
): Promise<boolean> {
  const { outboundTransport, outside } = deps;
  const lease: Lease = { tries: [], messageId: null, isRepeated: false, isOwnCopy: false };
  const delivery = await deliverRemote(
    () => takeMessage(deps, place, lease),
    place.destination,
    outboundTransport,
    outside.gate,
    signal,
  ).catch((error: unknown): OwnFault => {
    // Ours to mend; the end of the message has not left.
    if (lease.tries.length === 0) throw error;
    return logOwnFault(deps.log, place, error);
  });
  if (delivery && 'pause' in delivery) await writeDown(deps, () => giveBack(deps, place, lease, delivery));
  else if (delivery && 'results' in delivery && wasStopped(delivery.results, signal)) {
    await writeDown(deps, () => giveBack(deps, place, lease, { pause: 0, reply: null }));
  } else if (delivery && 'results' in delivery) {
    const done = await writeDown(deps, () => recordAttempts(deps, place, lease, delivery.results));
    logResults(deps.log, place, lease.messageId, done.recorded);
    logBrake(deps.log, place, done.braked);
  } else if (delivery) await waitForHost(deps, place, delivery);
  return lease.isOwnCopy && !signal.aborted && delivery !== null && 'results' in delivery;
}

/** Takes the lease on who is due; null where nobody is. */
async function takeMessage(
  deps: DeliverToDestinationDeps,
  place: OutboxKey & { destination: string },
  lease: Lease,
): Promise<TakenMessage | null> {
  const { clock, config, db, log, outside } = deps;
  const { source, braked, interrupted } = await outside.queued(() =>
    inTransaction(db, async (tx) => {
      const now = unixSeconds(clock);
      const [source, interrupted] = await Promise.all([
        store.readSource(tx, place),
        settleInterrupted(tx, place, now),
      ]);
      const braked = source?.counts ? await brakeByPace(tx, place.mailboxId, config.brake, now) : null;
      const held = source !== undefined && (await holdDue(tx, place, now));
      lease.messageId = source?.message_id ?? null;
      lease.isRepeated = source?.isRepeated ?? false;
      lease.isOwnCopy = groupOfSender(source?.sender ?? '') !== null;
      const leaseDue = lease.isOwnCopy ? store.leaseOneAttempt : store.leaseAttempts;
      lease.tries = source && !held ? await leaseDue(tx, place, now) : [];
      return { source, braked, interrupted };
    }),
  );
  logInterrupted(log, place, lease.messageId, interrupted);
  logBrake(log, place, braked);
  const { tries } = lease;
  if (!source || tries.length === 0) return null;
  return { to: tries.map((one) => one.email), open: () => openMessage(deps, place, tries, source) };
}

/** Whom the message may have reached, when the process died that was transmitting it. */
async function settleInterrupted(
  tx: Tx,
  place: OutboxKey & { destination: string },
  now: number,
): Promise<store.Interrupted[]> {
  const interrupted = await store.settleInterrupted(tx, place, now);
  const events = interrupted.map(({ address }) => ({
    event: 'unclear' as const,
    recipient: address,
    said: store.UNHEARD,
  }));
  await traceOutgoing(tx, place, events, now);
  return interrupted;
}

async function openMessage(
  deps: DeliverToDestinationDeps,
  place: OutboxKey & { destination: string },
  tries: Try[],
  { author, blob, markKey, sender }: store.Source,
): Promise<OutgoingMessage> {
  const { blobs, clock, db, dkim, outside, secrets } = deps;
  const stat = await blobs.stat(blob);
  if (!stat) throw new Error('The source of the message is missing');
  const domain = author.slice(author.lastIndexOf('@') + 1);
  const key =
    domain === '' ? null : await outside.queued(() => findSigningKey({ db, dkim, secrets }, domain));
  const at = new Date(clock.now());
  const reportKey = Buffer.from(markKey, 'hex');
  const own = await ownFields(
    deps,
    { blob, sender, outboxId: place.outboxId, size: stat.size, key: reportKey, isSigned: key !== null },
    tries,
  );
  const source = async () =>
    behind(Buffer.from(own.fields), await blobs.open(blob, { start: own.skipped, end: stat.size }));
  const signature = key === null ? '' : await signMessage(await source(), { key, domain, at });
  const lines = Buffer.from(deliveryMarkLine(reportKey, place) + signature);
  return {
    from: own.sender,
    envelopeId: envelopeIdOf(reportKey, place),
    to: tries.map((one) => one.email),
    size: lines.length + own.fields.length + stat.size - own.skipped,
    eightBit: true,
    utf8: await hasUtf8Header(await blobs.open(blob)),
    async *source() {
      yield lines;
      yield* await source();
    },
    async beforeEnd() {
      const begin = () => inTransaction(db, (tx) => store.beginTransmission(tx, place, tries));
      if (!(await outside.queued(begin))) throw new Error('Somebody else tries by now');
    },
  };
}

/** What only one recipient's copy has: its envelope sender, and fields that take the place of `skipped` bytes. */
async function ownFields(
  { blobs, config }: DeliverToDestinationDeps,
  {
    blob,
    sender,
    outboxId,
    size,
    ...signing
  }: Pick<store.Source, 'blob' | 'sender'> & {
    outboxId: string;
    size: number;
    key: Buffer;
    isSigned: boolean;
  },
  [only, ...others]: Try[],
): Promise<{ sender: string; fields: string; skipped: number }> {
  const groupId = groupOfSender(sender);
  if (groupId === null || only === undefined || others.length > 0) return { sender, fields: '', skipped: 0 };
  const beginning = await buffer(
    await blobs.open(blob, { start: 0, end: Math.min(size, LONGEST_LEAVE_LINE) }),
  );
  const { publicUrl } = config.http;
  const { address } = only;
  return {
    sender: copyReturn(signing.key, sender, { outboxId, address }),
    ...leaveFields({ beginning, groupId, address, publicUrl, ...signing }),
  };
}

async function waitForHost(
  { db, clock, outside, log }: DeliverToDestinationDeps,
  place: OutboxKey & { destination: string },
  { closedUntil, host }: { closedUntil: number; host: string },
): Promise<void> {
  const now = unixSeconds(clock);
  const reply = `${host} has not answered, and is left alone for a while`;
  const put = { now, until: closedUntil, givenUpBefore: now - GIVE_UP_SECONDS, reply };
  const { source, rows, interrupted } = await outside.queued(() =>
    inTransaction(db, async (tx) => {
      const source = await store.readSource(tx, place);
      const interrupted = await settleInterrupted(tx, place, now);
      // What an administrator holds does not age.
      const held = source !== undefined && (await holdDue(tx, place, now));
      const rows = held ? [] : await store.deferAttempts(tx, place, put);
      const news = rows.filter(({ state, told }) => state === 'failed' || !told);
      const events = news.map(({ address, state }) => ({
        event: ATTEMPTED[state],
        recipient: address,
        said: reply,
      }));
      await traceOutgoing(tx, place, events, now);
      return { source, rows, interrupted };
    }),
  );
  logInterrupted(log, place, source?.message_id ?? null, interrupted);
  logGivenUp(
    log,
    place,
    source?.message_id ?? null,
    rows.filter(({ state }) => state === 'failed'),
    reply,
  );
  if (!rows.some(({ state }) => state === 'waiting')) return;
  const { outboxId: outbox, mailboxId: mailbox, destination } = place;
  const told = { outbox, mailbox, destination, host, reason: 'host_silent' };
  log.warn({ event: 'message_deferred', ...told }, 'message deferred');
}

/** The program stopped before the other server had said anything. */
function wasStopped(results: RecipientResult[], signal: AbortSignal): boolean {
  return signal.aborted && results.every(({ outcome, code }) => outcome === 'temporary' && code === null);
}

/** `reply`: what who looks at the queue should know of it. */
type OwnFault = { pause: number; reply: string | null };

function logOwnFault(log: Logger, { outboxId: outbox }: OutboxKey, error: unknown): OwnFault {
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof UnopenedKeyError)) {
    log.error({ outbox, reason }, 'remote delivery failed');
    return { pause: OWN_PAUSE, reply: null };
  }
  const { domain, selector } = error;
  log.error({ event: 'signing_key_unreadable', outbox, domain, selector }, 'message deferred: not signed');
  return { pause: KEY_PAUSE, reply: reason };
}

const NO_ANSWER = 'Given up after five days without an answer';

/** SD-17: what fails here is no try, and no answer of the other server. */
async function giveBack(
  { db, clock, log }: DeliverToDestinationDeps,
  place: OutboxKey & { destination: string },
  { tries, messageId }: Lease,
  { pause, reply }: OwnFault,
): Promise<void> {
  const now = unixSeconds(clock);
  const given = { until: now + pause, now, givenUpBefore: now - GIVE_UP_SECONDS, reply };
  const said = reply ?? NO_ANSWER;
  const failed = await inTransaction(db, async (tx) => {
    const failed = await store.giveBackLease(tx, place, tries, given);
    const events = failed.map(({ address }) => ({
      event: 'failed' as const,
      recipient: address,
      said,
    }));
    await traceOutgoing(tx, place, events, now);
    return failed;
  });
  logGivenUp(log, place, messageId, failed, said);
}

/** All of them at once: one answer was for all. */
async function recordAttempts(
  { db, clock, config }: DeliverToDestinationDeps,
  outgoing: OutboxKey,
  lease: Lease,
  results: RecipientResult[],
): Promise<{ recorded: Recorded[]; braked: Brake | null }> {
  const now = unixSeconds(clock);
  return inTransaction(db, async (tx) => {
    const events: OutgoingEvent[] = [];
    const recorded: Recorded[] = [];
    for (const one of lease.tries) {
      const result = results.find(({ address }) => address === one.email);
      if (!result) throw new Error('A recipient was not answered for');
      const change = changeFor(lease, one, result, now);
      const state = await store.recordAttempt(tx, outgoing, one, change);
      if (state === null) continue;
      recorded.push({ one, state, result });
      const { code, reply: said } = result;
      const event = result.outcome === 'unclear' ? 'unclear' : ATTEMPTED[state as Attempted];
      events.push({ event, recipient: one.address, code, said });
    }
    await traceOutgoing(tx, outgoing, events, now);
    const isRefused = recorded.some(({ state, result }) => state === 'failed' && (result.code ?? 0) >= 500);
    const braked = isRefused ? await brakeByRefusals(tx, outgoing.mailboxId, config.brake, now) : null;
    return { recorded, braked };
  });
}

type Attempted = 'delivered' | 'unclear' | 'failed' | 'waiting';
const ATTEMPTED: Record<Attempted, OutgoingEvent['event']> = {
  delivered: 'delivered',
  unclear: 'unclear',
  failed: 'failed',
  waiting: 'deferred',
};

function changeFor(
  lease: Lease,
  one: Try,
  { outcome, code, reply }: RecipientResult,
  now: number,
): RecipientChange & { state: Attempted } {
  const said = { code, reply: reply.slice(0, LONGEST_REPLY), at: now };
  if (outcome === 'accepted') return { state: 'delivered', ...said };
  const isTooLate = now - one.first_tried_at >= GIVE_UP_SECONDS;
  const minutes = PAUSES[Math.min(one.attempts, PAUSES.length) - 1] as number;
  const later = { state: 'waiting', ...said, next_at: now + minutes * 60 } as const;
  if (outcome === 'unclear') {
    const counted = { unanswered: one.unanswered + 1 };
    const isOver = isTooLate || !store.isRepeated(lease, one);
    return isOver ? { state: 'unclear', ...said, ...counted } : { ...later, ...counted };
  }
  return outcome === 'permanent' || isTooLate ? { state: 'failed', ...said } : later;
}

/**
 * What another server has answered is known only here until it is written, so the database is waited for, even where
 * the job is to end: who works on jobs ends them just because the database is away.
 */
async function writeDown<T>(
  { clock, outside }: DeliverToDestinationDeps,
  write: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await outside.queued(write);
    } catch (error) {
      if (!isDatabaseUnavailable(error) && !isOverdue(error)) throw error;
      await clock.sleep(WRITE_AGAIN_MS);
    }
  }
}

/** The next try is a job of its own, in the place of this one. */
async function planNext(
  { db }: DeliverToDestinationDeps,
  place: OutboxKey & { destination: string },
): Promise<void> {
  const at = await store.nextTryAt(db, place);
  if (at === null) return;
  const options = {
    jobKey: destinationKey(place.outboxId, place.destination),
    runAt: new Date(at * 1000),
    shares: sharesOf(place),
  };
  await inTransaction(db, (tx) => addJob(tx, deliverToDestinationTask, place, options));
}
