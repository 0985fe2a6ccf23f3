import { parseArgs } from 'node:util';
import { createDomain } from '../features/people/create-people.ts';
import { isDomainName } from '../features/people/domain-name.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';

export const addDomain: Command = {
  usage: 'domain add NAME [--unverified]',
  summary:
    'A domain whose mail this program takes; --unverified until its owner has proved it (domain set NAME verified=1)',
  async run({ context, args, out }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { unverified: { type: 'boolean', default: false } },
    });
    const name = onlyArgument(positionals, 'NAME').toLowerCase();
    if (!isDomainName(name)) throw new AdminError(`'${name}' is no domain name`);
    await createDomain(context, name, !values.unverified, commandLine());
    out.write(`Added the domain ${name}${values.unverified ? ', not verified' : ''}.\n`);
    return 0;
  },
};
