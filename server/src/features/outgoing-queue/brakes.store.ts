import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

export type BrakedRow = {
  sender: string;
  at: number;
  brake: 'hour' | 'day' | 'refused';
  reason: string;
  waiting: number;
};

/** Automatically held senders of one domain or, with null, of all. */
export async function readBrakes(db: ReadDb, domainId: number | null, limit: number): Promise<BrakedRow[]> {
  return readRows<BrakedRow>(
    db,
    sql`
    select m.email as sender, h.at, h.brake, h.reason,
      (select count(*) from outbox_recipients r
        where r.mailbox_id = h.mailbox_id and r.queued_at is not null)::integer as waiting
    from held_senders h join mailboxes m on m.id = h.mailbox_id
    where h.brake is not null ${domainId === null ? sql`` : sql`and m.domain_id = ${domainId}`}
    order by h.at desc, h.mailbox_id limit ${limit}`,
  );
}

/** The domain of an automatically held sender, if the caller administers it. */
export async function findBrakedDomain(
  db: ReadDb,
  mailboxId: number,
  domainId: number | null,
): Promise<number | undefined> {
  const [found] = await readRows<{ id: number }>(
    db,
    sql`
    select m.domain_id as id from mailboxes m
    where m.id = ${mailboxId} ${domainId === null ? sql`` : sql`and m.domain_id = ${domainId}`}
      and exists (select from held_senders h where h.mailbox_id = ${mailboxId} and h.brake is not null)`,
  );
  return found?.id;
}

export type LimitsRow = { brake: boolean; brake_per_hour: number | null; brake_per_day: number | null };
/** The limits of a person's mailbox or of a domain. */
export type LimitsOf = { mailboxId: number } | { domainId: number };

export async function readLimits(db: ReadDb, of: LimitsOf): Promise<LimitsRow> {
  if ('mailboxId' in of) {
    return db
      .selectFrom('mailboxes')
      .select(['brake', 'brake_per_hour', 'brake_per_day'])
      .where('id', '=', of.mailboxId)
      .executeTakeFirstOrThrow();
  }
  const figures = await db
    .selectFrom('domains')
    .select(['brake_per_hour', 'brake_per_day'])
    .where('id', '=', of.domainId)
    .executeTakeFirstOrThrow();
  return { brake: true, ...figures };
}

export async function updateLimits(
  tx: Tx,
  of: LimitsOf,
  { brake, ...figures }: Partial<LimitsRow>,
): Promise<void> {
  if ('mailboxId' in of) {
    const set = { ...figures, ...(brake !== undefined && { brake }) };
    await tx.updateTable('mailboxes').set(set).where('id', '=', of.mailboxId).execute();
  } else await tx.updateTable('domains').set(figures).where('id', '=', of.domainId).execute();
}

export async function findDomain(db: ReadDb, name: string): Promise<number | undefined> {
  const found = await db.selectFrom('domains').select('id').where('name', '=', name).executeTakeFirst();
  return found?.id;
}

/** The administrators of this mailbox: the owners of its domain, and the providers. */
export async function readAdministrators(db: ReadDb, mailboxId: number): Promise<number[]> {
  const found = await readRows<{ id: number }>(
    db,
    sql`
    select a.id from mailboxes a join mailboxes m on m.id = ${mailboxId}
    where a.active and (a.provider or a.kind = 'owner' and a.domain_id = m.domain_id) order by a.id`,
  );
  return found.map(({ id }) => id);
}
