import { recountDrive } from '../drive/recount/recount-drive.ts';
import { repairDrive } from '../drive/recount/repair-drive.ts';
import { recount } from '../mail/mailbox/recount.ts';
import { repairCounts } from '../mail/mailbox/repair-counts.ts';
import { readChosenMailboxes } from './chosen-mailboxes.ts';
import type { Command, CommandInput } from './command.ts';

export const recountCommand: Command = {
  usage: 'recount EMAIL|--domain NAME|--all [--repair]',
  summary:
    'Counts mail and files again and says where folders, threads, lists and quotas differ; with --repair writes them right, while the mailbox is in use',
  async run({ context, args, out }) {
    const { mailboxes, repair } = await readChosenMailboxes(context.db, args);
    let different = 0;
    let left = 0;
    for (const { id, email } of mailboxes) {
      const found = await differencesOf(context, id);
      for (const difference of found) out.write(`${email}: ${difference}\n`);
      if (found.length === 0) continue;
      different += 1;
      if (!repair) continue;
      await repairCounts(context, id);
      await repairDrive(context, id);
      const stayed = await differencesOf(context, id);
      for (const difference of stayed) out.write(`${email}: still ${difference}\n`);
      if (stayed.length > 0) left += 1;
    }
    if (different === 0) out.write(`Counts of ${mailboxes.length} mailboxes agree with their rows.\n`);
    else if (!repair)
      out.write(`${different} of ${mailboxes.length} mailboxes differ; --repair writes them right.\n`);
    else out.write(`Repaired ${different - left} of ${different} mailboxes that differed.\n`);
    return (repair ? left : different) > 0 ? 1 : 0;
  },
};

async function differencesOf({ db }: CommandInput['context'], mailboxId: number): Promise<string[]> {
  return [...(await recount(db, mailboxId)), ...(await recountDrive(db, mailboxId))];
}
