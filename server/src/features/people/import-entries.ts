import { type EntryChange, writeEntries } from '../../contacts/directory/write-entries.ts';
import {
  type RecordedAct,
  recordActsOnEach,
  type Target,
} from '../../identity/administration/record-acts.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Db, ReadDb } from '../../tables.ts';
import { isAdministrator } from './accounts.store.ts';
import { targetOf } from './change-person.ts';
import {
  findManagers,
  type ListedRow,
  lockPeople,
  type Manager,
  readListedRows,
  writeHidden,
} from './entry.store.ts';
import type { ListedEntry } from './read-listed-entry.ts';

type ActOnOne = RecordedAct & { target: Target };
type Listed = { email: string; entry?: ListedEntry };
type Difference = { row: ListedRow; change: EntryChange; hidden: boolean | null; acts: ActOnOne[] };

const AT_ONCE = 500;

/** Writes what a list says for the directory of people who are there; returns how many it changed. */
export async function importEntries(
  { db, clock }: { db: Db; clock: Clock },
  people: Listed[],
  actor: Actor,
): Promise<number> {
  const listed = people.filter(saysSomething);
  let changed = 0;
  for (let from = 0; from < listed.length; from += AT_ONCE) {
    const batch = listed.slice(from, from + AT_ONCE);
    changed += await inTransaction(db, async (tx) => {
      // The actor may have been suspended meanwhile.
      if (actor.kind === 'person' && !(await isAdministrator(tx, actor.mailboxId, actor.domainId)))
        throw new Failure('forbidden', 'Whoever gave the list administers this no more');
      await lockPeople(
        tx,
        batch.map(({ email }) => email),
      );
      const found = await findDifferences(tx, batch, actor);
      const hidden = found.filter(({ hidden: wanted }) => wanted !== null);
      for (const wanted of [true, false]) {
        const ids = hidden.filter((one) => one.hidden === wanted).map(({ row }) => row.id);
        await writeHidden(tx, ids, wanted);
      }
      await writeEntries(
        tx,
        found.map(({ change }) => change),
      );
      const acts = found.flatMap((one) => one.acts);
      await recordActsOnEach(tx, { actor, at: unixSeconds(clock) }, acts);
      return found.length;
    });
  }
  return changed;
}

/** Of how many people the list says something else than the directory. */
export async function countDifferences(db: ReadDb, people: Listed[], actor: Actor): Promise<number> {
  return (await findDifferences(db, people.filter(saysSomething), actor)).length;
}

function saysSomething({ entry = {} }: Listed): boolean {
  return Object.keys(entry).length > 0;
}

async function findDifferences(db: ReadDb, people: Listed[], actor: Actor): Promise<Difference[]> {
  const entries = new Map(people.map(({ email, entry = {} }) => [email, entry]));
  const rows = await readListedRows(db, [...entries.keys()]);
  const named = [...entries.values()].flatMap(({ manager }) => manager ?? []);
  const managers = await findManagers(db, named);
  return rows
    .filter((row) => mayChange(row, actor))
    .flatMap((row) => {
      const difference = differenceOf(row, entries.get(row.email) ?? {}, managers);
      return difference.acts.length > 0 ? [difference] : [];
    });
}

/** As `lockPerson` has it: an owner changes nobody of another domain, and no provider. */
function mayChange({ id, domain_id, provider }: ListedRow, actor: Actor): boolean {
  if ((actor.domainId ?? domain_id) !== domain_id) return false;
  const isSelf = actor.kind === 'person' && actor.mailboxId === id;
  return !provider || isSelf || (actor.domainId === null && actor.kind !== 'token');
}

function differenceOf(row: ListedRow, entry: ListedEntry, managers: Map<string, Manager>): Difference {
  const target = targetOf(row);
  const acts: ActOnOne[] = [];
  const fields: NonNullable<EntryChange['fields']> = {};
  for (const field of ['title', 'department', 'phone'] as const) {
    const after = entry[field];
    if (after === undefined || after === row[field]) continue;
    fields[field] = after;
    acts.push({ target, act: field, before: row[field] || null, after });
  }
  const manager = managers.get(entry.manager ?? '');
  const isTheirs = manager?.domain_id === row.domain_id && manager.id !== row.id;
  if (isTheirs && manager.id !== row.manager_mailbox_id) {
    fields.manager_mailbox_id = manager.id;
    acts.push({ target, act: 'manager', before: row.manager, after: manager.email });
  }
  const hidden = entry.hidden === undefined || entry.hidden === row.hidden ? null : entry.hidden;
  if (hidden !== null)
    acts.push({ target, act: 'hidden', before: String(row.hidden), after: String(hidden) });
  return { row, change: { mailboxId: row.id, fields }, hidden, acts };
}
