import { parseArgs } from 'node:util';
import {
  addDomainKey,
  nameOf,
  removeDomainKey,
  useDomainKey,
} from '../features/people/change-domain-keys.ts';
import { readDomainKeys } from '../identity/domain-keys/domain-keys.store.ts';
import { signingOf } from '../identity/domain-keys/domain-keys.ts';
import type { ReadDb } from '../tables.ts';
import { findDomain } from './accounts.store.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { isoTime } from './read-values.ts';

export const addKey: Command = {
  usage: 'domain key-add NAME [--selector S]',
  summary:
    'A new key to sign outgoing mail of the domain (DKIM). It signs nothing yet: publish the record that `domain check` ' +
    'shows, and then `domain key-use`',
  async run({ context, args, out }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { selector: { type: 'string' } },
    });
    const domain = await domainOf(context.db, onlyArgument(positionals, 'NAME'));
    const selector = await addDomainKey(context, domain, values.selector ?? null, commandLine());
    out.write(`${selector}\n`);
    return 0;
  },
};

export const useKey: Command = {
  usage: 'domain key-use NAME SELECTOR',
  summary:
    'Signs outgoing mail of the domain by this key from now on. Leave the record of the one before published for a week',
  async run({ context, args, out }) {
    const { domain, selector } = await keyOf(context.db, args);
    await useDomainKey(context, domain, selector, commandLine());
    out.write(`${selector} signs for ${domain.name}.\n`);
    return 0;
  },
};

export const removeKey: Command = {
  usage: 'domain key-remove NAME SELECTOR',
  summary:
    'Removes a key of a domain, and says what signs from then on: where it signed, the key of DKIM_KEY, whose record ' +
    'has to be published. Without DKIM_KEY one that signs stays until another one does',
  async run({ context, args, out }) {
    const { domain, selector } = await keyOf(context.db, args);
    const signing = await removeDomainKey(context, domain, selector, commandLine());
    out.write(`Removed ${selector} of ${domain.name}. What signs now: ${nameOf(signing)}.\n`);
    return 0;
  },
};

export const listKeys: Command = {
  usage: 'domain keys NAME',
  summary:
    'The keys of a domain, a line each: selector, whether it signs, and since when it is there; and first the key of ' +
    'DKIM_KEY where none of these signs',
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const { id } = await domainOf(context.db, onlyArgument(positionals, 'NAME'));
    const keys = await readDomainKeys(context.db, id);
    const signing = signingOf(keys, context.dkim);
    if (signing?.ofServer !== false) out.write(`${nameOf(signing)} signs\n`);
    for (const { selector, signs, created_at } of keys) {
      out.write(`${selector} ${signs ? 'signs' : 'waits'} ${isoTime(created_at)}\n`);
    }
    return 0;
  },
};

async function keyOf(db: ReadDb, args: string[]) {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  const [name, ...rest] = positionals;
  if (name === undefined) throw new AdminError('NAME is missing');
  const selector = onlyArgument(rest, 'SELECTOR');
  return { domain: await domainOf(db, name), selector };
}

async function domainOf(db: ReadDb, given: string): Promise<{ id: number; name: string }> {
  const name = given.toLowerCase();
  const domain = await findDomain(db, name);
  if (!domain) throw new AdminError(`There is no domain ${name}`);
  return { id: domain.id, name };
}
