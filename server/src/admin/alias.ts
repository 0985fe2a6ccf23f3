import { parseArgs } from 'node:util';
import * as aliases from '../features/people/aliases.ts';
import { foldAddress } from '../mail/people/fold-address.ts';
import { findAliasOwner, readAliases } from './accounts.store.ts';
import { AdminError, type Command, findMailbox, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { checkNewAddresses, readAddress } from './new-addresses.ts';

export const addAlias: Command = {
  usage: 'alias add EMAIL ALIAS',
  summary: 'Another address of a user, that mail comes to and can be sent from',
  async run({ context, args, out }) {
    const [email, ...rest] = positionalsOf(args);
    if (email === undefined) throw new AdminError('EMAIL is missing');
    const alias = readAddress(onlyArgument(rest, 'ALIAS'));
    const mailbox = await findMailbox(context.db, email);
    await checkNewAddresses(context.db, [alias]);
    await aliases.addAlias(context, mailbox.id, alias, commandLine());
    out.write(`Added ${alias} to ${mailbox.email}.\n`);
    return 0;
  },
};

export const removeAlias: Command = {
  usage: 'alias remove ALIAS',
  summary: 'Takes an address from the user who has it; mail to it is refused from then on',
  async run({ context, args, out }) {
    const alias = foldAddress(onlyArgument(positionalsOf(args), 'ALIAS'));
    const owner = await findAliasOwner(context.db, alias);
    if (!owner) throw new AdminError(`There is no alias ${alias}`);
    if (owner.email === alias) throw new AdminError(`${alias} is a user's own address, and no alias`);
    await aliases.removeAlias(context, owner.id, alias, commandLine());
    out.write(`Removed ${alias} from ${owner.email}.\n`);
    return 0;
  },
};

export const listAliases: Command = {
  usage: 'alias list EMAIL',
  summary: 'The other addresses of a user, a line each',
  async run({ context, args, out }) {
    const mailbox = await findMailbox(context.db, onlyArgument(positionalsOf(args), 'EMAIL'));
    for (const alias of await readAliases(context.db, mailbox.id)) out.write(`${alias}\n`);
    return 0;
  },
};

function positionalsOf(args: string[]): string[] {
  return parseArgs({ args, allowPositionals: true, options: {} }).positionals;
}
