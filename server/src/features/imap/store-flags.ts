import type { CommandParser } from '../../platform/imap/command-parser.ts';
import { formatSet } from '../../platform/imap/sequence-set.ts';
import { SyntaxFault } from '../../platform/imap/syntax-fault.ts';
import { chooseMessages, inSteps, uidsAt } from './choose-messages.ts';
import { noFlags, parseFlags, serializeFlags } from './flags.ts';
import { type MarkChange, type MessageState, writeMarks } from './folder-state.ts';
import { Refusal } from './refusal.ts';
import { type Command, enableCondstore, SELECTED, type Session, writableOf } from './session.ts';
import { indexOfUid } from './tell-changes.ts';

export const store: Command = { states: SELECTED, keepsNumbers: true, run: storing(false) };
export const uidStore: Command = { states: SELECTED, run: storing(true) };

/** Small enough that others get their turn at the mailbox between two steps. */
const MESSAGES_A_STEP = 500;

function storing(byUid: boolean): Command['run'] {
  return async (session, parser) => {
    parser.space();
    const set = parser.sequenceSet();
    parser.space();
    const unchangedSince = parser.startsWith('(') ? parseModifiers(session, parser) : null;
    const { how, silent } = parseHow(parser);
    parser.space();
    const flags = parseFlags(parser);
    parser.end();
    const selected = writableOf(session);
    const uids = uidsAt(selected, chooseMessages(selected, set, byUid));
    const refused: number[] = [];
    let missing = 0;
    for (const step of inSteps(uids, MESSAGES_A_STEP)) {
      const change: MarkChange = { how, flags, unchangedSince };
      const { states, unmet } = await writeMarks(session, selected.folder.id, step, change);
      refused.push(...unmet);
      missing += step.length - states.length - unmet.length;
      for (const state of states) tellStored(session, state, { silent, byUid });
    }
    if (refused.length > 0) {
      const numbers = byUid ? refused : refused.map((uid) => indexOfUid(selected.uids, uid) + 1);
      return `[MODIFIED ${formatSet(numbers.sort((a, b) => a - b))}] Others have changed these`;
    }
    if (missing > 0 && !byUid)
      throw new Refusal('EXPUNGEISSUED', 'Some of the messages are gone, which the next command tells');
    return 'Stored';
  };
}

/** RFC 7162 section 3.1.3. */
function parseModifiers(session: Session, parser: CommandParser): number {
  let since: number | null = null;
  parser.list(() => {
    const name = parser.word('a modifier');
    if (name !== 'UNCHANGEDSINCE') throw new SyntaxFault(`${name} is no modifier of STORE`);
    parser.space();
    since = parser.modseq();
  });
  if (since === null) throw new SyntaxFault('There is nothing in the brackets');
  parser.space();
  enableCondstore(session);
  return since;
}

const HOW = { '+FLAGS': 'add', '-FLAGS': 'remove', FLAGS: 'replace' } as const;

function parseHow(parser: CommandParser): { how: 'add' | 'remove' | 'replace'; silent: boolean } {
  const word = parser.word('FLAGS');
  const silent = word.endsWith('.SILENT');
  const name = silent ? word.slice(0, -'.SILENT'.length) : word;
  if (name !== '+FLAGS' && name !== '-FLAGS' && name !== 'FLAGS')
    throw new SyntaxFault(`${word} is nothing to be stored`);
  return { how: HOW[name], silent };
}

function tellStored(
  session: Session,
  { uid, flags, modseq }: MessageState,
  { silent, byUid }: { silent: boolean; byUid: boolean },
): void {
  session.told.set(uid, modseq);
  const condstore = session.enabled.has('CONDSTORE');
  if (silent && !condstore) return;
  const index = indexOfUid(writableOf(session).uids, uid);
  const values = [
    ...(byUid || condstore ? [`UID ${uid}`] : []),
    ...(silent ? [] : [`FLAGS ${serializeFlags(flags)}`]),
    ...(condstore ? [`MODSEQ (${modseq})`] : []),
  ];
  session.connection.send(`* ${index + 1} FETCH (${values.join(' ')})\r\n`);
}

/** What is fetched is read, unless it is only looked at; answers all of them as they are then. */
export async function markSeen(
  session: Session,
  folderId: string,
  states: MessageState[],
): Promise<MessageState[]> {
  const unseen = states.filter(({ flags }) => !flags.seen).map(({ uid }) => uid);
  if (unseen.length === 0) return states;
  const change: MarkChange = { how: 'add', flags: { ...noFlags(), seen: true }, unchangedSince: null };
  const marked = await writeMarks(session, folderId, unseen, change);
  const byUid = new Map(marked.states.map((state) => [state.uid, state]));
  return states.map((state) => byUid.get(state.uid) ?? state);
}
