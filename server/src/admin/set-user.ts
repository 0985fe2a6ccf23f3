import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { sendEvent } from '../features/notifications/send-event.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { SESSIONS_CHANGED } from '../features/session/session-check.ts';
import { inTransaction } from '../platform/db/database.ts';
import type { Tx } from '../tables.ts';
import { AdminError, type Command, findMailbox } from './command.ts';
import type { Terminal } from './progress.ts';
import { readPair, readQuota, readSwitch, warnOfWeakPassword } from './read-values.ts';

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

type Changes = {
  enable_smtp?: boolean;
  enable_drive?: boolean;
  enable_recall?: boolean;
  auto_quota?: boolean;
  active?: boolean;
  quota_mb?: number;
  name?: string;
  password_hash?: string;
};

export const setUser: Command = {
  usage: 'user set EMAIL KEY=VALUE…',
  summary: `Changes a user at once, on running servers too; KEY is one of ${KEYS.join(', ')}`,
  async run({ context, args, out, err }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [email, ...pairs] = positionals;
    if (email === undefined) throw new AdminError('EMAIL is missing');
    if (pairs.length === 0) throw new AdminError(`KEY=VALUE is missing; KEY is one of ${KEYS.join(', ')}`);
    const changes: Changes = {};
    for (const pair of pairs) await readChange(pair, changes, err);
    const mailbox = await findMailbox(context.db, email);
    await inTransaction(context.db, (tx) => changeMailboxRow(tx, mailbox.id, changes));
    out.write(`Changed ${pairs.map((pair) => pair.split('=')[0]).join(', ')} of ${mailbox.email}.\n`);
    return 0;
  },
};

async function readChange(pair: string, changes: Changes, err: Terminal): Promise<void> {
  const [key, value] = readPair(KEYS, pair);
  if (key === 'quota_mb') changes.quota_mb = readQuota(value);
  else if (key === 'name') changes.name = value.trim();
  else if (key === 'password') {
    if (value === '') throw new AdminError('A password can not be empty');
    warnOfWeakPassword(value, err);
    changes.password_hash = await hashPassword(value);
  } else changes[key] = readSwitch(key, value);
}

async function changeMailboxRow(tx: Tx, mailboxId: number, changes: Changes): Promise<void> {
  await tx.updateTable('mailboxes').set(changes).where('id', '=', mailboxId).execute();
  // Who knew the old password, or is no user any more, is out.
  if (changes.password_hash !== undefined || changes.active === false) {
    await tx.deleteFrom('sessions').where('mailbox_id', '=', mailboxId).execute();
  }
  await sql`select pg_notify(${SESSIONS_CHANGED}, ${String(mailboxId)})`.execute(tx);
  if (changes.enable_smtp !== undefined) {
    const data = { enable_smtp: changes.enable_smtp ? 1 : 0 } as const;
    await sendEvent(tx, mailboxId, { event: 'enable_smtp', data });
  }
}
