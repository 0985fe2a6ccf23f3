import type { FolderRow } from '../../mail/folders/folders.store.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { moveMessages } from '../../mail/messages/move-messages.ts';
import { giveUids } from '../../mail/messages/open-folder.ts';
import { learnFromMoves } from '../../mail/spam-training/learn-moves.ts';
import type { CommandParser } from '../../platform/imap/command-parser.ts';
import { formatSet } from '../../platform/imap/sequence-set.ts';
import { duplicateMessages } from './bring-messages.ts';
import { chooseMessages, uidsAt } from './choose-messages.ts';
import { type MessageState, readGivenUids, readStates } from './folder-state.ts';
import { lookUpFolder, parseMailboxName } from './mailbox-names.ts';
import { Refusal } from './refusal.ts';
import { type Command, mailboxOf, SELECTED, type Session, selectedOf, writableOf } from './session.ts';

export const copy: Command = { states: SELECTED, run: copying(false) };
export const uidCopy: Command = { states: SELECTED, run: copying(true) };
/** What has left the folder is told with the end of the command. */
export const move: Command = { states: SELECTED, run: moving(false) };
export const uidMove: Command = { states: SELECTED, run: moving(true) };

/** A copy is read anew, and all of them are there together or not at all (RFC 9051 section 6.4.7). */
const COPIED_AT_ONCE = 500;
const MOVED_AT_ONCE = 20_000;

function copying(byUid: boolean): Command['run'] {
  return async (session, parser) => {
    const { states, folder } = await readArguments(session, parser, byUid);
    if (states.length === 0) return 'There was nothing to copy';
    if (states.length > COPIED_AT_ONCE)
      throw new Refusal('LIMIT', `Up to ${COPIED_AT_ONCE} messages are copied at once`);
    const { uidValidity, uids } = await duplicateMessages(session, states, folder);
    session.changed = true;
    return `[COPYUID ${uidValidity} ${formatSet(states.map(({ uid }) => uid))} ${formatSet(uids)}] Copied`;
  };
}

/** RFC 6851. */
function moving(byUid: boolean): Command['run'] {
  return async (session, parser) => {
    writableOf(session);
    const { states, folder } = await readArguments(session, parser, byUid);
    const selected = selectedOf(session);
    if (folder.id === selected.folder.id || states.length === 0) return 'There was nothing to move';
    if (states.length > MOVED_AT_ONCE)
      throw new Refusal('LIMIT', `Up to ${MOVED_AT_ONCE} messages are moved at once`);
    const messageIds = states.map(({ id }) => id);
    const from = selected.folder.id;
    // Their keywords are kept with uids, which a folder that no program has opened yet does not have.
    await giveUids(session.deps, mailboxOf(session), folder.id);
    await changeMailbox(session.deps, mailboxOf(session), async (change) => {
      const moves = await moveMessages(change, { messageIds, from, to: folder.id });
      // All of them or none; what another program has moved meanwhile is not asked for again.
      if (moves.length < messageIds.length)
        throw new Refusal('CANNOT', `Not all of the messages can be moved to ${folder.path}`);
      await learnFromMoves(change, moves);
    });
    session.changed = true;
    const given = await readGivenUids(session, folder.id, messageIds);
    const pairs = states.flatMap(({ uid, id }) => {
      const target = given.uids.get(id);
      return target === undefined ? [] : [[uid, target] as const];
    });
    const [sources, targets] = [pairs.map(([uid]) => uid), pairs.map(([, uid]) => uid)];
    if (pairs.length > 0)
      session.connection.send(
        `* OK [COPYUID ${given.uidValidity} ${formatSet(sources)} ${formatSet(targets)}] Moved\r\n`,
      );
    return 'Moved';
  };
}

async function readArguments(
  session: Session,
  parser: CommandParser,
  byUid: boolean,
): Promise<{ states: MessageState[]; folder: FolderRow }> {
  parser.space();
  const set = parser.sequenceSet();
  parser.space();
  const path = parseMailboxName(session, parser);
  parser.end();
  const selected = selectedOf(session);
  const uids = uidsAt(selected, chooseMessages(selected, set, byUid));
  const folder = await lookUpFolder(session, path);
  if (folder === undefined) throw new Refusal('TRYCREATE', 'There is no such folder');
  const states = await readStates(session, selected.folder.id, uids);
  if (!byUid && states.length < uids.length)
    throw new Refusal('EXPUNGEISSUED', 'Some of the messages are gone, which the next command tells');
  return { states, folder };
}
