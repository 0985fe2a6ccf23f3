import { parseArgs } from 'node:util';
import { RESET_LINK_HOURS } from '@bocau/contract/recovery.ts';
import { makePasswordLink } from '../features/people/password-link.ts';
import { type Command, findMailbox, onlyArgument } from './command.ts';
import { commandLine } from './command-line-actor.ts';

export const resetLink: Command = {
  usage: 'user reset-link EMAIL',
  summary: `A link by which the person chooses a new password; good once, for ${RESET_LINK_HOURS} hours. Hand it over safely`,
  async run({ context, args, out }) {
    const { positionals } = parseArgs({ args, allowPositionals: true, options: {} });
    const { db } = context;
    const mailbox = await findMailbox(db, onlyArgument(positionals, 'EMAIL'));
    const link = await makePasswordLink(context, mailbox.id, commandLine());
    out.write(`${link}\n`);
    return 0;
  },
};
