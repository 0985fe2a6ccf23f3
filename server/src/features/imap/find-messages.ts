import { unixSeconds } from '../../platform/clock.ts';
import type { SearchKey } from '../../platform/imap/search-keys.ts';
import { chooseMessages, inSteps } from './choose-messages.ts';
import { type MessageState, readStates } from './folder-state.ts';
import {
  type Candidate,
  type KnownCandidate,
  keysOf,
  matchSearch,
  type SearchTools,
} from './match-search.ts';
import { type Budget, learnMore, searchBudget } from './search-facts.ts';
import type { Selected } from './selected.ts';
import { type Session, selectedOf } from './session.ts';

const MESSAGES_A_STEP = 2_000;

export type Found = { index: number; uid: number; state: MessageState | null };
export type FoundMessage = Found & { state: MessageState };

type Search = { key: SearchKey; tools: SearchTools; budget: Budget };

/** The messages of the open folder that a search finds, by their numbers. What is asked by numbers alone reads nothing. */
export async function findNumbers(session: Session, key: SearchKey): Promise<Found[]> {
  const selected = selectedOf(session);
  const tools = toolsOf(session, selected, key);
  const found: Found[] = [];
  // Indices alone: candidates, and the texts that are read of them, are in memory for one step.
  const open: number[] = [];
  for (const [index, uid] of selected.uids.entries()) {
    const matches = matchSearch(key, newCandidate(index, uid), tools);
    if (matches === null) open.push(index);
    else if (matches) found.push({ index, uid, state: null });
  }
  const budget = await searchBudget(session, key, open.length);
  for (const step of inSteps(open, MESSAGES_A_STEP)) {
    const candidates = step.map((index) => newCandidate(index, selected.uids[index] as number));
    const known = await learnStates(session, candidates);
    for (const { index, uid, state } of await decide(session, known, { key, tools, budget }))
      found.push({ index, uid, state });
  }
  return found.sort((a, b) => a.index - b.index);
}

/** The same with their states; without those that have left the folder meanwhile. */
export async function findMessages(session: Session, key: SearchKey): Promise<FoundMessage[]> {
  const found = await findNumbers(session, key);
  const stateless = found.filter(({ state }) => state === null);
  for (const step of inSteps(stateless, MESSAGES_A_STEP)) await learnStates(session, step);
  return found.flatMap(({ state, ...one }) => (state === null ? [] : [{ ...one, state }]));
}

/** What costs more is read for those alone of whom it is not known yet. */
async function decide(
  session: Session,
  candidates: KnownCandidate[],
  { key, tools, budget }: Search,
): Promise<KnownCandidate[]> {
  const found: KnownCandidate[] = [];
  let open = candidates;
  for (const level of ['state', 'date', 'facts', 'header', 'fields', 'body'] as const) {
    if (open.length === 0) break;
    if (level !== 'state') await learnMore(session, { level, key, candidates: open, budget });
    const matched = match(open, key, tools);
    found.push(...matched.found);
    open = matched.open;
  }
  return found;
}

function newCandidate(index: number, uid: number): Candidate {
  return { index, uid, state: null, sentAt: null, facts: null, header: null, fields: null, body: null };
}

function match(
  candidates: KnownCandidate[],
  key: SearchKey,
  tools: SearchTools,
): { found: KnownCandidate[]; open: KnownCandidate[] } {
  const found: KnownCandidate[] = [];
  const open: KnownCandidate[] = [];
  for (const candidate of candidates) {
    const matches = matchSearch(key, candidate, tools);
    if (matches === null) open.push(candidate);
    else if (matches) found.push(candidate);
  }
  return { found, open };
}

/** Those that are still in the folder. */
async function learnStates<Message extends Pick<Found, 'uid' | 'state'>>(
  session: Session,
  messages: Message[],
): Promise<(Message & { state: MessageState })[]> {
  const byUid = new Map(messages.map((message) => [message.uid, message]));
  const states = await readStates(session, selectedOf(session).folder.id, [...byUid.keys()]);
  return states.flatMap((state) => {
    const message = byUid.get(state.uid);
    return message === undefined ? [] : [Object.assign(message, { state })];
  });
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
