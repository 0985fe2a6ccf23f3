import type { ReadDb } from '../../tables.ts';
import { type Match, type Position, readMatches, type Unit, type Walk } from './matches.store.ts';
import type { SearchPlan } from './plan-search.ts';

export type Walked = {
  /** Newest first, without duplicates. */
  matches: Match[];
  /** The number of messages examined. */
  lookedAt: number;
  /** Where the walk stopped; null at the end of the mailbox. */
  rest: Position | null;
};

const STEP_GROWTH = 2;
const LARGEST_STEP = 20_000;

/** Continues until `enough` returns true or everything was examined. */
export async function walkMatches(
  db: ReadDb,
  plan: SearchPlan,
  start: Pick<Walk, 'after' | 'top' | 'unit'> & { firstStep: number },
  enough: (walked: Walked) => boolean,
): Promise<Walked> {
  const { after, top, unit } = start;
  const units = new Set<string>();
  const walked: Walked = { matches: [], lookedAt: 0, rest: after };
  let steps = start.firstStep;
  do {
    const { matches, rest } = await readMatches(db, plan, { from: walked.rest, after, top, unit, steps });
    for (const match of matches) {
      const key = keyOf(match, unit);
      if (units.has(key)) continue;
      units.add(key);
      walked.matches.push(match);
    }
    walked.lookedAt += steps;
    walked.rest = rest;
    steps = Math.min(steps * STEP_GROWTH, LARGEST_STEP);
  } while (walked.rest !== null && !enough(walked));
  return walked;
}

function keyOf({ threadId, folderId, id }: Match, unit: Unit): string {
  if (unit === 'message') return id;
  return unit === 'thread' ? threadId : `${threadId} ${folderId}`;
}
