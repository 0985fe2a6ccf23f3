import { ALL_LISTS, type ContactsDeps, changeContacts } from '../change-contacts.ts';
import { joinByGroup } from '../groups/groups.store.ts';
import { readIdsAfter } from '../rebuild/rebuild.store.ts';
import { rebuildContacts } from '../rebuild/rebuild-cards.ts';
import { deleteOrphanedParts, insertMissingBooks, writeContactNumbers } from './recount.store.ts';

const CARDS_A_STEP = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Derives all cards again, and then writes the places in lists and the numbers that follow from them. */
export async function repairContacts(deps: ContactsDeps, mailboxId: number): Promise<void> {
  await rebuildContacts(deps, mailboxId);
  await changeContacts(deps, mailboxId, async (change) => {
    const { tx, seq, now } = change;
    await insertMissingBooks(tx, mailboxId, seq, now);
    await deleteOrphanedParts(tx, mailboxId);
    for (let after: string | undefined = BEFORE_ALL; after !== undefined; ) {
      const ids: string[] = await readIdsAfter(tx, mailboxId, after, CARDS_A_STEP);
      if (ids.length > 0) await joinByGroup(tx, mailboxId, ids);
      after = ids.at(-1);
    }
    await writeContactNumbers(tx, mailboxId);
    change.journal('list', ALL_LISTS);
    change.journal('book', change.defaultBook);
  });
}
