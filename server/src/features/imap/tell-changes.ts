import { firstAtLeast, formatSet } from '../../platform/imap/sequence-set.ts';
import { serializeFlags } from './flags.ts';
import { FolderGone, type FolderNews, type MessageState, readNews } from './folder-state.ts';
import type { Selected } from './selected.ts';
import type { Session } from './session.ts';

/**
 * Tells what others did in the open folder since the client was told last. Numbers of messages change here alone: a
 * removal waits for the end of a command in which no numbers are used (RFC 9051 section 7.5.1).
 */
export async function tellChanges(
  session: Session,
  { mayExpunge, asked }: { mayExpunge: boolean; asked: boolean },
): Promise<void> {
  const { selected, told, connection, enabled } = session;
  session.changed = false;
  if (selected === null) return;
  const changes = await newsOf(session, selected);
  if (changes === null) return;
  const gone = changes.expunged.filter((uid) => indexOfUid(selected.uids, uid) !== -1);
  if (gone.length > 0 && !mayExpunge) {
    session.changed = true;
    return;
  }
  if (gone.length > 0) expunge(session, selected, gone);
  const last = selected.uids.at(-1) ?? 0;
  const fresh = changes.changed.filter(({ uid }) => uid > last);
  const known = changes.changed.filter(({ uid }) => uid <= last);
  if (fresh.length > 0) {
    selected.uids = withUids(selected.uids, fresh);
    const recent = enabled.has('IMAP4rev2') ? '' : '* 0 RECENT\r\n';
    connection.send(`* ${selected.uids.length} EXISTS\r\n${recent}`);
  }
  const marked = known.filter(
    ({ uid, modseq }) => indexOfUid(selected.uids, uid) !== -1 && told.get(uid) !== modseq,
  );
  for (const state of marked) tellFlags(session, indexOfUid(selected.uids, state.uid), state);
  selected.toldUnasked = !asked && (selected.toldUnasked || fresh.length + marked.length > 0);
  selected.modseq = changes.modseq;
  selected.uidNext = changes.uidNext;
  told.clear();
}

/** Null where the folder is gone: what the program knows of it is worth nothing, so that it has to connect again. */
async function newsOf(session: Session, { folder, modseq }: Selected): Promise<FolderNews | null> {
  try {
    return await readNews(session, folder.id, modseq);
  } catch (error) {
    if (!(error instanceof FolderGone)) throw error;
    session.selected = null;
    session.connection.retire('The folder that was open is gone');
    return null;
  }
}

/** Flags that the client did not ask for; by its uid it is told apart from all others. */
function tellFlags(session: Session, index: number, { uid, flags, modseq }: MessageState): void {
  const version = session.enabled.has('CONDSTORE') ? ` MODSEQ (${modseq})` : '';
  session.connection.send(`* ${index + 1} FETCH (UID ${uid} FLAGS ${serializeFlags(flags)}${version})\r\n`);
}

/** By their uids for a client that wants it so (RFC 7162 section 3.2.10). */
function expunge(session: Session, selected: Selected, uids: number[]): void {
  const gone = new Set(uids);
  const ascending = [...gone].sort((a, b) => a - b);
  if (session.enabled.has('QRESYNC')) session.connection.send(`* VANISHED ${formatSet(ascending)}\r\n`);
  // From the last to the first, so that the numbers of those to come are still right.
  else
    for (const uid of ascending.reverse())
      session.connection.send(`* ${indexOfUid(selected.uids, uid) + 1} EXPUNGE\r\n`);
  selected.uids = selected.uids.filter((uid) => !gone.has(uid));
  selected.saved = selected.saved.filter((uid) => !gone.has(uid));
}

export function indexOfUid(uids: Uint32Array, uid: number): number {
  const index = firstAtLeast(uids, uid);
  return uids[index] === uid ? index : -1;
}

function withUids(uids: Uint32Array, states: MessageState[]): Uint32Array {
  const all = new Uint32Array(uids.length + states.length);
  all.set(uids);
  all.set(
    states.map(({ uid }) => uid).sort((a, b) => a - b),
    uids.length,
  );
  return all;
}
