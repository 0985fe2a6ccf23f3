import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { directoryFields } from '@bocau/contract/directory.ts';
import { SUSPENSION_KINDS, type SuspensionKind } from '@bocau/contract/people.ts';
import { changePerson, type PersonChanges } from '../features/people/change-person.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { AdminError, type Command, findMailbox } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { givenPassword } from './read-password.ts';
import { readBoolean, readPair, readQuota } from './read-values.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';

const KEYS = [
  'enable_smtp',
  'enable_drive',
  'enable_recall',
  'quota_mb',
  'drive_quota_mb',
  'auto_quota',
  'name',
  'title',
  'department',
  'phone',
  'manager',
  'hidden',
  'password',
  'active',
  'suspend',
  'two_step',
  'provider',
] as const;

export const setUser: Command = {
  usage: 'user set EMAIL KEY=VALUE…',
  summary:
    `Changes a user at once, on running servers too; KEY is one of ${KEYS.join(', ')}. ` +
    `suspend=${SUSPENSION_KINDS.join(',')} takes these from the user and gives back what is not named: with sending, ` +
    'queued mail is held; with receiving, mail is answered 450. active=0 is suspend=all, active=1 is suspend=none. password=- reads it from standard input',
  async run({ context, args, out, stdin }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const [email, ...pairs] = positionals;
    if (email === undefined) throw new AdminError('EMAIL is missing');
    if (pairs.length === 0) throw new AdminError(`KEY=VALUE is missing; KEY is one of ${KEYS.join(', ')}`);
    const mailbox = await findMailbox(context.db, email);
    const changes: PersonChanges = {};
    for (const pair of pairs) await readChange(pair, changes, { ...mailbox, stdin });
    await changePerson(context, mailbox.id, changes, commandLine());
    out.write(`Changed ${pairs.map((pair) => pair.split('=')[0]).join(', ')} of ${mailbox.email}.\n`);
    return 0;
  },
};

async function readChange(
  pair: string,
  changes: PersonChanges,
  { stdin, ...person }: { email: string; name: string; stdin: Readable | undefined },
): Promise<void> {
  const [key, value] = readPair(KEYS, pair);
  if (key === 'quota_mb' || key === 'drive_quota_mb') changes[key] = readQuota(value);
  else if (key === 'name') changes.name = value.trim();
  else if (key === 'manager') changes.entry = { ...changes.entry, manager: value.trim() || null };
  else if (key === 'title' || key === 'department' || key === 'phone')
    changes.entry = { ...changes.entry, [key]: readEntryText(key, value) };
  else if (key === 'password') {
    const password = await givenPassword(value, stdin);
    await refuseWeakPassword(password, person);
    changes.password_hash = await hashPassword(password);
  } else if (key === 'two_step') {
    if (readBoolean(key, value))
      throw new AdminError('two_step can be turned off here; on, only by the person');
    changes.two_step = false;
  } else if (key === 'suspend') changes.suspended = readKinds(value);
  else if (key === 'active') changes.suspended = readKinds(readBoolean(key, value) ? 'none' : 'all');
  else changes[key] = readBoolean(key, value);
}

function readEntryText(key: 'title' | 'department' | 'phone', value: string): string {
  const read = directoryFields[key].safeParse(value);
  if (read.success) return read.data;
  throw new AdminError(`${key} is too long, or has control characters`);
}

function readKinds(text: string): Record<SuspensionKind, boolean> {
  const given = text === 'none' ? [] : text === 'all' ? [...SUSPENSION_KINDS] : text.split(',');
  const unknown = given.find((kind) => !SUSPENSION_KINDS.some((known) => known === kind));
  if (unknown !== undefined) {
    throw new AdminError(`suspend takes ${SUSPENSION_KINDS.join(', ')}, all or none, not '${unknown}'`);
  }
  const is = (kind: SuspensionKind) => given.includes(kind);
  return { sign_in: is('sign_in'), sending: is('sending'), receiving: is('receiving') };
}
