import { sql } from 'kysely';
import { orphanBlobs } from '../../kernel/orphaned-blobs.store.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

const OF_DOMAIN = (domain: string) => sql<boolean>`split_part(address, '@', 2) = ${domain}`;

/** `until`: when the last deleted person is purged. */
export type PeopleLeft = { people: number; deleted: number; until: number | null };

/** Counted up to this limit. */
export async function readPeopleLeft(db: ReadDb, domainId: number, most: number): Promise<PeopleLeft> {
  const [row] = await readRows<PeopleLeft>(
    db,
    sql`
    select count(*) as people, count(deleted_at) as deleted, max(purge_at) as until
    from (select deleted_at, purge_at from mailboxes where domain_id = ${domainId} limit ${most}) m`,
  );
  return row as PeopleLeft;
}

/** `deleted`: by an administrator; the rest of the account may be gone already. */
export type AliasOwner = { mailbox_id: number; deleted: boolean };

/** The owner of each address in the domain, up to a limit: people of other domains, once its own are gone. */
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

/** With everything that references it: its keys, its single sign-on, its templates, and its administrators' tokens. */
export async function deleteDomainRow(tx: Tx, domainId: number, now: number): Promise<void> {
  const images = sql`select blob from domain_template_images where domain_id = ${domainId}`;
  await sql`${orphanBlobs(images, now)}`.execute(tx);
  await tx.deleteFrom('admin_tokens').where('domain_id', '=', domainId).execute();
  await tx.deleteFrom('domains').where('id', '=', domainId).execute();
}
