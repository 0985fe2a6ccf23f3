import { parseArgs } from 'node:util';
import { createMailbox } from '../features/account/create-people.ts';
import { hashPassword } from '../features/session/passwords.ts';
import type { ReadDb } from '../tables.ts';
import { findTakenAddress, readDomainNames } from './accounts.store.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';
import { readQuota, refuseWeakPassword } from './read-values.ts';

const DEFAULT_QUOTA_MB = 5_120;
const ADDRESS = /^[^\s@<>",;:()[\]\\]{1,64}@[a-z0-9.-]{1,253}$/;

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
    await checkAddresses(context.db, [email, ...aliases]);
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

function readAddress(text: string): string {
  const address = text.normalize('NFC').toLowerCase();
  if (!ADDRESS.test(address)) throw new AdminError(`'${text}' is no mail address`);
  return address;
}

async function checkAddresses(db: ReadDb, addresses: string[]): Promise<void> {
  const known = new Set(await readDomainNames(db));
  for (const address of addresses) {
    const domain = address.slice(address.lastIndexOf('@') + 1);
    if (!known.has(domain)) {
      throw new AdminError(`The domain ${domain} is not known; 'domain add ${domain}' adds it`);
    }
  }
  const taken = await findTakenAddress(db, addresses);
  if (taken) throw new AdminError(`The address ${taken} is taken`);
}
