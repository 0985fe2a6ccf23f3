import { parseArgs } from 'node:util';
import { changePerson, type PersonChanges } from '../features/people/change-person.ts';
import { hashPassword } from '../features/session/passwords.ts';
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
  summary: `Changes a user at once, on running servers too; KEY is one of ${KEYS.join(', ')}`,
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [email, ...pairs] = positionals;
    if (email === undefined) throw new AdminError('EMAIL is missing');
    if (pairs.length === 0) throw new AdminError(`KEY=VALUE is missing; KEY is one of ${KEYS.join(', ')}`);
    const changes: PersonChanges = {};
    for (const pair of pairs) await readChange(pair, changes);
    const mailbox = await findMailbox(context.db, email);
    await changePerson(context, mailbox.id, changes, 'command line');
    out.write(`Changed ${pairs.map((pair) => pair.split('=')[0]).join(', ')} of ${mailbox.email}.\n`);
    return 0;
  },
};

async function readChange(pair: string, changes: PersonChanges): Promise<void> {
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
