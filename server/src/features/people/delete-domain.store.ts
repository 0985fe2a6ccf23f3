import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

const OF_DOMAIN = (domain: string) => sql<boolean>`split_part(address, '@', 2) = ${domain}`;

/** Nobody joins it meanwhile: who is added refers to its row. False where it is gone. */
export async function lockDomainToDelete(tx: Tx, domainId: number): Promise<boolean> {
  const locked = tx.selectFrom('domains').select('id').where('id', '=', domainId).forUpdate();
  return (await locked.executeTakeFirst()) !== undefined;
}

/** `until`: when the last of those who were deleted is removed. */
export type PeopleLeft = { people: number; deleted: number; until: number | null };

/** Of them at most so many are counted. */
export async function readPeopleLeft(db: ReadDb, domainId: number, most: number): Promise<PeopleLeft> {
  const [row] = await readRows<PeopleLeft>(
    db,
    sql`
    select count(*) as people, count(deleted_at) as deleted, max(purge_at) as until
    from (select deleted_at, purge_at from mailboxes where domain_id = ${domainId} limit ${most}) m`,
  );
  return row as PeopleLeft;
}

/** `deleted`: an administrator did so, and the rest of theirs may be gone as well. */
export type AliasOwner = { mailbox_id: number; deleted: boolean };

/** Of each address in the domain who has it, of so many at most: people of other domains, once nobody is left in it. */
export function readAliasOwners(db: ReadDb, domain: string, most: number): Promise<AliasOwner[]> {
  return db
    .selectFrom('addresses')
    .innerJoin('mailboxes', 'mailboxes.id', 'mailbox_id')
    .select(['mailbox_id', sql<boolean>`deleted_at is not null`.as('deleted')])
    .where(OF_DOMAIN(domain))
    .limit(most)
    .execute();
}

export async function deleteAliasesIn(tx: Tx, mailboxId: number, domain: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('addresses')
    .where('mailbox_id', '=', mailboxId)
    .where(OF_DOMAIN(domain))
    .returning('address')
    .execute();
  return rows.map(({ address }) => address);
}

/** With what refers to it: its keys, its single sign-on, and the tokens that administer it alone. */
export async function deleteDomainRow(tx: Tx, domainId: number): Promise<void> {
  await tx.deleteFrom('admin_tokens').where('domain_id', '=', domainId).execute();
  await tx.deleteFrom('domains').where('id', '=', domainId).execute();
}
