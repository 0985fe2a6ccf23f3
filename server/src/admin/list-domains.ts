import { parseArgs } from 'node:util';
import { checkDns } from '../features/people/check-dns.ts';
import { readDomain, readDomains } from '../features/people/domains.store.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';
import { createRowPrinter, FORMAT_OPTIONS, formatOf } from './print-rows.ts';

const AT_ONCE = 500;

export const listDomains: Command = {
  usage: 'domain list [--json|--csv]',
  summary:
    'The domains by name: verified, active, how many people, and the MB given to them of those there are',
  async run({ context: { db }, args, out }) {
    const { values } = parseArgs({ args, options: FORMAT_OPTIONS });
    const print = createRowPrinter(out, formatOf(values));
    for (let after = ''; ; ) {
      const found = await readDomains(db, { domainId: null, search: '', after, limit: AT_ONCE });
      for (const { id, created_at, ...domain } of found) print(domain);
      after = found.at(-1)?.name ?? after;
      if (found.length < AT_ONCE) return 0;
    }
  },
};

export const checkDomain: Command = {
  usage: 'domain check NAME [--json|--csv]',
  summary: 'The records that a domain needs in DNS, and what is found there; 1 unless all are right',
  async run({ context, args, out }) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: FORMAT_OPTIONS });
    const name = onlyArgument(positionals, 'NAME').toLowerCase();
    const domain = await readDomain(context.db, name, null);
    if (!domain) throw new AdminError(`There is no domain ${name}`);
    const records = await checkDns(context, domain);
    const print = createRowPrinter(out, formatOf(values));
    for (const { verdict, ...record } of records) print({ verdict, ...record });
    return records.every(({ verdict }) => verdict === 'right') ? 0 : 1;
  },
};
