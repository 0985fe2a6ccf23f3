import { readQuotaOf } from '../../mail/mailbox/mailbox.store.ts';
import { findServedFolder, parseMailboxName, writeName } from './mailbox-names.ts';
import { Refusal } from './refusal.ts';
import { type Command, mailboxOf, type Session, SIGNED_IN } from './session.ts';

/** RFC 9208. A mailbox has one quota, of the bytes of all folders together; its name is empty. */
export const getQuota: Command = {
  states: SIGNED_IN,
  async run(session, parser) {
    parser.space();
    const root = parser.text();
    parser.end();
    if (root !== '') throw new Refusal('NONEXISTENT', 'There is no such quota, only that with no name');
    await sendQuota(session);
    return 'That is all';
  },
};

export const getQuotaRoot: Command = {
  states: SIGNED_IN,
  async run(session, parser) {
    parser.space();
    const path = parseMailboxName(session, parser);
    parser.end();
    const folder = await findServedFolder(session, path);
    session.connection.send(`* QUOTAROOT ${writeName(session, folder.path)} ""\r\n`);
    await sendQuota(session);
    return 'That is all';
  },
};

/** In units of 1024 bytes. */
async function sendQuota(session: Session): Promise<void> {
  const { used_bytes: used, quota_mb: most } = await readQuotaOf(session.deps.db, mailboxOf(session));
  session.connection.send(`* QUOTA "" (STORAGE ${Math.ceil(used / 1024)} ${most * 1024})\r\n`);
}
