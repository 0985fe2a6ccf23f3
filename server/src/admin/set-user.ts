import { parseArgs } from 'node:util';
import { hashPassword } from '../features/session/passwords.ts';
import { SESSIONS_CHANGED } from '../features/session/session-check.ts';
import { sendEvent } from '../mail/mailbox/publish-event.ts';
import { inTransaction } from '../platform/db/database.ts';
import { notify } from '../platform/db/notify.ts';
import type { Tx } from '../tables.ts';
import { deleteSessionsOf, type MailboxChanges, updateMailbox } from './accounts.store.ts';
import { AdminError, type Command, findMailbox } from './command.ts';
import { readBoolean, readPair, readQuota, refuseWeakPassword } from './read-values.ts';

const KEYS = [
  'enable_smtp',
  'enable_drive',
  'enable_recall',
  'quota_mb',
  'auto_quota',
  'name',
  'password',
  'active',
] as const;

export const setUser: Command = {
  usage: 'user set EMAIL KEY=VALUE…',
  summary: `MailboxChanges a user at once, on running servers too; KEY is one of ${KEYS.join(', ')}`,
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [email, ...pairs] = positionals;
    if (email === undefined) throw new AdminError('EMAIL is missing');
    if (pairs.length === 0) throw new AdminError(`KEY=VALUE is missing; KEY is one of ${KEYS.join(', ')}`);
    const changes: MailboxChanges = {};
    for (const pair of pairs) await readChange(pair, changes);
    const mailbox = await findMailbox(context.db, email);
    await inTransaction(context.db, (tx) => changeMailboxRow(tx, mailbox.id, changes));
    out.write(`Changed ${pairs.map((pair) => pair.split('=')[0]).join(', ')} of ${mailbox.email}.\n`);
    return 0;
  },
};

async function readChange(pair: string, changes: MailboxChanges): Promise<void> {
  const [key, value] = readPair(KEYS, pair);
  if (key === 'quota_mb') changes.quota_mb = readQuota(value);
  else if (key === 'name') changes.name = value.trim();
  else if (key === 'password') {
    if (value === '') throw new AdminError('A password can not be empty');
    refuseWeakPassword(value);
    changes.password_hash = await hashPassword(value);
  } else changes[key] = readBoolean(key, value);
}

async function changeMailboxRow(tx: Tx, mailboxId: number, changes: MailboxChanges): Promise<void> {
  await updateMailbox(tx, mailboxId, changes);
  // Who knew the old password, or is no user any more, is out.
  if (changes.password_hash !== undefined || changes.active === false) {
    await deleteSessionsOf(tx, mailboxId);
  }
  await notify(tx, SESSIONS_CHANGED, String(mailboxId));
  if (changes.enable_smtp !== undefined) {
    const data = { enable_smtp: changes.enable_smtp ? 1 : 0 } as const;
    await sendEvent(tx, mailboxId, { event: 'enable_smtp', data });
  }
}
