import type { EntryChange } from '../../contacts/directory/write-entries.ts';
import type { RecordedAct } from '../../identity/administration/record-acts.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { type Failure, invalidInput } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import { findManager, readEntry } from './entry.store.ts';

/** What the directory says; `manager` is any address of somebody of the same domain, or null for nobody. */
export type GivenEntry = {
  title?: string;
  department?: string;
  phone?: string;
  manager?: string | null;
};

type EntryChanges = { fields: NonNullable<EntryChange['fields']>; acts: RecordedAct[] };

/** The fields that differ, and the acts to be recorded; the person is locked. */
export async function changesOfEntry(
  tx: Tx,
  person: { id: number; domain_id: number },
  { manager, ...given }: GivenEntry,
): Promise<EntryChanges> {
  const changes: EntryChanges = { fields: {}, acts: [] };
  if (manager === undefined && Object.keys(given).length === 0) return changes;
  const before = await readEntry(tx, person.id);
  for (const field of ['title', 'department', 'phone'] as const) {
    const after = given[field];
    if (after === undefined || after === before[field]) continue;
    changes.fields[field] = after;
    changes.acts.push({ act: field, before: before[field] || null, after: after || null });
  }
  if (manager === undefined) return changes;
  const after = manager === null ? null : await findManager(tx, person.domain_id, foldAddress(manager));
  if (after === undefined) throw noManager('is of nobody of the same domain');
  if (after?.id === person.id) throw noManager('is the person’s own');
  if ((after?.id ?? null) === before.manager_mailbox_id) return changes;
  changes.fields.manager_mailbox_id = after?.id ?? null;
  changes.acts.push({ act: 'manager', before: before.manager, after: after?.email ?? null });
  return changes;
}

function noManager(problem: string): Failure {
  return invalidInput(`The manager’s address ${problem}`, { field: 'manager', problem, rule: 'invalid' });
}
