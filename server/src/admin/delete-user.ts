import { parseArgs } from 'node:util';
import { deletePerson, undeletePerson } from '../features/people/delete-person.ts';
import { type Command, findMailbox, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';

export const deleteUser: Command = {
  usage: 'user delete EMAIL',
  summary:
    'Closes every door at once and refuses mail to the user; what they have is kept for DELETED_PEOPLE_DAYS, in which ' +
    'nobody else gets their addresses, and is removed then',
  async run({ context, args, out }) {
    const mailbox = await findMailbox(context.db, emailOf(args));
    await deletePerson(context, mailbox.id, commandLine());
    const days = context.config.deletedPeopleDays;
    out.write(`Deleted ${mailbox.email}; 'user undelete' brings them back within ${days} days.\n`);
    return 0;
  },
};

export const undeleteUser: Command = {
  usage: 'user undelete EMAIL',
  summary: 'Brings a deleted user back with all they had; they sign in as before',
  async run({ context, args, out }) {
    const mailbox = await findMailbox(context.db, emailOf(args));
    await undeletePerson(context, mailbox.id, commandLine());
    out.write(`${mailbox.email} is back.\n`);
    return 0;
  },
};

function emailOf(args: string[]): string {
  const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
  return onlyArgument(positionals, 'EMAIL');
}
