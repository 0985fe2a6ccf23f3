import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import type { Merge } from '@bocau/contract/merges.ts';
import { readPace } from '../../mail/outbox/brake.store.ts';
import { readCounted } from '../../mail/outbox/outbox.store.ts';
import { secondsToWait } from '../../mail/outbox/sending-limits.ts';
import type { ReadDb } from '../../tables.ts';
import type { MergeDeps } from './merge-deps.ts';
import { readDailyLimit, readMergedSince } from './merges.store.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** What merges may take of the limits of a sender: the rest is for ordinary mail. */
const SHARE = 0.8;

export type MergePace = {
  perHour: number;
  perDay: number;
  leftToday: number;
  /** How long nothing more may leave, and by which limit; null where one may leave now. */
  wait: { seconds: number; by: Extract<Merge['wait'], 'hour_limit' | 'day_limit'> } | null;
  /** An administrator, or the brake, holds what the sender has. */
  isHeld: boolean;
};

/** MM-12: how much a mailbox may send by merges; below the brake, which would hold all of its mail. */
export async function readMergePace(
  db: ReadDb,
  { sending, brake }: MergeDeps['config'],
  mailboxId: number,
  now: number,
): Promise<MergePace> {
  const [pace, daily, counted, merged] = await Promise.all([
    readPace(db, mailboxId, now),
    readDailyLimit(db, mailboxId),
    readCounted(db, mailboxId, now - DAY),
    readMergedSince(db, mailboxId, now - DAY),
  ]);
  const hourly = Math.min(sending.perHour, pace ? (pace.perHour ?? brake.perHour) : sending.perHour);
  const each = Math.min(sending.perDay, pace ? (pace.perDay ?? brake.perDay) : sending.perDay);
  const perHour = Math.max(1, Math.floor(hourly * SHARE));
  const ofAll = Math.max(1, Math.floor(each * SHARE));
  const ofMerges = daily ?? MERGE_LIMITS.perDay;
  const day = Math.max(
    secondsToWait(counted, { seconds: DAY, most: ofAll }, 1, now),
    secondsToWait(merged, { seconds: DAY, most: ofMerges }, 1, now),
  );
  const hour = secondsToWait(counted, { seconds: HOUR, most: perHour }, 1, now);
  const used = (rows: { count: number }[]) => rows.reduce((sum, { count }) => sum + count, 0);
  return {
    perHour,
    perDay: Math.min(ofMerges, ofAll),
    leftToday: Math.max(0, Math.min(ofMerges - used(merged), ofAll - used(counted))),
    wait:
      day + hour === 0 ? null : { seconds: Math.max(day, hour), by: day > hour ? 'day_limit' : 'hour_limit' },
    isHeld: pace?.isBraked ?? false,
  };
}

/** About when the last of so many will have left. */
export function expectedEnd(
  { perHour, perDay, leftToday, wait }: MergePace,
  count: number,
  now: number,
): number {
  const begin = now + (wait?.seconds ?? 0);
  const hours = (rows: number) => Math.floor(Math.max(0, rows - 1) / perHour) * HOUR;
  if (count <= leftToday) return begin + hours(count);
  const left = count - leftToday;
  const days = Math.ceil(left / perDay);
  return begin + days * DAY + hours(left - (days - 1) * perDay);
}
