import { readKeywordsOfLabels } from '../../mail/labels/labels.store.ts';
import { showDraftsToPrograms } from '../../mail/outbox/rest-draft.ts';
import { placesWithin } from '../../platform/imap/sequence-set.ts';
import { readHappened, tellFlagsOf } from './changed-since.ts';
import { spansOfSet, uidsAt } from './choose-messages.ts';
import { removeDeleted } from './expunge-messages.ts';
import { STORED_FLAGS, SYSTEM_FLAGS } from './flags.ts';
import { openFolder } from './folder-state.ts';
import { findServedFolder, parseMailboxName, writeName } from './mailbox-names.ts';
import { mailboxId } from './object-ids.ts';
import { paced } from './paced.ts';
import { parseSelectParameters, type Resync } from './select-parameters.ts';
import type { Selected } from './selected.ts';
import {
  type Command,
  enableCondstore,
  mailboxOf,
  SELECTED,
  type Session,
  SIGNED_IN,
  selectedOf,
} from './session.ts';
import { indexOfUid } from './tell-changes.ts';
import { tellVanished } from './vanished.ts';

export const select: Command = { states: SIGNED_IN, looksItself: true, run: opening(false) };
export const examine: Command = { states: SIGNED_IN, looksItself: true, run: opening(true) };

/** Removes what is marked as deleted, without a word of it (RFC 9051 section 6.4.1). */
export const close: Command = {
  states: SELECTED,
  looksItself: true,
  async run(session, parser) {
    parser.end();
    const selected = selectedOf(session);
    if (!selected.readOnly) await removeDeleted(session, null);
    session.selected = null;
    return 'Closed';
  },
};

/** RFC 3691. */
export const unselect: Command = {
  states: SELECTED,
  looksItself: true,
  async run(session, parser) {
    parser.end();
    session.selected = null;
    return 'Closed, and nothing is removed';
  },
};

const NO_PARAMETERS = { condstore: false, resync: null };

function opening(readOnly: boolean): Command['run'] {
  return async (session, parser) => {
    parser.space();
    const path = parseMailboxName(session, parser);
    const { condstore, resync } = parser.take(' ') ? parseSelectParameters(session, parser) : NO_PARAMETERS;
    parser.end();
    // A SELECT that fails leaves no folder open (section 6.3.2).
    closeBefore(session);
    if (condstore) enableCondstore(session);
    const folder = await findServedFolder(session, path);
    session.changed = false;
    if (folder.role === 'Drafts') await showDraftsToPrograms(session.deps, mailboxOf(session), folder.id);
    const { state, uids } = await paced(session, () => openFolder(session, folder.id));
    const labels = await readKeywordsOfLabels(session.deps.db, mailboxOf(session));
    const keywords = labels.map(({ keyword }) => ` ${keyword}`).join('');
    const { uid_validity: uidValidity, uid_next: uidNext, highest_modseq: modseq } = state;
    session.selected = {
      folder,
      readOnly,
      uidValidity,
      uidNext,
      modseq,
      uids,
      toldUnasked: false,
      saved: [],
    };
    const permanent = readOnly ? '' : `${STORED_FLAGS}${keywords} \\*`;
    const firstUnseen = state.first_unseen_uid === null ? -1 : indexOfUid(uids, state.first_unseen_uid);
    const rev2 = session.enabled.has('IMAP4rev2');
    const lines = [
      `* FLAGS (${SYSTEM_FLAGS}${keywords})`,
      `* OK [PERMANENTFLAGS (${permanent})] These are kept`,
      `* ${uids.length} EXISTS`,
      ...(rev2 ? [`* LIST () "/" ${writeName(session, folder.path)}`] : ['* 0 RECENT']),
      ...(rev2 || firstUnseen === -1 ? [] : [`* OK [UNSEEN ${firstUnseen + 1}] The first that is unread`]),
      `* OK [UIDVALIDITY ${uidValidity}] Uids stay the same`,
      `* OK [UIDNEXT ${uidNext}] The next one, or more`,
      `* OK [HIGHESTMODSEQ ${modseq}] The last change`,
      `* OK [MAILBOXID (${mailboxId(folder.id)})] Its id`,
    ];
    session.connection.send(`${lines.join('\r\n')}\r\n`);
    if (resync !== null && resync.uidValidity === uidValidity)
      await tellSince(session, session.selected, resync);
    return `[READ-${readOnly ? 'ONLY' : 'WRITE'}] Opened`;
  };
}

/** From here on, what is told is of another folder (RFC 7162 section 3.2.11, RFC 9051 section 7.1). */
function closeBefore(session: Session): void {
  const { selected, enabled } = session;
  if (selected !== null && (enabled.has('QRESYNC') || enabled.has('IMAP4rev2')))
    session.connection.send('* OK [CLOSED] The folder before is closed\r\n');
  session.selected = null;
}

async function tellSince(session: Session, selected: Selected, { since, known }: Resync): Promise<void> {
  const { changed, expunged } = await paced(session, () => readHappened(session, selected, since));
  await tellVanished(session, selected, { expunged, known });
  const due = known === null ? changed : placesWithin(changed, spansOfSet(selected, known, true));
  await tellFlagsOf(session, selected, uidsAt(selected, due));
}
