import { readUidsSince } from '../../mail/messages/folder-resync.store.ts';
import { inSteps } from './choose-messages.ts';
import { serializeFlags } from './flags.ts';
import { readStates } from './folder-state.ts';
import { paced } from './paced.ts';
import type { Selected } from './selected.ts';
import { mailboxOf, type Session } from './session.ts';
import { indexOfUid } from './tell-changes.ts';

export type Happened = {
  /** Which of the messages that a session has have changed, as indices, ascending. */
  changed: number[];
  /** Uids that have left the folder; null where not all of them are known any more. */
  expunged: Uint32Array | null;
};

const MESSAGES_A_STEP = 1_000;

/** What has happened in the open folder behind a modseq. */
export async function readHappened(session: Session, selected: Selected, since: number): Promise<Happened> {
  const { folder, uids } = selected;
  const { changed, expunged } = await readUidsSince(session.deps.db, mailboxOf(session), folder.id, since);
  return {
    changed: Array.from(changed, (uid) => indexOfUid(uids, uid)).filter((index) => index !== -1),
    expunged,
  };
}

/** The flags of messages, for a client that comes back (RFC 7162 section 3.2.5). */
export async function tellFlagsOf(session: Session, selected: Selected, uids: number[]): Promise<void> {
  const { connection } = session;
  for (const step of inSteps(uids, MESSAGES_A_STEP)) {
    const states = await paced(session, () => readStates(session, selected.folder.id, step));
    for (const { uid, flags, modseq } of states) {
      const number = indexOfUid(selected.uids, uid) + 1;
      connection.send(`* ${number} FETCH (UID ${uid} FLAGS ${serializeFlags(flags)} MODSEQ (${modseq}))\r\n`);
    }
    if (connection.isCongested) await connection.flush();
  }
}
