import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type OfficeToken = {
  /** The owner of the file. */
  mailbox_id: number;
  entry_id: string;
  permission: 'READ' | 'WRITE';
  person_mailbox_id: number;
  /** The user's name as shown to others. */
  person: string;
  session_id: string;
};

/**
 * What a token gives access to, as long as its session is valid: looked up at each call, so a token expires
 * with its session, and with the user's right to sign in.
 */
export async function readOfficeToken(
  db: ReadDb,
  tokenHash: Buffer,
  now: number,
): Promise<OfficeToken | undefined> {
  const rows = await readRows<OfficeToken>(
    db,
    sql`
    select t.mailbox_id, t.entry_id, t.permission, t.person_mailbox_id, t.person, t.session_id
    from drive_office_tokens t
    join sessions s on s.id = t.session_id::uuid and s.mailbox_id = t.person_mailbox_id
    join mailboxes m on m.id = s.mailbox_id join domains d on d.id = m.domain_id
    where t.token_hash = ${tokenHash} and t.expires_at > ${now} and s.expires_at > ${now}
      and coalesce(s.ends_at, ${now} + 1) > ${now} and m.active and d.active and m.enable_drive`,
  );
  return rows[0];
}

export async function insertOfficeToken(
  tx: Tx,
  token: OfficeToken & { token_hash: Buffer; expires_at: number },
): Promise<void> {
  await tx.insertInto('drive_office_tokens').values(token).execute();
}

/** Expired tokens, in batches. */
export async function deleteExpiredTokens(tx: Tx, now: number): Promise<void> {
  await sql`
    delete from drive_office_tokens where token_hash in (
      select token_hash from drive_office_tokens where expires_at <= ${now} order by expires_at limit 100)`.execute(
    tx,
  );
}
