import { idsInSteps } from '../../kernel/resources.store.ts';
import { CARD_TABLES } from '../card-resources.ts';
import { ALL_LISTS, type ContactsDeps, changeContacts } from '../change-contacts.ts';
import { joinByGroup } from '../groups/groups.store.ts';
import { rebuildContacts } from '../rebuild/rebuild-cards.ts';
import { deleteOrphanedParts, insertMissingBooks, writeContactNumbers } from './recount.store.ts';

const CARDS_A_STEP = 500;

/** Derives all cards again, and then writes the places in lists and the numbers that follow from them. */
export async function repairContacts(deps: ContactsDeps, mailboxId: number): Promise<void> {
  await rebuildContacts(deps, mailboxId);
  await changeContacts(deps, mailboxId, async (change) => {
    const { tx, seq, now } = change;
    await insertMissingBooks(tx, mailboxId, seq, now);
    await deleteOrphanedParts(tx, mailboxId);
    for await (const ids of idsInSteps(tx, CARD_TABLES, mailboxId, CARDS_A_STEP))
      await joinByGroup(tx, mailboxId, ids);
    await writeContactNumbers(tx, mailboxId);
    change.journal('list', ALL_LISTS);
    change.journal('book', change.defaultBook);
  });
}
