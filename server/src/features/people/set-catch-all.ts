import { recordActs } from '../../mail/administration/record-acts.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import type { Db } from '../../tables.ts';
import { lockDomain } from './accounts.store.ts';
import { findPersonOf, readCatchAll, writeCatchAll } from './domains.store.ts';

/** Mail to addresses of the domain that nobody has goes to this one of its people; null: it is refused. */
export async function setCatchAll(
  { db, clock }: { db: Db; clock: Clock },
  { id, name }: { id: number; name: string },
  email: string | null,
  actor: Actor,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await lockDomain(tx, id))) throw new Failure('not_found', 'There is no such domain');
    const person = email === null ? null : await findPersonOf(tx, id, email.trim().toLowerCase());
    if (person === undefined) throw refused(`is not of ${name}`);
    if (person !== null && person.deleted_at !== null) throw refused('is of somebody who was deleted');
    const before = (await readCatchAll(tx, id)) ?? null;
    const after = person?.email ?? null;
    if (before === after) return;
    await writeCatchAll(tx, id, person?.id ?? null);
    const change = { before: `catch_all=${before ?? 'none'}`, after: `catch_all=${after ?? 'none'}` };
    const by = { actor, at: unixSeconds(clock) };
    await recordActs(tx, { domainId: id, name }, by, [{ act: 'domain_changed', ...change }]);
  });
}

function refused(problem: string): Failure {
  return invalidInput(`The address ${problem}`, { field: 'catch_all', problem, rule: 'invalid' });
}
