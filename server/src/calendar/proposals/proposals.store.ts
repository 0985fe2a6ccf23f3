import { type Selectable, sql } from 'kysely';
import type { CalendarProposalsTable } from '../../calendar-tables.ts';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type ProposalRow = Omit<Selectable<CalendarProposalsTable>, 'mailbox_id'>;
/** Which proposal of an event is meant: there is one of a guest for each of a series. */
export type ProposalName = Pick<ProposalRow, 'object_id' | 'original' | 'guest'>;

/** As many as guests of a meeting; of a series with more, the latest ones. */
const MOST_OF_EVENT = 500;

/** Of a mailbox, whatever was proposed years ago. */
const MOST_LISTED = 1_000;

/** The latest first. */
export async function readProposals(db: ReadDb, mailboxId: number, objectId: string): Promise<ProposalRow[]> {
  return readRows(
    db,
    sql<ProposalRow>`
    select object_id, original, guest, at, until, was_at, was_until, words, stamp, round, declined_at
    from calendar_proposals
    where mailbox_id = ${mailboxId} and object_id = ${objectId}::uuid
    order by stamp desc, original, guest limit ${MOST_OF_EVENT}`,
  );
}

export type ProposedTime = Pick<ProposalRow, 'object_id' | 'original' | 'was_at' | 'was_until'> & {
  mailbox_id: number;
};

/** Of all events of mailboxes what waits for an answer, the latest first. */
export async function readProposed(db: ReadDb, mailboxIds: number[]): Promise<ProposedTime[]> {
  if (mailboxIds.length === 0) return [];
  return readRows(
    db,
    sql<ProposedTime>`
    select w.mailbox_id, found.* from unnest(${mailboxIds}::bigint[]) as w(mailbox_id)
    cross join lateral (
      select object_id, original, was_at, was_until from calendar_proposals
      where mailbox_id = w.mailbox_id and declined_at is null and (at, until) <> (was_at, was_until)
      order by stamp desc limit ${MOST_LISTED}) found`,
  );
}

/** A later one of the same guest takes the place of the earlier one. False where this one is not later. */
export async function writeProposal(tx: Tx, mailboxId: number, row: ProposalRow): Promise<boolean> {
  const { object_id, original, guest, at, until, was_at, was_until, words, stamp, round } = row;
  const { rows } = await sql`
    insert into calendar_proposals as p (mailbox_id, object_id, original, guest, at, until, was_at, was_until, words,
      stamp, round, declined_at)
    values (${mailboxId}, ${object_id}::uuid, ${original}, ${guest}, ${at}, ${until}, ${was_at}, ${was_until}, ${words},
      ${stamp}, ${round}::uuid, null)
    on conflict (mailbox_id, object_id, original, guest) do update set at = excluded.at, until = excluded.until,
      was_at = excluded.was_at, was_until = excluded.was_until, words = excluded.words, stamp = excluded.stamp,
      round = excluded.round, declined_at = null
    where p.stamp < excluded.stamp
    returning p.guest`.execute(tx);
  await sql`
    delete from calendar_proposals p using (
      select original, guest from calendar_proposals
      where mailbox_id = ${mailboxId} and object_id = ${object_id}::uuid
      order by stamp desc, original, guest offset ${MOST_OF_EVENT}
    ) old
    where p.mailbox_id = ${mailboxId} and p.object_id = ${object_id}::uuid and p.original = old.original
      and p.guest = old.guest`.execute(tx);
  return rows.length > 0;
}

/** False where it was declined before, or a later one than `until` has taken its place. */
export async function markDeclined(
  tx: Tx,
  mailboxId: number,
  { object_id, original, guest }: ProposalName,
  { now, round, until }: { now: number; round: string; until: number },
): Promise<boolean> {
  const { rows } = await sql`
    update calendar_proposals set declined_at = ${now}, round = ${round}::uuid
    where mailbox_id = ${mailboxId} and object_id = ${object_id}::uuid and original = ${original}
      and guest = ${guest} and declined_at is null and stamp <= ${until}
    returning guest`.execute(tx);
  return rows.length > 0;
}

export async function deleteProposal(
  tx: Tx,
  mailboxId: number,
  { object_id, original, guest }: ProposalName,
): Promise<void> {
  await tx
    .deleteFrom('calendar_proposals')
    .where('mailbox_id', '=', mailboxId)
    .where('object_id', '=', object_id)
    .where('original', '=', original)
    .where('guest', '=', guest)
    .execute();
}

/** Of objects that are gone. */
export async function deleteProposalsOf(tx: Tx, mailboxId: number, objectIds: string[]): Promise<void> {
  if (objectIds.length === 0) return;
  await tx
    .deleteFrom('calendar_proposals')
    .where('mailbox_id', '=', mailboxId)
    .where('object_id', 'in', objectIds)
    .execute();
}
