import type { Actor } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { type Administered, readAdministered } from './security.store.ts';

/** The person with that id; one in another domain is reported as not found. */
export async function administeredBy(db: ReadDb, id: string, { domainId }: Actor): Promise<Administered> {
  const mailboxId = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : 0;
  const person = await readAdministered(db, mailboxId, domainId);
  if (!person) throw new Failure('not_found', 'There is no such person');
  return person;
}
