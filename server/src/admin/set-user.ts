import { parseArgs } from 'node:util';
import { hashPassword } from '../features/session/passwords.ts';
import { removeSecondStep, revokeAccess } from '../features/session/protection/revoke-access.ts';
import { sendEvent } from '../mail/mailbox/publish-event.ts';
import { endSessions, SESSIONS_CHANGED } from '../mail/security/end-sessions.ts';
import { recordSecurityChange } from '../mail/security/record-event.ts';
import { unixSeconds } from '../platform/clock.ts';
import { inTransaction } from '../platform/db/database.ts';
import { notify } from '../platform/db/notify.ts';
import type { Tx } from '../tables.ts';
import { type MailboxChanges, updateMailbox } from './accounts.store.ts';
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
  'two_step',
] as const;

export const setUser: Command = {
  usage: 'user set EMAIL KEY=VALUE…',
  summary: `MailboxChanges a user at once, on running servers too; KEY is one of ${KEYS.join(', ')}`,
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [email, ...pairs] = positionals;
    if (email === undefined) throw new AdminError('EMAIL is missing');
    if (pairs.length === 0) throw new AdminError(`KEY=VALUE is missing; KEY is one of ${KEYS.join(', ')}`);
    const changes: UserChanges = {};
    for (const pair of pairs) await readChange(pair, changes);
    const mailbox = await findMailbox(context.db, email);
    await inTransaction(context.db, (tx) => changeUser(tx, mailbox.id, changes, unixSeconds(context.clock)));
    out.write(`Changed ${pairs.map((pair) => pair.split('=')[0]).join(', ')} of ${mailbox.email}.\n`);
    return 0;
  },
};

type UserChanges = MailboxChanges & { two_step?: false };

async function readChange(pair: string, changes: UserChanges): Promise<void> {
  const [key, value] = readPair(KEYS, pair);
  if (key === 'quota_mb') changes.quota_mb = readQuota(value);
  else if (key === 'name') changes.name = value.trim();
  else if (key === 'password') {
    if (value === '') throw new AdminError('A password can not be empty');
    refuseWeakPassword(value);
    changes.password_hash = await hashPassword(value);
  } else if (key === 'two_step') {
    if (readBoolean(key, value))
      throw new AdminError('two_step can be turned off here; on, only by the person');
    changes.two_step = false;
  } else changes[key] = readBoolean(key, value);
}

async function changeUser(
  tx: Tx,
  mailboxId: number,
  { two_step, ...changes }: UserChanges,
  now: number,
): Promise<void> {
  // The second step before the mailbox, as whoever changes it in the web locks them.
  if (two_step === false) {
    await removeSecondStep(tx, { mailboxId, at: now }, null);
    await endSessions(tx, mailboxId, { now });
  }
  if (changes.password_hash !== undefined) await revokeAccess(tx, mailboxId);
  if (Object.keys(changes).length > 0) await updateMailbox(tx, mailboxId, changes);
  // Who knew the old password, or is no user any more, is out.
  if (changes.password_hash !== undefined || changes.active === false) {
    await endSessions(tx, mailboxId, { now });
  }
  if (changes.password_hash !== undefined) {
    await recordSecurityChange(tx, { mailboxId, change: 'password_changed', at: now });
  }
  await notify(tx, SESSIONS_CHANGED, String(mailboxId));
  if (changes.enable_smtp !== undefined) {
    const data = { enable_smtp: changes.enable_smtp ? 1 : 0 } as const;
    await sendEvent(tx, mailboxId, { event: 'enable_smtp', data });
  }
}
