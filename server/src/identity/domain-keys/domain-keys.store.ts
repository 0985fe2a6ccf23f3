import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type DomainKeyRow = {
  domain_id: number;
  selector: string;
  private_key: Buffer;
  signs: boolean;
  created_at: number;
};

export async function insertDomainKey(tx: Tx, row: DomainKeyRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('domain_keys')
    .values(row)
    .onConflict((conflict) => conflict.columns(['domain_id', 'selector']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Oldest first. */
export async function readDomainKeys(db: ReadDb, domainId: number): Promise<DomainKeyRow[]> {
  return db
    .selectFrom('domain_keys')
    .selectAll()
    .where('domain_id', '=', domainId)
    .orderBy('created_at')
    .orderBy('selector')
    .execute();
}

/** The active signing key of one of our domains. */
export async function readSigningKey(db: ReadDb, domain: string): Promise<DomainKeyRow | undefined> {
  const [row] = await readRows<DomainKeyRow>(
    db,
    sql`
    select k.domain_id, k.selector, k.private_key, k.signs, k.created_at
    from domains d join domain_keys k on k.domain_id = d.id and k.signs where d.name = ${domain}`,
  );
  return row;
}

/** Makes this key the only signing key of the domain; null disables signing. */
export async function setSigningKey(tx: Tx, domainId: number, selector: string | null): Promise<void> {
  await tx
    .updateTable('domain_keys')
    .set({ signs: false })
    .where('domain_id', '=', domainId)
    .where('signs', '=', true)
    .execute();
  if (selector === null) return;
  await tx
    .updateTable('domain_keys')
    .set({ signs: true })
    .where('domain_id', '=', domainId)
    .where('selector', '=', selector)
    .execute();
}

export async function deleteDomainKey(tx: Tx, domainId: number, selector: string): Promise<void> {
  await tx
    .deleteFrom('domain_keys')
    .where('domain_id', '=', domainId)
    .where('selector', '=', selector)
    .execute();
}

/** Locked until the transaction ends. Each domain has only a few. */
export async function lockDomainKeys(tx: Tx): Promise<DomainKeyRow[]> {
  return tx.selectFrom('domain_keys').selectAll().forUpdate().execute();
}

export async function writePrivateKey(
  tx: Tx,
  { domain_id, selector, private_key }: Pick<DomainKeyRow, 'domain_id' | 'selector' | 'private_key'>,
): Promise<void> {
  await tx
    .updateTable('domain_keys')
    .set({ private_key })
    .where('domain_id', '=', domain_id)
    .where('selector', '=', selector)
    .execute();
}
