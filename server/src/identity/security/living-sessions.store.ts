import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

/** No use extends a session beyond this. */
export const LONGEST_SESSION_SECONDS = 180 * 24 * 3600;

function lives(now: number): RawBuilder<boolean> {
  return sql<boolean>`s.expires_at > ${now} and m.active and d.active
      and coalesce(s.ends_at, s.created_at + ${LONGEST_SESSION_SECONDS}) > ${now} and ${isUnrestricted()}`;
}

/**
 * The same condition as `mustFirstOf` of sign-ins, in SQL: a session that must do something first has no access to mail.
 */
function isUnrestricted(): RawBuilder<boolean> {
  return sql<boolean>`(m.password_exposed_at is null or s.method = 'sign_on')`;
}

/** Which of the sessions are still valid, by the hashes of their tokens. */
export async function readLivingSessions(db: ReadDb, tokenHashes: Buffer[], now: number): Promise<Buffer[]> {
  const rows = await readRows<{ token_hash: Buffer }>(
    db,
    sql`
    select s.token_hash
    from sessions s join mailboxes m on m.id = s.mailbox_id join domains d on d.id = m.domain_id
    where s.token_hash = any(${tokenHashes}::bytea[]) and ${lives(now)}`,
  );
  return rows.map((row) => row.token_hash);
}

export async function hasLivingSession(
  db: ReadDb,
  { sessionId, mailboxId, now }: { sessionId: string; mailboxId: number; now: number },
): Promise<boolean> {
  if (!isId(sessionId)) return false;
  const rows = await readRows<{ id: string }>(
    db,
    sql`
    select s.id
    from sessions s join mailboxes m on m.id = s.mailbox_id join domains d on d.id = m.domain_id
    where s.id = ${sessionId} and ${lives(now)} and (s.mailbox_id = ${mailboxId} or exists (
      select from memberships ms join mailboxes o on o.id = ms.mailbox_id
      where ms.mailbox_id = ${mailboxId} and ms.person_id = s.mailbox_id and o.domain_id = m.domain_id and o.active))`,
  );
  return rows.length > 0;
}
