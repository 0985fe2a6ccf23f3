import { unixSeconds } from '../../platform/clock.ts';
import type { SearchKey } from '../../platform/imap/search-keys.ts';
import { chooseMessages, inSteps } from './choose-messages.ts';
import { readStates } from './folder-state.ts';
import { type Candidate, keysOf, matchSearch, type SearchTools } from './match-search.ts';
import { type Budget, learnMore, searchBudget } from './search-facts.ts';
import type { Selected } from './selected.ts';
import { type Session, selectedOf } from './session.ts';

const MESSAGES_A_STEP = 2_000;

export type Found = { index: number; uid: number; modseq: number; receivedAt: number; size: number };

/** The messages of the open folder that a search finds, by their numbers. */
export async function findMessages(session: Session, key: SearchKey): Promise<Found[]> {
  const selected = selectedOf(session);
  const tools = toolsOf(session, selected, key);
  const found: Found[] = [];
  const uids = indicesOf(selected, key);
  const budget = await searchBudget(session, key, uids.length);
  for (const step of inSteps(uids, MESSAGES_A_STEP)) {
    const byUid = new Map(step.map((index) => [selected.uids[index] as number, index]));
    const states = await readStates(session, selected.folder.id, [...byUid.keys()]);
    const candidates = states.map((state): Candidate => {
      const index = byUid.get(state.uid) as number;
      return { index, state, sentAt: null, facts: null, header: null, fields: null, body: null };
    });
    for (const { index, state } of await decide(session, { key, tools, candidates, budget })) {
      const { uid, modseq, receivedAt, size } = state;
      found.push({ index, uid, modseq, receivedAt, size });
    }
  }
  return found.sort((a, b) => a.index - b.index);
}

type Undecided = {
  key: SearchKey;
  tools: SearchTools;
  candidates: Candidate[];
  budget: Budget;
};

/** What costs more is read for those alone of whom it is not known yet. */
async function decide(session: Session, { key, tools, candidates, budget }: Undecided): Promise<Candidate[]> {
  const found: Candidate[] = [];
  let open = candidates;
  for (const level of ['state', 'date', 'facts', 'header', 'fields', 'body'] as const) {
    if (open.length === 0) break;
    if (level !== 'state') await learnMore(session, { level, key, candidates: open, budget });
    const undecided: Candidate[] = [];
    for (const candidate of open) {
      const matches = matchSearch(key, candidate, tools);
      if (matches === null) undecided.push(candidate);
      else if (matches) found.push(candidate);
    }
    open = undecided;
  }
  return found;
}

/** Where all of a set is asked for, nothing outside of it is read. */
function indicesOf(selected: Selected, key: SearchKey): number[] {
  const sets = key.key === 'and' ? key.keys.filter((one) => one.key === 'numbers') : [];
  const [first] = sets;
  if (first === undefined) return Array.from(selected.uids, (_, index) => index);
  return chooseMessages(selected, first.set, first.byUid);
}

function toolsOf(session: Session, selected: Selected, key: SearchKey): SearchTools {
  const sets = new Map<SearchKey, Set<number>>();
  for (const one of keysOf(key))
    if (one.key === 'numbers') sets.set(one, new Set(chooseMessages(selected, one.set, one.byUid)));
  return {
    now: unixSeconds(session.deps.clock),
    isIn: (one, index) => sets.get(one)?.has(index) === true,
  };
}
