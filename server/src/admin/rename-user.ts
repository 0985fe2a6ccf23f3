import { parseArgs } from 'node:util';
import { renamePerson } from '../features/people/rename-person.ts';
import { AdminError, type Command, findMailbox, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';
import { readAddress } from './new-addresses.ts';

export const renameUser: Command = {
  usage: 'user rename EMAIL ADDRESS [--drop-old]',
  summary:
    'Another main address of the same domain. The old one stays as an alias, by which app passwords still sign in; with ' +
    '--drop-old, mail to it is refused',
  async run({ context, args, out }) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { 'drop-old': { type: 'boolean', default: false } },
    });
    const [email, ...rest] = positionals;
    if (email === undefined) throw new AdminError('EMAIL is missing');
    const address = readAddress(onlyArgument(rest, 'ADDRESS'));
    const mailbox = await findMailbox(context.db, email);
    const given = { address, keepOld: !values['drop-old'] };
    await renamePerson(context, mailbox.id, given, commandLine());
    out.write(`${mailbox.email} is ${address} now.\n`);
    return 0;
  },
};
