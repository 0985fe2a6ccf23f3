import { LIMITS } from '@bocau/contract/limits.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { ReadDb } from '../../tables.ts';
import type { Match, Unit } from './matches.store.ts';
import type { SearchPlan } from './plan-search.ts';
import { walkMatches } from './walk-matches.ts';

export type Counts = { total: number; unread: number; isCapped: boolean };

/** Slightly above the limit of the count: for words that must be adjacent, one query finds all. */
const FIRST_STEP = LIMITS.searchCountCap + 100;
/** A bound on the cost of any search: in a large mailbox the rest stays uncounted. */
const MOST_LOOKED_AT = 50_000;
/** A count reads for longer than a page of hits. */
const COUNTS_OF_A_MAILBOX = 1;
const WAITING_OF_A_MAILBOX = 4;

const turns = createSemaphore<number>(COUNTS_OF_A_MAILBOX, WAITING_OF_A_MAILBOX);

/** Continues counting where the first page stopped, so that hits do not wait for the count. */
export async function countOn(db: ReadDb, plan: SearchPlan): Promise<Counts> {
  const release = await turns.take(plan.mailboxId);
  try {
    const start = { after: null, top: null, unit: unitOf(plan), firstStep: FIRST_STEP };
    const walked = await walkMatches(
      db,
      plan,
      start,
      ({ matches, lookedAt }) => matches.length > LIMITS.searchCountCap || lookedAt >= MOST_LOOKED_AT,
    );
    return countMatches(walked.matches, walked.rest === null);
  } finally {
    release();
  }
}

export function countMatches(matches: Match[], isWhole: boolean): Counts {
  const counted = isWhole ? matches : matches.slice(0, LIMITS.searchCountCap);
  return {
    total: counted.length,
    unread: counted.filter((match) => match.unread).length,
    isCapped: !isWhole,
  };
}

export function unitOf({ single }: SearchPlan): Unit {
  return single ? 'message' : 'thread';
}
