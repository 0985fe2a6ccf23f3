import { recordActs } from '../../mail/administration/record-acts.ts';
import { type ChangeDeps, changeMailbox } from '../../mail/mailbox/change-mailbox.ts';
import type { Actor } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import type { Tx } from '../../tables.ts';
import { readPersonForUpdate } from './accounts.store.ts';
import { targetOf } from './change-person.ts';
import * as store from './delete-domain.store.ts';
import { isoDay } from './iso-day.ts';

type Domain = { id: number; name: string };

const MOST_COUNTED = 1_000;

/**
 * Deletes a domain in which nobody is left, so that it takes a moment whatever it had. Aliases in it that people of other
 * domains have go before, one mailbox a transaction; where somebody joins the domain meanwhile it stays, and they are gone.
 */
export async function deleteDomain(deps: ChangeDeps, domain: Domain, actor: Actor): Promise<void> {
  const { id, name } = domain;
  for (;;) {
    const aliased = await inTransaction(deps.db, async (tx) => {
      if (!(await store.lockDomainToDelete(tx, id)))
        throw new Failure('not_found', 'There is no such domain');
      await requireNobody(tx, domain);
      const owner = await store.findAliasOwner(tx, name);
      if (owner !== undefined) return owner;
      await store.deleteDomainRow(tx, id);
      const by = { actor, at: unixSeconds(deps.clock) };
      await recordActs(tx, { domainId: id, name }, by, [{ act: 'domain_deleted' }]);
      return null;
    });
    if (aliased === null) return;
    await removeAliases(deps, aliased, name, actor);
  }
}

async function requireNobody(tx: Tx, { id, name }: Domain): Promise<void> {
  const { people, deleted, until } = await store.readPeopleLeft(tx, id, MOST_COUNTED);
  if (people === 0) return;
  const count = people === MOST_COUNTED ? `${people} or more` : people;
  const kept =
    deleted > 0 && until !== null
      ? `; ${deleted} of them were deleted, and are kept until ${isoDay(until)}`
      : '';
  throw new Failure('domain_has_people', `${name} has people: ${count}${kept}`);
}

async function removeAliases(
  deps: ChangeDeps,
  mailboxId: number,
  domain: string,
  actor: Actor,
): Promise<void> {
  await changeMailbox(deps, mailboxId, async ({ tx, now, journal, folders }) => {
    const person = await readPersonForUpdate(tx, mailboxId);
    const removed = await store.deleteAliasesIn(tx, mailboxId, domain);
    if (!person || removed.length === 0) return;
    journal('settings', folders.INBOX);
    const acts = removed.map((address) => ({ act: 'alias_removed' as const, before: address }));
    await recordActs(tx, targetOf(person), { actor, at: now }, acts);
  });
}
