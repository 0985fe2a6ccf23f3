import { lockWholeDomain } from '../../identity/administration/administered-domain.store.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
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
/** Each takes a transaction, and the caller waits for the response. */
const MOST_ALIASES = 500;

/**
 * Deletes a domain without people. Aliases in it that belong to people of other domains are removed first,
 * one mailbox per transaction, up to a limit; if someone joins the domain meanwhile, it stays without these
 * aliases.
 */
export async function deleteDomain(deps: ChangeDeps, domain: Domain, actor: Actor): Promise<void> {
  const { id, name } = domain;
  for (let left = MOST_ALIASES; ; ) {
    const aliases = await inTransaction(deps.db, async (tx) => {
      if (!(await lockWholeDomain(tx, id))) throw new Failure('not_found', 'There is no such domain');
      await requireNobody(tx, domain);
      const owners = await store.readAliasOwners(tx, name, left + 1);
      if (owners.length > 0) return owners;
      const by = { actor, at: unixSeconds(deps.clock) };
      await store.deleteDomainRow(tx, id, by.at);
      await recordActs(tx, { domainId: id, name }, by, [{ act: 'domain_deleted' }]);
      return owners;
    });
    if (aliases.length === 0) return;
    if (aliases.length > left) throw tooManyAliases(name);
    left -= aliases.length;
    const owners = new Map(aliases.map(({ mailbox_id, deleted }) => [mailbox_id, deleted]));
    for (const [mailboxId, deleted] of owners) await removeAliases(deps, { mailboxId, deleted }, name, actor);
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

function tooManyAliases(name: string): Failure {
  const problem = `${name} has more than ${MOST_ALIASES} aliases that people of other domains have`;
  return new Failure('domain_has_aliases', `${problem}: remove some of them before`);
}

async function removeAliases(
  deps: ChangeDeps,
  { mailboxId, deleted }: { mailboxId: number; deleted: boolean },
  domain: string,
  actor: Actor,
): Promise<void> {
  const remove = async (tx: Tx, at: number) => {
    const person = await readPersonForUpdate(tx, mailboxId);
    const removed = await store.deleteAliasesIn(tx, mailboxId, domain);
    if (!person || removed.length === 0) return false;
    const acts = removed.map((address) => ({ act: 'alias_removed' as const, before: address }));
    await recordActs(tx, targetOf(person), { actor, at }, acts);
    return true;
  };
  // A deleted person may be half purged, and none of their clients need to be notified.
  if (deleted) await inTransaction(deps.db, (tx) => remove(tx, unixSeconds(deps.clock)));
  else {
    await changeMailbox(deps, mailboxId, async ({ tx, now, journal, folders }) => {
      if (await remove(tx, now)) journal('settings', folders.INBOX);
    });
  }
}
