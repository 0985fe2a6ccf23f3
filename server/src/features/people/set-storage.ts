import { recordActs } from '../../mail/administration/record-acts.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Db } from '../../tables.ts';
import { lockDomain } from './accounts.store.ts';
import { readStorageLimit, writeStorageLimit } from './domains.store.ts';

/** In MB, what owners may give the people of a domain together; null: whatever they like. */
export async function setStorage(
  { db, clock }: { db: Db; clock: Clock },
  { id, name }: { id: number; name: string },
  after: number | null,
  actor: Actor,
): Promise<void> {
  if (actor.domainId !== null)
    throw new Failure('forbidden', 'Only a provider may change the storage of a domain');
  await inTransaction(db, async (tx) => {
    if (!(await lockDomain(tx, id))) throw new Failure('not_found', 'There is no such domain');
    const before = await readStorageLimit(tx, id);
    if (before === after) return;
    await writeStorageLimit(tx, id, after);
    const change = { before: `storage_mb=${before}`, after: `storage_mb=${after}` };
    const by = { actor, at: unixSeconds(clock) };
    await recordActs(tx, { domainId: id, name }, by, [{ act: 'domain_changed', ...change }]);
  });
}
