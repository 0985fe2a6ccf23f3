import { recountCalendar } from '../calendar/recount/recount-calendar.ts';
import { repairCalendar } from '../calendar/recount/repair-calendar.ts';
import { recountContacts } from '../contacts/recount/recount-contacts.ts';
import { repairContacts } from '../contacts/recount/repair-contacts.ts';
import { recountDrive } from '../drive/recount/recount-drive.ts';
import { repairDrive } from '../drive/recount/repair-drive.ts';
import { recountGroups, repairGroups } from '../mail/groups/recount-groups.ts';
import { recount } from '../mail/mailbox/recount.ts';
import { repairCounts } from '../mail/mailbox/repair-counts.ts';
import { readChosenMailboxes } from './chosen-mailboxes.ts';
import type { Command, CommandInput } from './command.ts';

export const recountCommand: Command = {
  usage: 'recount EMAIL|--domain NAME|--all [--repair]',
  summary:
    'Counts mail, files, contacts and calendars again and says where folders, threads, lists, quotas and what is derived differ, with --all in groups too; with --repair writes them right, while the mailbox is in use',
  async run({ context, args, out }) {
    const { mailboxes, all, repair } = await readChosenMailboxes(context.db, args);
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
      await repairContacts(context, id);
      await repairCalendar(context, id);
      const stayed = await differencesOf(context, id);
      for (const difference of stayed) out.write(`${email}: still ${difference}\n`);
      if (stayed.length > 0) left += 1;
    }
    if (different === 0) out.write(`Counts of ${mailboxes.length} mailboxes agree with their rows.\n`);
    else if (!repair)
      out.write(`${different} of ${mailboxes.length} mailboxes differ; --repair writes them right.\n`);
    else out.write(`Repaired ${different - left} of ${different} mailboxes that differed.\n`);
    const groups = all ? await differencesOfGroups(context, repair, out) : 0;
    return (repair ? left : different) + groups > 0 ? 1 : 0;
  },
};

async function differencesOf({ db }: CommandInput['context'], mailboxId: number): Promise<string[]> {
  return [
    ...(await recount(db, mailboxId)),
    ...(await recountDrive(db, mailboxId)),
    ...(await recountContacts(db, mailboxId)),
    ...(await recountCalendar(db, mailboxId)),
  ];
}

/** They belong to no mailbox. Answers how many differences there are, or have stayed. */
async function differencesOfGroups(
  context: CommandInput['context'],
  repair: boolean,
  out: CommandInput['out'],
): Promise<number> {
  const found = await recountGroups(context.db);
  for (const difference of found) out.write(`${difference}\n`);
  if (found.length === 0 || !repair) return found.length;
  await repairGroups(context);
  const stayed = await recountGroups(context.db);
  for (const difference of stayed) out.write(`still ${difference}\n`);
  if (stayed.length === 0) out.write('Repaired the groups.\n');
  return stayed.length;
}
