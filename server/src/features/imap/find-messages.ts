import { unixSeconds } from '../../platform/clock.ts';
import type { SearchKey } from '../../platform/imap/search-keys.ts';
import { oneAhead } from '../../platform/one-ahead.ts';
import { chooseMessages, inSteps } from './choose-messages.ts';
import { type MessageState, readStates } from './folder-state.ts';
import {
  type Candidate,
  type KnownCandidate,
  keysOf,
  matchSearch,
  type SearchTools,
} from './match-search.ts';
import { type Budget, learnHeaders, learnMore, type RowLevel, searchBudget } from './search-facts.ts';
import type { Selected } from './selected.ts';
import { type Session, selectedOf } from './session.ts';

const MESSAGES_A_STEP = 2_000;

export type Found = { index: number; uid: number; state: MessageState | null };
export type FoundMessage = Found & { state: MessageState };

/** Keys that the state of a message decides. */
const OF_STATE: SearchKey['key'][] = ['flag', 'keyword', 'modseq', 'size', 'received', 'saved', 'age'];

type Level = 'state' | 'header' | RowLevel;
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
  const search = { key, tools, budget: await searchBudget(session, key, open.length) };
  const [first, ...others] = levelsOf(key);
  const steps = oneAhead(inSteps(open, MESSAGES_A_STEP), (step) => {
    const candidates = step.map((index) => newCandidate(index, selected.uids[index] as number));
    return learnLevel(session, first, candidates, search);
  });
  for await (const candidates of steps) found.push(...(await decide(session, candidates, others, search)));
  return found.sort((a, b) => a.index - b.index);
}

/** The same with their states; without those that have left the folder meanwhile. */
export async function findMessages(session: Session, key: SearchKey): Promise<FoundMessage[]> {
  const found = await findNumbers(session, key);
  const stateless = found.filter(({ state }) => state === null);
  for (const step of inSteps(stateless, MESSAGES_A_STEP)) await learnStates(session, step);
  return found.flatMap(({ state, ...one }) => (state === null ? [] : [{ ...one, state }]));
}

/** From what costs least to read to what costs most; who is asked for by headers alone needs no states. */
function levelsOf(key: SearchKey): [Level, ...Level[]] {
  const later = ['fields', 'body'] as const;
  const needsState = [...keysOf(key)].some((one) => OF_STATE.includes(one.key));
  return needsState
    ? ['state', 'date', 'facts', 'header', ...later]
    : ['header', 'state', 'date', 'facts', ...later];
}

/** What costs more is read for those alone of whom it is not known yet. */
async function decide(
  session: Session,
  candidates: Candidate[],
  levels: Level[],
  search: Search,
): Promise<Found[]> {
  let { found, open } = match(candidates, search);
  for (const level of levels) {
    if (open.length === 0) break;
    const more = match(await learnLevel(session, level, open, search), search);
    found = [...found, ...more.found];
    open = more.open;
  }
  return found.map(({ index, uid, state }) => ({ index, uid, state }));
}

/** Those that are left: a message whose state is read has left the folder where there is none. */
async function learnLevel(
  session: Session,
  level: Level,
  candidates: Candidate[],
  { key, budget }: Search,
): Promise<Candidate[]> {
  if (level === 'state') return learnStates(session, candidates);
  if (level === 'header') await learnHeaders(session, key, candidates);
  else await learnMore(session, { level, key, candidates: candidates.filter(isKnown), budget });
  return candidates;
}

function isKnown(candidate: Candidate): candidate is KnownCandidate {
  return candidate.state !== null;
}

function newCandidate(index: number, uid: number): Candidate {
  return { index, uid, state: null, sentAt: null, facts: null, header: null, fields: null, body: null };
}

function match(candidates: Candidate[], { key, tools }: Search): { found: Candidate[]; open: Candidate[] } {
  const found: Candidate[] = [];
  const open: Candidate[] = [];
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
