import { readChangedUids } from '../../mail/messages/folder-resync.store.ts';
import { inSteps } from './choose-messages.ts';
import { serializeFlags } from './flags.ts';
import { readStates } from './folder-state.ts';
import type { Selected } from './selected.ts';
import { mailboxOf, type Session } from './session.ts';
import { indexOfUid } from './tell-changes.ts';

const MESSAGES_A_STEP = 1_000;

/** Which of the messages that a session has have changed behind a modseq, as indices, ascending. */
export async function changedSince(session: Session, selected: Selected, since: number): Promise<number[]> {
  const uids = await readChangedUids(session.deps.db, mailboxOf(session), selected.folder.id, since);
  return Array.from(uids, (uid) => indexOfUid(selected.uids, uid)).filter((index) => index !== -1);
}

/** The flags of messages, for a client that comes back (RFC 7162 section 3.2.5). */
export async function tellFlagsOf(session: Session, selected: Selected, uids: number[]): Promise<void> {
  const { connection } = session;
  for (const step of inSteps(uids, MESSAGES_A_STEP)) {
    for (const { uid, flags, modseq } of await readStates(session, selected.folder.id, step)) {
      const number = indexOfUid(selected.uids, uid) + 1;
      connection.send(`* ${number} FETCH (UID ${uid} FLAGS ${serializeFlags(flags)} MODSEQ (${modseq}))\r\n`);
    }
    if (connection.isCongested) await connection.flush();
  }
}
