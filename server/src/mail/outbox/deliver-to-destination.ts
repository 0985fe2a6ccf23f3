import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import type { JobRun } from '../../platform/jobs/task.ts';
import type { Logger } from '../../platform/logger.ts';
import { deliverRemote, type OutboundTransport } from '../../platform/smtp-out/deliver-remote.ts';
import { type DkimKey, signMessage } from '../../platform/smtp-out/sign-message.ts';
import type { OutgoingMessage, RecipientResult } from '../../platform/smtp-out/transmit.ts';
import { hasUtf8Header } from '../../platform/smtp-out/utf8-connection.ts';
import type { ChangeDeps } from '../mailbox/change-mailbox.ts';
import type { Try } from './attempts.store.ts';
import * as store from './attempts.store.ts';
import { finalizeSend } from './finalize-send.ts';
import type { RecipientChange } from './outbox-recipients.store.ts';
import type { OutsideTraffic } from './outside-traffic.ts';
import { deliverToDestinationTask, destinationKey, type OutboxKey, sharesOf } from './sending-tasks.ts';

export type DeliverToDestinationDeps = ChangeDeps & {
  blobs: BlobStore;
  log: Logger;
  outboundTransport: OutboundTransport;
  outside: OutsideTraffic;
  dkim: DkimKey | null;
};

/** Backoff between attempts, in minutes; the last one repeats until delivery is given up. */
const PAUSES = [1, 5, 15, 30, 60, 120, 240];
const GIVE_UP_SECONDS = 5 * 24 * 3600;
/** Seconds until a message that could not be read or written down here is begun again. */
const OWN_PAUSE = 60;
/** How often a write is retried while the database is away: the server's answer must not be lost. */
const WRITE_AGAIN_MS = 250;
const LONGEST_REPLY = 500;

/**
 * Brings a message to the recipients of one destination who are due. Run again after a death, it tries again whom the
 * message can not have reached, and leaves as unclear whom it may have reached. While it waits for the other server it
 * holds no connection to the database.
 */
export async function deliverToDestination(
  deps: DeliverToDestinationDeps,
  place: OutboxKey & { destination: string },
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const { outboundTransport, outside } = deps;
  const lease: { tries: Try[] } = { tries: [] };
  const delivery = await deliverRemote(
    () => takeMessage(deps, place, lease),
    place.destination,
    outboundTransport,
    outside.gate,
    signal,
  ).catch((error: unknown): 'own fault' => {
    // Ours to mend; the end of the message has not left.
    if (lease.tries.length === 0) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    deps.log.error({ outbox: place.outboxId, reason }, 'remote delivery failed');
    return 'own fault';
  });
  if (delivery === 'own fault') await writeDown(deps, () => giveBack(deps, place, lease.tries, OWN_PAUSE));
  else if (delivery && 'results' in delivery && wasStopped(delivery.results, signal)) {
    await writeDown(deps, () => giveBack(deps, place, lease.tries, 0));
  } else if (delivery && 'results' in delivery) {
    await writeDown(deps, () => recordAttempts(deps, place, lease.tries, delivery.results));
    tell(deps, place, delivery.results);
  } else if (delivery) await waitForHost(deps, place, delivery);
  await outside.inTurn(() => planNext(deps, place));
  await outside.inTurn(() => finalizeSend(deps, place));
}

/** Takes the lease on who is due; null where nobody is. */
async function takeMessage(
  deps: DeliverToDestinationDeps,
  place: OutboxKey & { destination: string },
  lease: { tries: Try[] },
): Promise<OutgoingMessage | null> {
  const { blobs, clock, db, dkim, outside } = deps;
  const source = await outside.inTurn(() =>
    inTransaction(db, async (tx) => {
      const now = unixSeconds(clock);
      const [source] = await Promise.all([
        store.readSource(tx, place),
        store.markInterruptedUnclear(tx, place, now),
      ]);
      lease.tries = source ? await store.leaseAttempts(tx, place, now) : [];
      return source;
    }),
  );
  const { tries } = lease;
  if (!source || tries.length === 0) return null;
  const { author, blob, sender } = source;
  const stat = await blobs.stat(blob);
  if (!stat) throw new Error('The source of the message is missing');
  const signature =
    dkim === null || author === ''
      ? ''
      : await signMessage(await blobs.open(blob), {
          key: dkim,
          domain: author.slice(author.lastIndexOf('@') + 1),
          at: new Date(clock.now()),
        });
  return {
    from: sender,
    to: tries.map((one) => one.email),
    size: stat.size + signature.length,
    eightBit: true,
    utf8: await hasUtf8Header(await blobs.open(blob)),
    async *source() {
      yield Buffer.from(signature);
      yield* await blobs.open(blob);
    },
    async beforeEnd() {
      const begin = () => inTransaction(db, (tx) => store.beginTransmission(tx, place, tries));
      if (!(await outside.inTurn(begin))) throw new Error('Somebody else tries by now');
    },
  };
}

async function waitForHost(
  { db, clock, outside }: DeliverToDestinationDeps,
  place: OutboxKey & { destination: string },
  { closedUntil, host }: { closedUntil: number; host: string },
): Promise<void> {
  const now = unixSeconds(clock);
  const put = {
    ...{ now, until: closedUntil, givenUpBefore: now - GIVE_UP_SECONDS },
    reply: `${host} has not answered, and is left alone for a while`,
  };
  await outside.inTurn(() =>
    inTransaction(db, async (tx) => {
      await store.markInterruptedUnclear(tx, place, now);
      await store.putOff(tx, place, put);
    }),
  );
}

/** The program stopped before the other server had said anything. */
function wasStopped(results: RecipientResult[], signal: AbortSignal): boolean {
  return signal.aborted && results.every(({ outcome, code }) => outcome === 'temporary' && code === null);
}

/** SD-17: what fails here is no try, and no answer of the other server. */
async function giveBack(
  { db, clock }: DeliverToDestinationDeps,
  place: OutboxKey & { destination: string },
  tries: Try[],
  pause: number,
): Promise<void> {
  const now = unixSeconds(clock);
  await inTransaction(db, (tx) =>
    store.giveBackLease(tx, place, tries, { until: now + pause, now, givenUpBefore: now - GIVE_UP_SECONDS }),
  );
}

/** All of them at once: one answer was for all. */
async function recordAttempts(
  { db, clock }: DeliverToDestinationDeps,
  outgoing: OutboxKey,
  tries: Try[],
  results: RecipientResult[],
): Promise<void> {
  const now = unixSeconds(clock);
  await inTransaction(db, async (tx) => {
    for (const one of tries) {
      const result = results.find(({ address }) => address === one.email);
      if (!result) throw new Error('A recipient was not answered for');
      await store.recordAttempt(tx, outgoing, one, changeFor(one, result, now));
    }
  });
}

function changeFor(one: Try, { outcome, code, reply }: RecipientResult, now: number): RecipientChange {
  const said = { code, reply: reply.slice(0, LONGEST_REPLY), at: now };
  if (outcome === 'accepted') return { state: 'delivered', ...said };
  if (outcome === 'unclear') return { state: 'unclear', ...said };
  if (outcome === 'permanent' || now - one.first_tried_at >= GIVE_UP_SECONDS)
    return { state: 'failed', ...said };
  const minutes = PAUSES[Math.min(one.attempts, PAUSES.length) - 1] as number;
  return { state: 'waiting', ...said, next_at: now + minutes * 60 };
}

/**
 * What another server has answered is known only here until it is written, so the database is waited for, even where
 * the job is to end: who works on jobs ends them just because the database is away.
 */
async function writeDown(
  { clock, outside }: DeliverToDestinationDeps,
  write: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await outside.inTurn(write);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
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

function tell(
  { log }: DeliverToDestinationDeps,
  { outboxId, destination }: OutboxKey & { destination: string },
  results: RecipientResult[],
) {
  const outcomes: Record<string, number> = {};
  for (const { outcome } of results) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  log.info({ outbox: outboxId, destination, ...outcomes }, 'remote delivery finished');
}
