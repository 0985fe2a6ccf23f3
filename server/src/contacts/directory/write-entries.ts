import type { Tx } from '../../tables.ts';
import { deriveEntry, type EntryFields } from './derive-entry.ts';
import { readPeopleForUpdate, upsertEntries } from './entries.store.ts';

export type EntryChange = { mailboxId: number; fields?: Partial<EntryFields> };

/**
 * Writes what the directory says of people, and derives the rest again: whoever creates, renames, hides, deletes or
 * restores people calls it in the same transaction.
 */
export async function writeEntries(tx: Tx, changes: EntryChange[]): Promise<void> {
  if (changes.length === 0) return;
  const fields = new Map(changes.map((change) => [change.mailboxId, change.fields]));
  const people = await readPeopleForUpdate(tx, [...fields.keys()]);
  await upsertEntries(
    tx,
    people.map((person) => deriveEntry({ ...person, ...fields.get(person.mailbox_id) })),
  );
}
