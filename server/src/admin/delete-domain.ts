import { parseArgs } from 'node:util';
import { deleteDomain as remove } from '../features/people/delete-domain.ts';
import { findDomain } from './accounts.store.ts';
import { AdminError, type Command, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';

export const deleteDomain: Command = {
  usage: 'domain delete NAME',
  summary:
    'Deletes a domain in which nobody is left, with its keys, settings, tokens and the aliases in it that people of other ' +
    'domains have; mail to it is refused. Deleted people are left until DELETED_PEOPLE_DAYS are over',
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const name = onlyArgument(positionals, 'NAME').toLowerCase();
    const domain = await findDomain(context.db, name);
    if (!domain) throw new AdminError(`There is no domain ${name}`);
    await remove(context, { id: domain.id, name }, commandLine());
    out.write(`Deleted the domain ${name}.\n`);
    return 0;
  },
};
