import { BlobDamagedError, type Pace } from '../../platform/blobs/blob-store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { forgetDamage, readDamage, readDamageOf, readNamedBetween, writeDamage } from './damage.store.ts';
import { mendBlob } from './mend-blob.ts';
import { type RecentFindings, rememberFindings } from './recent-findings.ts';
import { beginRound, endRound, noteProgress, readScrub } from './scrub.store.ts';
import type { ScrubDeps } from './scrub-deps.ts';
import { LostLease, type ScrubLease, takeScrubLease } from './scrub-lease.ts';

/** The interval between the starts of two rounds. */
const ROUND_SECONDS = 7 * 24 * 3600;
const STEP_MS = 20_000;
const BLOBS_A_STEP = 500;
const NAMED_A_STEP = 5_000;
const BEHIND_ALL = 'f'.repeat(64);
const BURST_MS = 1_000;

export type ScrubRun = {
  signal: AbortSignal;
  /** Then it yields to other jobs, and continues in the next run. */
  until?: number;
  /** Requested explicitly: start a round even if none is due, and reset the circuit breaker. */
  now?: boolean;
  afterStep?: (blobs: number) => void;
};

/** Verifies the blobs that are due, suspected ones first. False when another process does. */
export async function scrubBlobs(deps: ScrubDeps, run: ScrubRun): Promise<boolean> {
  const { db, clock } = deps;
  const lease = await takeScrubLease(deps);
  if (!lease) return false;
  const { recently_read, recently_named } = await readScrub(db);
  const recent: Recent = {
    read: rememberFindings(run.now === true ? '' : recently_read),
    named: rememberFindings(run.now === true ? '' : recently_named),
  };
  let stoppedAt: number | null = null;
  const pace = createPace(clock, deps.bytesPerSecond, run.signal);
  try {
    await recheckDamage(deps, recent, lease, run.signal);
    if (deps.bytesPerSecond === 0 && run.now !== true) return true;
    let scrub = await readScrub(db);
    if (
      run.now === true ? scrub.began_at === null || scrub.ended_at !== null : isDue(scrub, unixSeconds(clock))
    ) {
      await lease.renew((tx) => beginRound(tx, unixSeconds(clock)));
      scrub = await readScrub(db);
    }
    let { cursor } = scrub;
    while (scrub.ended_at === null && !run.signal.aborted && clock.now() < (run.until ?? Infinity)) {
      const step = await scrubStep(deps, { after: cursor, recent, pace, signal: run.signal });
      cursor = step.cursor;
      await lease.renew(async (tx) => {
        await noteProgress(tx, step);
        if (cursor === BEHIND_ALL) await endRound(tx, unixSeconds(clock));
      });
      run.afterStep?.(step.blobs);
      if (step.stopped) throw step.stopped;
      if (cursor === BEHIND_ALL) break;
      await recheckSuspects(deps, recent, lease, run.signal);
    }
    return true;
  } catch (error) {
    if (error instanceof LostLease) return false;
    if (!(error instanceof TooMuchDamage)) throw error;
    stoppedAt = unixSeconds(clock);
    deps.log.error({ event: 'scrub_stopped', ...textsOf(recent) }, 'scrub stopped: most blobs seem damaged');
    return true;
  } finally {
    await lease.giveBack(textsOf(recent), stoppedAt);
  }
}

class TooMuchDamage extends Error {}

type ScrubStep = {
  /**
   * The cursor is past the judged blobs, so that no later run reads the same intact blobs again and counts
   * them as new.
   */
  cursor: string;
  blobs: number;
  bytes: number;
  stopped: TooMuchDamage | null;
};

/** Of the bytes read, and of the existence of referenced blobs. */
type Recent = { read: RecentFindings; named: RecentFindings };

function textsOf({ read, named }: Recent): { read: string; named: string } {
  return { read: read.toText(), named: named.toText() };
}

function isDue(scrub: { began_at: number | null; ended_at: number | null }, now: number): boolean {
  if (scrub.began_at === null) return true;
  return scrub.ended_at !== null && now - scrub.began_at >= ROUND_SECONDS;
}

/** A damaged or missing blob may have been put again, or be unreferenced by now. */
async function recheckDamage(
  deps: ScrubDeps,
  recent: Recent,
  lease: ScrubLease,
  signal: AbortSignal,
): Promise<void> {
  await recheckSuspects(deps, recent, lease, signal);
  for (let after = ''; ; ) {
    const known = await readDamage(deps.db, ['damaged', 'missing'], { after });
    for (const { key } of known) {
      if (signal.aborted) return;
      await mendBlob(deps, key);
      await lease.renew();
    }
    const last = known.at(-1);
    if (last === undefined) return;
    after = last.key;
  }
}

async function recheckSuspects(
  deps: ScrubDeps,
  recent: Recent,
  lease: ScrubLease,
  signal: AbortSignal,
): Promise<void> {
  for (const { key } of await readDamage(deps.db, ['suspected'])) {
    if (signal.aborted) return;
    const found = await deps.blobs.verify(key);
    if (found === 'sound') {
      recent.read.sound();
      await inTransaction(deps.db, (tx) => forgetDamage(tx, key));
    } else await takeOut(deps, key, found, recent.read);
    await lease.renew();
  }
}

async function scrubStep(
  deps: ScrubDeps,
  { after, recent, pace, signal }: { after: string; recent: Recent; pace: Pace; signal: AbortSignal },
): Promise<ScrubStep> {
  const { blobs, clock } = deps;
  const until = clock.now() + STEP_MS;
  let [cursor, bytes] = [BEHIND_ALL, 0];
  let stopped: TooMuchDamage | null = null;
  const there = new Set<string>();
  const isEnough = () => there.size === BLOBS_A_STEP || (there.size > 0 && clock.now() > until);
  for await (const { key } of blobs.list(after)) {
    if (signal.aborted || isEnough()) break;
    const found = await blobs.verify(key, async (read) => {
      bytes += read;
      await pace(read);
    });
    if (found === 'sound') recent.read.sound();
    if (found === 'damaged') stopped = await tryTakeOut(deps, key, found, recent.read);
    if (stopped) break;
    there.add(key);
    cursor = key;
  }
  if ((signal.aborted || stopped) && there.size === 0) return { cursor: after, blobs: 0, bytes, stopped };
  if (!signal.aborted && !stopped && !isEnough()) cursor = BEHIND_ALL;
  const named = await readNamedBetween(deps.db, after, cursor, NAMED_A_STEP);
  if (named.length === NAMED_A_STEP) cursor = named.at(-1) as string;
  let judged = after;
  for (const key of named) {
    let tooMuch: TooMuchDamage | null = null;
    if (there.has(key) || (await blobs.stat(key)) !== null) recent.named.sound();
    else tooMuch = await tryTakeOut(deps, key, 'missing', recent.named);
    if (tooMuch) return { cursor: judged, blobs: there.size, bytes, stopped: tooMuch };
    judged = key;
  }
  return { cursor, blobs: there.size, bytes, stopped };
}

async function tryTakeOut(...given: Parameters<typeof takeOut>): Promise<TooMuchDamage | null> {
  try {
    await takeOut(...given);
    return null;
  } catch (error) {
    if (error instanceof TooMuchDamage) return error;
    throw error;
  }
}

/** Records a damaged blob before it is moved aside, so that the process may die in between. */
async function takeOut(
  deps: ScrubDeps,
  key: string,
  found: 'damaged' | 'missing',
  recent: RecentFindings,
): Promise<void> {
  const { db, clock, blobs, log } = deps;
  const known = await readDamageOf(db, key);
  if (found === 'missing' && (known === 'damaged' || known === 'missing')) return;
  if (recent.isEnough()) throw new TooMuchDamage();
  recent.damaged();
  const state = found === 'missing' && (await isAside(deps, key)) ? 'damaged' : found;
  await inTransaction(db, (tx) => writeDamage(tx, key, state, unixSeconds(clock)));
  if (found === 'damaged' && !(await blobs.setAside(key))) {
    await inTransaction(db, (tx) => forgetDamage(tx, key));
    return;
  }
  if (state === 'damaged') log.error({ event: 'blob_damaged', blob: key }, 'blob damaged');
  else log.error({ event: 'blob_missing', blob: key }, 'blob missing');
  await mendBlob(deps, key);
}

async function isAside({ blobs }: ScrubDeps, key: string): Promise<boolean> {
  try {
    (await blobs.open(key)).destroy();
    return false;
  } catch (error) {
    return error instanceof BlobDamagedError;
  }
}

/** Throttles reading to the rate, with a burst of one second. */
export function createPace(clock: Clock, bytesPerSecond: number, signal: AbortSignal): Pace {
  let paidUntil = clock.now();
  return async (bytes) => {
    if (bytesPerSecond === 0) return;
    paidUntil = Math.max(paidUntil, clock.now()) + (bytes / bytesPerSecond) * 1000;
    const ahead = paidUntil - clock.now();
    if (ahead > BURST_MS) await clock.sleep(ahead, signal);
  };
}
