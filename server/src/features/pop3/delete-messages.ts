import { ARCHIVE } from '@bocau/contract/folder-roles.ts';
import { changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import { moveMessages } from '../../mail/messages/move-messages.ts';
import { readSettings } from '../../mail/settings/read-settings.ts';
import { parseNumber } from '../../platform/pop3/parse-command.ts';
import { idOf, totalOf } from './maildrop.ts';
import { type Command, numberIn, refuseArguments, type Session, signedInOf } from './session.ts';

/** Others get their turn at the mailbox between two steps: ten thousand threads at once would take it for seconds. */
const MESSAGES_A_STEP = 500;

export const dele: Command = {
  state: 'transaction',
  async run(session, args) {
    const number = numberIn(session, parseNumber(args));
    signedInOf(session).maildrop.deleted.add(number);
    return 'Deleted with QUIT';
  },
};

export const rset: Command = {
  state: 'transaction',
  async run(session, args) {
    refuseArguments(args);
    const { maildrop } = signedInOf(session);
    maildrop.deleted.clear();
    return `${totalOf(maildrop).count} messages`;
  },
};

/** What DELE has marked leaves the inbox now (RFC 1939 section 6). */
export const quit: Command = {
  state: null,
  async run(session, args) {
    refuseArguments(args);
    session.over = true;
    await removeMarked(session);
    return 'Goodbye';
  },
};

/** Into the Trash unless the person chose otherwise; what has left the inbox meanwhile stays where it is. */
async function removeMarked({ deps, signedIn }: Session): Promise<void> {
  if (signedIn === null || signedIn.maildrop.deleted.size === 0) return;
  const { caller, maildrop } = signedIn;
  const { pop3_delete: fate } = await readSettings(deps.db, caller.mailbox);
  if (fate === 'keep') return;
  const marked = [...maildrop.deleted];
  for (let at = 0; at < marked.length; at += MESSAGES_A_STEP) {
    const step = marked.slice(at, at + MESSAGES_A_STEP);
    const messageIds = step.map((number) => idOf(maildrop, number));
    await changeMailbox(deps, caller.mailbox, async (change) => {
      const to = change.folders[fate === 'archive' ? ARCHIVE : 'Trash'];
      await moveMessages(change, { messageIds, from: maildrop.folderId, to });
    });
  }
}
