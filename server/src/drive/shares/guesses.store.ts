import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

const GUESSES = 10;
const GUESS_SECONDS = 600;

/**
 * Counts a guess at a share's password before it is checked, across all processes: the row of the share is
 * locked first, so that concurrent guesses cannot all use the last attempt. False when there were too many.
 */
export async function countGuess(
  tx: Tx,
  mailboxId: number,
  shareId: string,
  { id, now }: { id: string; now: number },
): Promise<boolean> {
  await sql`
    select 1 from drive_shares where mailbox_id = ${mailboxId} and id = ${shareId} for no key update`.execute(
    tx,
  );
  const since = now - GUESS_SECONDS;
  await sql`
    delete from drive_share_guesses
    where mailbox_id = ${mailboxId} and share_id = ${shareId} and at <= ${since}`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    insert into drive_share_guesses (mailbox_id, share_id, id, at)
    select ${mailboxId}, ${shareId}, ${id}, ${now}
    where (select count(*) from drive_share_guesses
      where mailbox_id = ${mailboxId} and share_id = ${shareId}) < ${GUESSES}
    returning id`.execute(tx);
  return rows.length > 0;
}

/** A correct password does not count as a guess. */
export async function takeBackGuess(tx: Tx, mailboxId: number, shareId: string, id: string): Promise<void> {
  await sql`
    delete from drive_share_guesses
    where mailbox_id = ${mailboxId} and share_id = ${shareId} and id = ${id}`.execute(tx);
}

/** A new password resets the count of guesses. */
export async function forgetGuesses(tx: Tx, mailboxId: number, shareId: string): Promise<void> {
  await sql`
    delete from drive_share_guesses where mailbox_id = ${mailboxId} and share_id = ${shareId}`.execute(tx);
}
