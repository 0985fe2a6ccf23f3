import { type RawBuilder, sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';
import { isNotDeclined } from '../access/owner-addresses.store.ts';
import { cutFairly, readCutFairly } from '../occurrences/fair-cut.store.ts';
import type { Span } from '../occurrences/occurrences-of.ts';

/** Whether colleagues see when a person is busy. */
export async function showsBusy(db: ReadDb, person: number): Promise<boolean> {
  const [row] = await readRows(
    db,
    sql<{ shows_busy: boolean }>`select shows_busy from calendar_state where mailbox_id = ${person}`,
  );
  return row?.shows_busy ?? true;
}

export async function writeShowsBusy(tx: Tx, person: number, shows: boolean): Promise<void> {
  await tx
    .updateTable('calendar_state')
    .set({ shows_busy: shows })
    .where('mailbox_id', '=', person)
    .execute();
}

export type Shown = {
  address: string;
  mailbox_id: number;
  name: string;
  /** Those that are shared with who asks; null for all. */
  calendars: string[] | null;
};

/**
 * Of these addresses the people of one's domain, oneself too, with what they show of their times: all of it, unless they
 * chose otherwise or are hidden, and then what they share.
 */
export function readShown(db: ReadDb, person: number, addresses: string[]): Promise<Shown[]> {
  return readRows(
    db,
    sql<Shown>`
    select w.address, m.id as mailbox_id, m.name,
      case when m.id = ${person} or (not m.hidden and coalesce(c.shows_busy, true)) then null
        else s.calendars end as calendars
    from unnest(${addresses}::text[]) as w(address)
    join addresses a on a.address = w.address
    join mailboxes m on m.id = a.mailbox_id and m.deleted_at is null
    join mailboxes own on own.id = ${person} and own.domain_id = m.domain_id
    left join calendar_state c on c.mailbox_id = m.id
    left join lateral (
      select json_agg(b.calendar_id) as calendars from calendar_members b
      where b.mailbox_id = m.id and b.with_mailbox_id = ${person}
    ) s on true
    where m.id = ${person} or (not m.hidden and coalesce(c.shows_busy, true)) or s.calendars is not null`,
  );
}

export type BusyRow = {
  mailbox_id: number;
  kind: 'zoned' | 'floating' | 'day';
  at: number;
  until: number;
  is_tentative: boolean;
};

const WEEK = 7 * 24 * 3600;

/**
 * When people are busy within a span: one range of each one's index. What they have declined leaves them free, and what they have
 * not answered or may come to is not certain.
 */
export async function readBusy(
  db: ReadDb,
  people: Pick<Shown, 'mailbox_id' | 'calendars'>[],
  { from, to }: Span,
  limit: number,
  /** Of a meeting that takes no time. */
  without = '',
): Promise<BusyRow[]> {
  const columns = sql`object_id, kind, at, until, is_tentative or is_waiting or is_maybe as is_tentative`;
  const others =
    without === ''
      ? sql``
      : sql`and object_id <> all(array(
          select id from calendar_objects where mailbox_id = w.mailbox_id and uid = ${without}))`;
  const busy = sql`and is_busy and ${isNotDeclined}
    and (w.calendars is null or calendar_id = any(w.calendars)) ${others}`;
  const within = (first: (by: RawBuilder<unknown>) => RawBuilder<unknown>) => sql`
      (select ${columns} from calendar_occurrences o
        where mailbox_id = w.mailbox_id and at >= ${from - WEEK} and at < ${to}
          and until - at <= ${WEEK} and until > ${from} ${busy}
        ${first(sql`at`)})
      union all
      (select ${columns} from calendar_occurrences o
        where mailbox_id = w.mailbox_id and until - at > 604800 and until > ${from} and at < ${to} ${busy}
        ${first(sql`until`)})`;
  const first = within((by) => sql`order by ${by} limit ${limit}`);
  const fairly = cutFairly(
    within(() => sql``),
    { columns: sql`*`, limit: 2 * limit },
  );
  return readCutFairly(people, limit, (some, isFair) =>
    readRows(
      db,
      sql<BusyRow>`
    select w.mailbox_id, f.kind, f.at, f.until, f.is_tentative
    from json_to_recordset(${JSON.stringify(some)}) as w(mailbox_id bigint, calendars uuid[])
    cross join lateral (${isFair ? fairly : first}) f`,
    ),
  );
}
