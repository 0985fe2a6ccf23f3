import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** The shares `s` with a password that are neither expired nor revoked. */
const isOutside = (now: number) => sql<boolean>`
  s.password_hash is not null and s.state <> 'revoked' and (s.expires_at is null or s.expires_at > ${now})`;

export async function countOutsideLinks(db: ReadDb, mailboxId: number, now: number): Promise<number> {
  const rows = await readRows(
    db,
    sql<{ count: number }>`
    select count(*) as count from drive_shares s where s.mailbox_id = ${mailboxId} and ${isOutside(now)}`,
  );
  return rows[0]?.count ?? 0;
}

/** Marks them as revoked by the domain, so that it can restore them; returns how many. */
export async function endOutsideLinks(tx: Tx, mailboxId: number, now: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update drive_shares s set state = 'revoked', revoked_at = ${now}, revoked_by = 'domain'
    where s.mailbox_id = ${mailboxId} and ${isOutside(now)}`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Shares with a password that also name colleagues. */
export async function readMixedShares(db: ReadDb, mailboxId: number, now: number): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select s.id from drive_shares s
    where s.mailbox_id = ${mailboxId} and ${isOutside(now)} and exists (
      select from drive_share_people p
      where p.mailbox_id = ${mailboxId} and p.share_id = s.id and p.with_mailbox_id is not null)`,
  );
  return rows.map(({ id }) => id);
}

/** Creates a share of the same entries for the colleagues only, and removes them from the other one. */
export async function splitInside(
  tx: Tx,
  mailboxId: number,
  { id, newId }: { id: string; newId: string },
): Promise<void> {
  await sql`
    insert into drive_shares (mailbox_id, id, state, permission, created_at, active_since, expires_at, sent_with)
    select ${mailboxId}, ${newId}, s.state, s.permission, s.created_at, s.active_since, s.expires_at, s.sent_with
    from drive_shares s where s.mailbox_id = ${mailboxId} and s.id = ${id}`.execute(tx);
  await sql`
    insert into drive_share_entries (mailbox_id, share_id, entry_id)
    select ${mailboxId}, ${newId}, e.entry_id
    from drive_share_entries e where e.mailbox_id = ${mailboxId} and e.share_id = ${id}`.execute(tx);
  await sql`
    update drive_share_people set share_id = ${newId}
    where mailbox_id = ${mailboxId} and share_id = ${id} and with_mailbox_id is not null`.execute(tx);
}
