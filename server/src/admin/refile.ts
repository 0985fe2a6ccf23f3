import { refileMail } from '../features/transfer/refile-mail.ts';
import { readChosenMailboxes } from './chosen-mailboxes.ts';
import type { Command } from './command.ts';

export const refile: Command = {
  usage: 'refile EMAIL|--domain NAME|--all',
  summary:
    'Puts messages whose folder or thread is not there into a folder of their mailbox, where people see them again',
  async run({ context, args, out }) {
    const { mailboxes } = await readChosenMailboxes(context.db, args);
    let [found, stuck] = [0, 0];
    for (const { id, email } of mailboxes) {
      const { threads, messages, left, folder } = await refileMail(context, id);
      found += threads + messages + left;
      stuck += left;
      if (threads > 0) out.write(`${email}: made ${threads} threads anew.\n`);
      if (messages > 0) out.write(`${email}: put ${messages} messages into ${folder}.\n`);
      if (left > 0) out.write(`${email}: ${left} messages could not be moved.\n`);
    }
    if (found === 0)
      out.write(`All messages of ${mailboxes.length} mailboxes have their folder and thread.\n`);
    return stuck === 0 ? 0 : 1;
  },
};
