import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

/** Which of the sessions still stand, without making them last longer; by the hashes of their tokens. */
export async function readLivingSessions(db: Db, tokenHashes: Buffer[], now: number): Promise<Buffer[]> {
  const { rows } = await sql<{ token_hash: Buffer }>`
    select s.token_hash
    from sessions s join mailboxes m on m.id = s.mailbox_id join domains d on d.id = m.domain_id
    where s.token_hash = any(${tokenHashes}::bytea[]) and s.expires_at > ${now} and m.active and d.active`.execute(
    db,
  );
  return rows.map((row) => row.token_hash);
}
