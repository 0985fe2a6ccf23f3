import { capa } from './capabilities.ts';
import { dele, quit, rset } from './delete-messages.ts';
import { list, stat, uidl } from './list-messages.ts';
import { retr, top } from './retrieve-message.ts';
import { type Command, refuseArguments } from './session.ts';
import { auth, pass, stls, user } from './sign-in-commands.ts';

const noop: Command = {
  state: 'transaction',
  async run(_session, args) {
    refuseArguments(args);
    return 'Done';
  },
};

export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['AUTH', auth],
  ['CAPA', capa],
  ['DELE', dele],
  ['LIST', list],
  ['NOOP', noop],
  ['PASS', pass],
  ['QUIT', quit],
  ['RETR', retr],
  ['RSET', rset],
  ['STAT', stat],
  ['STLS', stls],
  ['TOP', top],
  ['UIDL', uidl],
  ['USER', user],
]);
