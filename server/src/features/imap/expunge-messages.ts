import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { expungeMessages } from '../../mail/messages/expunge-messages.ts';
import { readDeletedOfFolder } from '../../mail/messages/folder-uids.store.ts';
import type { SequenceSet } from '../../platform/imap/sequence-set.ts';
import { chooseMessages, inSteps, uidsAt } from './choose-messages.ts';
import { type Command, mailboxOf, SELECTED, type Session, selectedOf, writableOf } from './session.ts';

/** Small enough that others get their turn at the mailbox between two steps. */
const MESSAGES_A_STEP = 500;

export const expunge: Command = {
  states: SELECTED,
  saysModseq: true,
  async run(session, parser) {
    parser.end();
    writableOf(session);
    await removeDeleted(session, null);
    return 'Removed';
  },
};

/** RFC 4315: only those of the set, so that what another program has marked stays. */
export const uidExpunge: Command = {
  states: SELECTED,
  saysModseq: true,
  async run(session, parser) {
    parser.space();
    const set = parser.sequenceSet();
    parser.end();
    writableOf(session);
    await removeDeleted(session, set);
    return 'Removed';
  },
};

/** Removes what is marked as deleted; what was removed is told with the end of the command. */
export async function removeDeleted(session: Session, set: SequenceSet | null): Promise<void> {
  const selected = selectedOf(session);
  const mailboxId = mailboxOf(session);
  const among = set === null ? null : uidsAt(selected, chooseMessages(selected, set, true));
  const folderId = selected.folder.id;
  const marked = await readDeletedOfFolder(session.deps.db, mailboxId, folderId, among);
  const uids = marked.map(({ uid }) => uid);
  for (const step of inSteps(uids, MESSAGES_A_STEP)) {
    // The mark may have been taken away meanwhile, or the message moved.
    await changeMailbox(session.deps, mailboxId, (change) => expungeMessages(change, folderId, step));
  }
  session.changed = true;
}
