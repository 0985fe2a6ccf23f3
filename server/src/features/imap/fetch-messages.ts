import { BlobMissingError } from '../../platform/blobs/blob-store.ts';
import type { CommandParser } from '../../platform/imap/command-parser.ts';
import { type FetchItem, parseFetchItems } from '../../platform/imap/fetch-items.ts';
import { placesIn, placesWithin } from '../../platform/imap/sequence-set.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';
import { oneAhead } from '../../platform/one-ahead.ts';
import { readHappened } from './changed-since.ts';
import { inSteps, spansOfSet, uidsAt } from './choose-messages.ts';
import { type MessageState, readStates } from './folder-state.ts';
import { isOfKeptFields, readContents } from './message-contents.ts';
import { paced } from './paced.ts';
import { Refusal } from './refusal.ts';
import { isOfRow, type RowItem, readFacts } from './row-items.ts';
import { type Command, enableCondstore, SELECTED, type Session, selectedOf } from './session.ts';
import { markSeen } from './store-flags.ts';
import { indexOfUid } from './tell-changes.ts';
import { tellVanished } from './vanished.ts';
import { serializeRow, writeMessage } from './write-message.ts';

export const fetch: Command = { states: SELECTED, keepsNumbers: true, run: fetching(false) };
export const uidFetch: Command = { states: SELECTED, run: fetching(true) };

/** So many messages are in memory at a time: states are small, fields have up to 64 KB, and structures up to a megabyte. */
const STATES_A_STEP = 2_000;
const FIELDS_A_STEP = 200;
const STRUCTURES_A_STEP = 25;
/** So much is written at once, to a client that may read slowly. */
const ROWS_A_TURN = 500;

function fetching(byUid: boolean): Command['run'] {
  return async (session, parser) => {
    parser.space();
    const set = parser.sequenceSet();
    parser.space();
    const items = parseFetchItems(parser);
    const { since, vanished } = parser.take(' ') ? parseModifiers(parser) : { since: null, vanished: false };
    parser.end();
    if (vanished && (!byUid || since === null || !session.enabled.has('QRESYNC')))
      throw new SyntaxFault('VANISHED belongs to UID FETCH with CHANGEDSINCE, once QRESYNC is enabled');
    const selected = selectedOf(session);
    const wanted = withImplied(session, items, { byUid, since });
    const meant = spansOfSet(selected, set, byUid);
    const happened =
      since === null ? null : await paced(session, () => readHappened(session, selected, since));
    if (happened !== null && vanished) await tellVanished(session, selected, { ...happened, known: set });
    const places = happened === null ? placesIn(meant) : placesWithin(happened.changed, meant);
    const uids = uidsAt(selected, places);
    const sees = !selected.readOnly && items.some((item) => 'peek' in item && !item.peek);
    const result = { missing: uids.length, unreadable: 0 };
    const rowItems = wanted.every(isOfRow) ? wanted : null;
    const contentsAStep = isOfKeptFields(wanted) ? FIELDS_A_STEP : STRUCTURES_A_STEP;
    const steps = inSteps(uids, rowItems === null ? FIELDS_A_STEP : STATES_A_STEP);
    const readStep = (step: number[]) => paced(session, () => readStates(session, selected.folder.id, step));
    for await (const states of oneAhead(steps, readStep)) {
      result.missing -= states.length;
      if (rowItems !== null) await writeRows(session, states, rowItems);
      else {
        const answered = sees ? await markSeen(session, selected.folder.id, states) : states;
        for (const some of inSteps(answered, contentsAStep)) await writeAll(session, some, wanted, result);
      }
      if (session.connection.isClosed) return 'Left';
    }
    if (result.unreadable > 0)
      throw new Refusal('UNAVAILABLE', `${result.unreadable} of the messages cannot be read`);
    if (result.missing > 0 && !byUid)
      throw new Refusal('EXPUNGEISSUED', 'Some of the messages are gone, which the next command tells');
    return 'Fetched';
  };
}

async function writeRows(session: Session, states: MessageState[], items: RowItem[]): Promise<void> {
  const { connection } = session;
  for (const some of inSteps(states, ROWS_A_TURN)) {
    await paced(session, async () => {
      const facts = await readFacts(session, some, items);
      for (const state of some) {
        const known = { state, facts: facts?.get(state.id) ?? null };
        // Removed since its state was read.
        if (facts !== null && known.facts === null) continue;
        connection.send(serializeRow(numberOf(session, state), items, known));
        noteTold(session, items, state);
      }
    });
    // A client that reads as quickly as it is written to would otherwise have the process to itself.
    await new Promise((resume) => setImmediate(resume));
    if (connection.isCongested) await connection.flush();
    if (connection.isClosed) return;
  }
}

/** A message whose bytes are damaged keeps nobody from the others. */
async function writeAll(
  session: Session,
  states: MessageState[],
  items: FetchItem[],
  result: { unreadable: number },
): Promise<void> {
  const { deps, connection } = session;
  const [contents, facts] = await paced(session, () =>
    Promise.all([readContents(session, states, items), readFacts(session, states, items)]),
  );
  for (const state of states) {
    const content = contents.get(state.id);
    const known = { state, facts: facts?.get(state.id) ?? null };
    // Removed since its state was read.
    if (content === undefined || (facts !== null && known.facts === null)) continue;
    try {
      if (content === null) throw new BlobMissingError('its source was not found');
      await writeMessage(session, numberOf(session, state), items, { ...known, content });
      noteTold(session, items, state);
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
      deps.log.error({ message: state.id, reason: error.message }, 'imap message not readable');
      result.unreadable += 1;
    }
    if (connection.isClosed) return;
  }
}

function numberOf(session: Session, { uid }: MessageState): number {
  return indexOfUid(selectedOf(session).uids, uid) + 1;
}

/** Flags that were not asked for are told with the end of the command; what is older is told already. */
function noteTold(session: Session, items: FetchItem[], { uid, modseq }: MessageState): void {
  const tellsFlags = items.some(({ name }) => name === 'FLAGS');
  if (tellsFlags && modseq > selectedOf(session).modseq) session.told.set(uid, modseq);
}

/** RFC 7162 sections 3.1.4.1 and 3.2.6. */
function parseModifiers(parser: CommandParser): { since: number | null; vanished: boolean } {
  const modifiers: { since: number | null; vanished: boolean } = { since: null, vanished: false };
  parser.list(() => {
    const name = parser.word('a modifier');
    if (name === 'VANISHED') modifiers.vanished = true;
    else if (name === 'CHANGEDSINCE') {
      parser.space();
      modifiers.since = parser.modseq();
    } else throw new SyntaxFault(`${name} is no modifier of FETCH`);
  });
  if (modifiers.since === null && !modifiers.vanished)
    throw new SyntaxFault('There is nothing in the brackets');
  return modifiers;
}

function withImplied(
  session: Session,
  items: FetchItem[],
  { byUid, since }: { byUid: boolean; since: number | null },
): FetchItem[] {
  const has = (name: FetchItem['name']) => items.some((item) => item.name === name);
  if (has('MODSEQ') || since !== null) enableCondstore(session);
  const implied: FetchItem[] = [];
  if (byUid && !has('UID')) implied.push({ name: 'UID' });
  if (since !== null && !has('MODSEQ')) implied.push({ name: 'MODSEQ' });
  return [...implied, ...items];
}
