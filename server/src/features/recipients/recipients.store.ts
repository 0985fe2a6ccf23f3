import type { MailAddress } from '@bocau/contract/fields.ts';
import { sql } from 'kysely';
import { comparedForm } from '../../mail/people/compared-form.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** `isDeleted`: reserved for a deleted person; mail to it is refused. */
export type InsideAddress = { address: string; isDeleted: boolean };

/** Which of the normalized addresses belong to mailboxes and groups of the caller's domain. */
export async function readInsideAddresses(
  db: ReadDb,
  mailboxId: number,
  addresses: string[],
): Promise<InsideAddress[]> {
  return readRows(
    db,
    sql<InsideAddress>`
      select a.address, m.deleted_at is not null as "isDeleted"
      from unnest(${addresses}::text[]) as w(address)
      join addresses a on a.address = w.address
      join mailboxes m on m.id = a.mailbox_id
      join mailboxes own on own.id = ${mailboxId} and own.domain_id = m.domain_id
      union all
      select g.address, false
      from unnest(${addresses}::text[]) as w(address)
      join groups g on g.address = w.address
      join mailboxes own on own.id = ${mailboxId} and own.domain_id = g.domain_id`,
  );
}

/** `catchesAll`: the domain has a catch-all. */
export type ServedDomain = { name: string; catchesAll: boolean };

/**
 * The caller's own domain, if mail to it is delivered locally; null when it is sent out, because the domain
 * is not verified.
 */
export async function readServedDomain(db: ReadDb, mailboxId: number): Promise<ServedDomain | null> {
  const rows = await readRows(
    db,
    sql<ServedDomain>`
      select d.name, exists (
        select from mailboxes c where c.id = d.catch_all_mailbox_id and c.deleted_at is null) as "catchesAll"
      from mailboxes m join domains d on d.id = m.domain_id and d.verified
      where m.id = ${mailboxId}`,
  );
  return rows[0] ?? null;
}

/** How many are compared: in a large domain thousands share a common name. */
const MEMBERS_COMPARED = 100;

/**
 * Mailboxes of the caller's domain that have all of these words, and some that have one of them; each is
 * given as in a tsquery, with `~` for the number of the domain.
 */
export async function readMembersLike(
  db: ReadDb,
  mailboxId: number,
  words: string[],
): Promise<MailAddress[]> {
  const domain = sql`(select own.domain_id from mailboxes own where own.id = ${mailboxId})`;
  const like = (join: ' & ' | ' | ') => sql`
    select m.email, m.name from mailboxes m
    where member_words(m.domain_id, m.name, m.email)
        @@ replace(${words.join(join)}, '~', ${domain}::text)::tsquery
      and m.deleted_at is null and not m.hidden and m.id <> ${mailboxId} limit ${sql.lit(MEMBERS_COMPARED)}`;
  return readRows(
    db,
    sql<MailAddress>`select p.email, p.name from ((${like(' & ')}) union (${like(' | ')})) p`,
  );
}

export type Correspondent = { name: string; sent_count: number; received_count: number; last_at: number };

/** Locks the row; a replaced one is skipped. */
export async function readCorrespondentForUpdate(
  tx: Tx,
  mailboxId: number,
  email: string,
): Promise<Correspondent | undefined> {
  const rows = await readRows(
    tx,
    sql<Correspondent>`
      select name, sent_count, received_count, last_at from correspondents
      where mailbox_id = ${mailboxId} and email = ${email} and not replaced for update`,
  );
  return rows[0];
}

/**
 * Adds the counts to the stored ones, and reverts a replacement. A known name is overwritten only by another
 * name.
 */
export async function upsertCorrespondent(
  tx: Tx,
  mailboxId: number,
  email: string,
  correspondent: Correspondent,
): Promise<void> {
  const { name, sent_count: sent, received_count: received, last_at: at } = correspondent;
  await sql`
    insert into correspondents as c (mailbox_id, email, name, folded, sent_count, received_count, last_at)
    values (${mailboxId}, ${email}, ${name}, ${comparedForm({ name, email })}, ${sent}, ${received}, ${at})
    on conflict (mailbox_id, email) do update set
      name = case when excluded.name <> '' then excluded.name else c.name end,
      folded = case when excluded.name <> '' then excluded.folded else c.folded end,
      sent_count = c.sent_count + excluded.sent_count,
      received_count = c.received_count + excluded.received_count,
      last_at = greatest(c.last_at, excluded.last_at),
      replaced = false`.execute(tx);
}

/**
 * The row is kept as a tombstone, so that the next message from this address does not restore the suggestion.
 */
export async function markReplaced(tx: Tx, mailboxId: number, email: string): Promise<void> {
  await sql`
    insert into correspondents (mailbox_id, email, name, folded, sent_count, received_count, last_at, replaced)
    values (${mailboxId}, ${email}, '', ${comparedForm({ name: '', email })}, 0, 0, 0, true)
    on conflict (mailbox_id, email) do update set replaced = true, sent_count = 0, received_count = 0`.execute(
    tx,
  );
}
