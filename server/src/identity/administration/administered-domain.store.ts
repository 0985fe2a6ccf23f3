import type { ReadDb, Tx } from '../../tables.ts';

export type AdministeredDomain = { id: number; name: string };

/** The domain of this name; with the id of the one that somebody administers, that one only. */
export function readAdministeredDomain(
  db: ReadDb,
  name: string,
  domainId: number | null,
): Promise<AdministeredDomain | undefined> {
  const named = db.selectFrom('domains').select(['id', 'name']).where('name', '=', name);
  return (domainId === null ? named : named.where('id', '=', domainId)).executeTakeFirst();
}

/**
 * Against everything that gets an address in the domain meanwhile: a new mailbox references this row, too. False when the
 * domain is gone.
 */
export async function lockWholeDomain(tx: Tx, domainId: number): Promise<boolean> {
  const locked = tx.selectFrom('domains').select('id').where('id', '=', domainId).forUpdate();
  return (await locked.executeTakeFirst()) !== undefined;
}
