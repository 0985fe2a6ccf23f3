import { parseArgs } from 'node:util';
import { DEFAULT_QUOTA_MB } from '@bocau/contract/people.ts';
import { createMailbox } from '../features/people/create-people.ts';
import { hashPassword } from '../features/session/passwords.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';
import { checkNewAddresses, readAddress } from './new-addresses.ts';
import { readQuota, refuseWeakPassword } from './read-values.ts';

export const addUser: Command = {
  usage: 'user add EMAIL --password P [--name N] [--owner] [--quota-mb N] [--alias A]…',
  summary: 'A mailbox in a domain that is there; --owner administers the domain',
  async run({ context, args, out }) {
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
    await checkNewAddresses(context.db, [email, ...aliases]);
    refuseWeakPassword(values.password);
    await createMailbox(context, {
      email,
      name: values.name?.trim() || (email.split('@')[0] as string),
      passwordHash: await hashPassword(values.password),
      kind: values.owner ? 'owner' : 'member',
      quotaMb,
      enableSmtp: true,
      enableDrive: true,
      aliases,
    });
    out.write(`Added ${values.owner ? 'the owner' : 'the user'} ${email}.\n`);
    return 0;
  },
};
