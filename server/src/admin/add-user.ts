import { parseArgs } from 'node:util';
import { DEFAULT_QUOTA_MB } from '@bocau/contract/people.ts';
import { createMailbox, type NewMailbox } from '../features/people/create-people.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { checkNewAddresses, readAddress } from './new-addresses.ts';
import { givenPassword } from './read-password.ts';
import { readQuota } from './read-values.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';

export const addUser: Command = {
  usage: 'user add EMAIL --password -|P [--name N] [--owner] [--quota-mb N] [--alias A]…',
  summary:
    'A mailbox in a domain that is there; --owner administers the domain. --password - reads it from standard input',
  async run({ context, args, out, stdin }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        password: { type: 'string' },
        name: { type: 'string' },
        owner: { type: 'boolean', default: false },
        'quota-mb': { type: 'string', default: String(DEFAULT_QUOTA_MB) },
        alias: { type: 'string', multiple: true, default: [] },
      },
    });
    const email = readAddress(onlyArgument(positionals, 'EMAIL'));
    const aliases = [...new Set(values.alias.map(readAddress))].filter((alias) => alias !== email);
    if (!values.password) throw new AdminError('--password is missing');
    const quotaMb = readQuota(values['quota-mb']);
    const name = values.name?.trim() || (email.split('@')[0] as string);
    await checkNewAddresses(context.db, [email, ...aliases]);
    const password = await givenPassword(values.password, stdin);
    await refuseWeakPassword(password, { email, name });
    const mailbox: NewMailbox = {
      email,
      name,
      passwordHash: await hashPassword(password),
      kind: values.owner ? 'owner' : 'member',
      quotaMb,
      enableSmtp: true,
      enableDrive: true,
      aliases,
    };
    await createMailbox(context, mailbox, commandLine());
    out.write(`Added ${values.owner ? 'the owner' : 'the user'} ${email}.\n`);
    return 0;
  },
};
