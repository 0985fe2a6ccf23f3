import { parseArgs } from 'node:util';
import { createDomain } from '../features/people/create-people.ts';
import { domainExists } from './accounts.store.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';

const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

export const addDomain: Command = {
  usage: 'domain add NAME [--unverified]',
  summary: 'A domain whose mail this program takes; --unverified until its owner has proved it',
  async run({ context, args, out }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { unverified: { type: 'boolean', default: false } },
    });
    const name = onlyArgument(positionals, 'NAME').toLowerCase();
    if (!DOMAIN.test(name)) throw new AdminError(`'${name}' is no domain name`);
    if (await domainExists(context.db, name)) throw new AdminError(`The domain ${name} is there already`);
    await createDomain(context, name, !values.unverified);
    out.write(`Added the domain ${name}${values.unverified ? ', not verified' : ''}.\n`);
    return 0;
  },
};
