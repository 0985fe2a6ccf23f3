import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** Who gets it back is asked for nowhere else any more, so that rows of one meeting never lead in a circle. */
export async function writeHandOver(
  tx: Tx,
  mailboxId: number,
  { uid, to, now }: { uid: string; to: number; now: number },
): Promise<void> {
  await sql`delete from calendar_hand_overs where mailbox_id = ${to} and uid = ${uid}`.execute(tx);
  await sql`
    insert into calendar_hand_overs (mailbox_id, uid, to_mailbox_id, at)
    values (${mailboxId}, ${uid}, ${to}, ${now})
    on conflict (mailbox_id, uid) do update set to_mailbox_id = excluded.to_mailbox_id, at = excluded.at`.execute(
    tx,
  );
}

const MOST_STEPS = 20;

/** Whether a meeting that one address asked to was handed, by one person or several, to who has the other one. */
export async function isHandedOver(
  db: ReadDb,
  uid: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const rows = await readRows(
    db,
    sql<{ is_handed: boolean }>`
    with recursive chain(mailbox_id, step) as (
      select a.mailbox_id, 0 from addresses a where a.address = ${from}
      union all
      select h.to_mailbox_id, c.step + 1 from chain c
      join calendar_hand_overs h on h.mailbox_id = c.mailbox_id and h.uid = ${uid}
      where c.step < ${MOST_STEPS}
    )
    select exists (
      select from chain c join addresses b on b.mailbox_id = c.mailbox_id and b.address = ${to} where c.step > 0
    ) as is_handed`,
  );
  return rows[0]?.is_handed === true;
}

/** How many meetings somebody handed to one person since a moment, as far as they still have them. */
export async function countHandedOver(
  db: ReadDb,
  mailboxId: number,
  { to, since }: { to: number; since: number },
): Promise<number> {
  const [row] = await readRows(
    db,
    sql<{ meetings: number }>`
    select count(*)::int as meetings from calendar_hand_overs
    where mailbox_id = ${mailboxId} and to_mailbox_id = ${to} and at >= ${since}`,
  );
  return row?.meetings ?? 0;
}

/** Who hands over and who gets it, as far as it decides what becomes of meetings. */
export type HandOverPeople = {
  email: string;
  name: string;
  domain_id: number;
  signs_in: boolean;
  may_take: boolean;
};

/** Nothing where one of the two is gone. */
export async function readHandOverPeople(
  db: ReadDb,
  mailboxId: number,
  to: number,
): Promise<HandOverPeople | undefined> {
  const rows = await readRows(
    db,
    sql<HandOverPeople>`
    select p.email, p.name, p.domain_id, p.active and p.deleted_at is null as signs_in,
      h.active and h.deleted_at is null and h.domain_id = p.domain_id as may_take
    from mailboxes p join mailboxes h on h.id = ${to} where p.id = ${mailboxId}`,
  );
  return rows[0];
}

export type NextOrganiser = {
  /** Null for an address that is no mailbox here. */
  mailbox_id: number | null;
  email: string;
  name: string;
  is_inside: boolean;
  is_active: boolean;
  is_group: boolean;
};

/** Who has an address, as a person of one mailbox may know of it. */
export async function readNextOrganiser(
  db: ReadDb,
  mailboxId: number,
  address: string,
): Promise<NextOrganiser> {
  const rows = await readRows(
    db,
    sql<NextOrganiser>`
    select m.id as mailbox_id, coalesce(m.email, '') as email, coalesce(m.name, '') as name,
      coalesce(m.domain_id = o.domain_id, false) as is_inside, coalesce(m.active, false) as is_active,
      exists (select from groups g where g.address = ${address}) as is_group
    from mailboxes o
    left join (addresses a join mailboxes m on m.id = a.mailbox_id and m.deleted_at is null)
      on a.address = ${address}
    where o.id = ${mailboxId}`,
  );
  const nobody = { mailbox_id: null, email: '', name: '', is_inside: false, is_active: false };
  return rows[0] ?? { ...nobody, is_group: false };
}
