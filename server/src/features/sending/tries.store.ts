import { sql } from 'kysely';
import type { Db } from '../../tables.ts';
import type { RecipientChange } from './recipient-rows.ts';
import type { LetterKey } from './sending-tasks.ts';

/** One try to reach a recipient. Its number is its right: who tries again takes another, and this one has none left. */
export type Try = { address: string; email: string; attempts: number; first_tried_at: number };

type Place = LetterKey & { destination: string };

/** Recipients whom a process was giving the letter to when it died: nobody knows whether they have it. */
export async function giveUpHandingOver(db: Db, place: Place, now: number): Promise<void> {
  await sql`
    update outbox_recipients set state = 'unclear', at = ${now}, reply = ${UNHEARD}
    where ${inPlace(place)} and state = 'handing_over'`.execute(db);
}

const UNHEARD = 'The program stopped before it heard the answer';

/** Takes what is due, and what a process was trying when it died: that one had given nothing away. */
export async function takeTries(db: Db, place: Place, now: number): Promise<Try[]> {
  const { rows } = await sql<Try>`
    update outbox_recipients
    set state = 'trying', attempts = attempts + 1, first_tried_at = coalesce(first_tried_at, ${now}), next_at = null
    where ${inPlace(place)} and (state = 'trying' or state = 'waiting' and coalesce(next_at, 0) <= ${now})
    returning address, email, attempts, first_tried_at`.execute(db);
  return rows;
}

/** From here on a death leaves it unclear. Says no when one of the tries has lost its right meanwhile. */
export async function beginHandingOver(db: Db, place: Place, tries: Try[]): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update outbox_recipients r set state = 'handing_over' from ${given(tries)}
      where ${inPlace(place)} and r.address = t.address and r.attempts = t.attempts and r.state = 'trying'
      returning r.address`.execute(tx);
    if (rows.length === tries.length) return true;
    // Taken back whole: a letter goes to all of these or to none.
    await sql`
      update outbox_recipients r set state = 'trying' from ${given(tries)}
      where ${inPlace(place)} and r.address = t.address and r.attempts = t.attempts and r.state = 'handing_over'
      `.execute(tx);
    return false;
  });
}

/** Writes what became of one try, unless somebody has tried again since. */
export async function endTry(
  db: Db,
  { mailboxId, outboxId }: LetterKey,
  { address, attempts }: Try,
  to: RecipientChange,
): Promise<void> {
  await db
    .updateTable('outbox_recipients')
    .set(to)
    .where('mailbox_id', '=', mailboxId)
    .where('outbox_id', '=', outboxId)
    .where('address', '=', address)
    .where('attempts', '=', attempts)
    // What was thought to be unclear is not when the answer is known after all.
    .where('state', 'in', ['trying', 'handing_over', 'unclear'])
    .execute();
}

/** When the next recipient of this place is to be tried; null where none waits. */
export async function nextTryAt(db: Db, place: Place): Promise<number | null> {
  const { rows } = await sql<{ at: number | null }>`
    select min(coalesce(next_at, 0)) as at from outbox_recipients
    where ${inPlace(place)} and state = 'waiting'`.execute(db);
  return rows[0]?.at ?? null;
}

function inPlace({ mailboxId, outboxId, destination }: Place) {
  return sql`mailbox_id = ${mailboxId} and outbox_id = ${outboxId} and destination = ${destination}`;
}

function given(tries: Try[]) {
  return sql`unnest(${tries.map((one) => one.address)}::text[], ${tries.map((one) => one.attempts)}::integer[])
    as t(address, attempts)`;
}

export type Source = { blob: string; sender: string };

/** What is to be handed over, and in whose name; undefined once the letter has ended. */
export async function readSource(db: Db, { mailboxId, outboxId }: LetterKey): Promise<Source | undefined> {
  const { rows } = await sql<Source>`
    select encode(blob, 'hex') as blob, sender from outbox
    where mailbox_id = ${mailboxId} and id = ${outboxId} and state = 'sending' and blob is not null`.execute(
    db,
  );
  return rows[0];
}
