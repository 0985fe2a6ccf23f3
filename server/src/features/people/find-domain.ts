import type { Actor } from '../../platform/caller.ts';
import { Failure } from '../../platform/failure.ts';
import type { ReadDb } from '../../tables.ts';
import { type DomainRow, readDomain } from './domains.store.ts';

/** A domain that the caller administers. */
export async function domainOf(db: ReadDb, name: string, { domainId }: Actor): Promise<DomainRow> {
  const row = await readDomain(db, name.toLowerCase(), domainId);
  if (!row) throw new Failure('not_found', 'There is no such domain');
  return row;
}
