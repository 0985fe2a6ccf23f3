import { requireFreshAdmin } from '../../access/fresh-proof.ts';
import type { AdminCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import type { Db, ReadDb, Tx } from '../../tables.ts';
import {
  type AdministeredDomain,
  lockWholeDomain,
  readAdministeredDomain,
} from './administered-domain.store.ts';

/** A domain that the caller administers: owners their own, providers every one. */
export async function administeredDomain(
  db: ReadDb,
  { actor }: Pick<AdminCaller, 'actor'>,
  name: string,
): Promise<AdministeredDomain> {
  const domain = await readAdministeredDomain(db, name.toLowerCase(), actor.domainId);
  if (!domain) throw domainNotFound();
  return domain;
}

/** The same for a change, by a caller who has re-authenticated recently. */
export async function domainToChange(
  { db, clock }: { db: Db; clock: Clock },
  caller: AdminCaller,
  name: string,
): Promise<AdministeredDomain> {
  requireFreshAdmin(caller, clock);
  return administeredDomain(db, caller, name);
}

/** Locks the domain first, so that the answered time of a change is after those of the changes that it waited for. */
export async function beginDomainChange(
  { clock }: { clock: Clock },
  tx: Tx,
  { id }: AdministeredDomain,
): Promise<number> {
  if (await lockWholeDomain(tx, id)) return unixSeconds(clock);
  throw domainNotFound();
}

function domainNotFound(): Failure {
  return new Failure('not_found', 'There is no such domain');
}
