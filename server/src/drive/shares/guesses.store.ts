import { sql } from 'kysely';
import type { Tx } from '../../tables.ts';

const GUESSES = 10;
const GUESS_SECONDS = 600;

/**
 * Counts one guess at the password of a share before it is judged, over all processes: the row of the share is locked
 * first, so that guesses at the same time can't all be the last one. False where there were too many.
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

/** A right one was none. */
export async function takeBackGuess(tx: Tx, mailboxId: number, shareId: string, id: string): Promise<void> {
  await sql`
    delete from drive_share_guesses
    where mailbox_id = ${mailboxId} and share_id = ${shareId} and id = ${id}`.execute(tx);
}

/** Another password is another one to guess: what was tried before says nothing of it. */
export async function forgetGuesses(tx: Tx, mailboxId: number, shareId: string): Promise<void> {
  await sql`
    delete from drive_share_guesses where mailbox_id = ${mailboxId} and share_id = ${shareId}`.execute(tx);
}
