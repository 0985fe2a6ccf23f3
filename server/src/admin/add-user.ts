import { parseArgs } from 'node:util';
import { createMailbox } from '../features/account/create-people.ts';
import { hashPassword } from '../features/session/passwords.ts';
import type { Db } from '../tables.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';
import { readQuota, warnOfWeakPassword } from './read-values.ts';

const DEFAULT_QUOTA_MB = 5_120;
const ADDRESS = /^[^\s@<>",;:()[\]\\]{1,64}@[a-z0-9.-]{1,253}$/;

export const addUser: Command = {
  usage: 'user add EMAIL --password P [--name N] [--owner] [--quota-mb N] [--alias A]…',
  summary: 'A mailbox in a domain that is there; --owner administers the domain',
  async run({ context, args, out, err }) {
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
    warnOfWeakPassword(values.password, err);
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

async function checkAddresses(db: Db, addresses: string[]): Promise<void> {
  const domains = await db.selectFrom('domains').select('name').execute();
  const known = new Set(domains.map((domain) => domain.name));
  for (const address of addresses) {
    const domain = address.slice(address.lastIndexOf('@') + 1);
    if (!known.has(domain)) {
      throw new AdminError(`The domain ${domain} is not known; 'domain add ${domain}' adds it`);
    }
  }
  const taken = await db
    .selectFrom('addresses')
    .select('address')
    .where('address', 'in', addresses)
    .executeTakeFirst();
  if (taken) throw new AdminError(`The address ${taken.address} is taken`);
}
