import type { RoomKind } from '@bocau/contract/admin-rooms.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** A room as far as it is booked. */
export type BookedRoom = {
  id: number;
  address: string;
  name: string;
  kind: RoomKind;
  /** The person of the mailbox may book it. */
  may_book: boolean;
  ahead_days: number | null;
};

/** When a room is taken; moments. */
export type Slot = { original: string; at: number; until: number };
export type RoomSlot = Slot & { room_id: number };

/** Each room has its own part of the numbers that the database keeps free of overlaps. */
const numbersOf = (table: string) => sql`
  int8range(${sql.ref(`${table}.room_id`)} * 68719476736 + ${sql.ref(`${table}.at`)},
    ${sql.ref(`${table}.room_id`)} * 68719476736 + ${sql.ref(`${table}.until`)})`;

/** Whether the room `r` may be booked by the person `m`: as one of the domain, or by name, or by a group. */
const MAY_BOOK = sql`(r.bookers = 'domain' or exists (
  with recursive within(id) as (
    select g.id from calendar_room_bookers k join groups g on g.address = k.address where k.room_id = r.id
    union
    select n.member_group_id from within w join group_members n on n.group_id = w.id
    where n.member_group_id is not null
  )
  select 1 from calendar_room_bookers k join addresses a on a.address = k.address
  where k.room_id = r.id and a.mailbox_id = m.id
  union all
  select 1 from within w join group_members n on n.group_id = w.id and n.person_id = m.id))`;

/**
 * Locks the rooms that these objects take, and those of the addresses that are rooms of the mailbox's domain: who
 * books one of them waits until this transaction has ended. In the order of their ids, so that nobody waits in a circle.
 */
export async function lockRooms(
  tx: Tx,
  mailboxId: number,
  objectIds: string[],
  addresses: string[],
): Promise<BookedRoom[]> {
  // By themselves, or all rooms of the domain would be read for each event.
  const asked = await readRows(
    tx,
    sql<{ id: number }>`
    select id from calendar_rooms where address = any(${addresses}::text[])
    union
    select room_id from calendar_bookings
    where mailbox_id = ${mailboxId} and object_id = any(${objectIds}::uuid[])`,
  );
  if (asked.length === 0) return [];
  const { rows } = await sql<BookedRoom>`
    select r.id, r.address, r.name, r.kind, r.ahead_days, ${MAY_BOOK} as may_book
    from calendar_rooms r
    join mailboxes m on m.id = ${mailboxId} and m.domain_id = r.domain_id
    where r.id = any(${asked.map(({ id }) => id)}::bigint[])
    order by r.id for no key update of r`.execute(tx);
  return rows;
}

/** The addresses of a person, as they are compared. */
export async function readOwnAddresses(db: ReadDb, mailboxId: number): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ address: string }>`select address from addresses where mailbox_id = ${mailboxId}`,
  );
  return rows.map(({ address }) => address);
}

/** Frees the rooms of objects. Of a series that goes on, what is over stays. Answers which rooms they had. */
export async function deleteBookings(
  tx: Tx,
  mailboxId: number,
  { ids, series, now }: { ids: string[]; series: string[]; now: number },
): Promise<{ object_id: string; room_id: number }[]> {
  const { rows } = await sql<{ object_id: string; room_id: number }>`
    delete from calendar_bookings
    where mailbox_id = ${mailboxId} and object_id = any(${ids}::uuid[])
      and (until > ${now} or object_id <> all(${series}::uuid[]))
    returning object_id, room_id`.execute(tx);
  return rows;
}

/** Of what somebody had who was deleted: the times that others have taken meanwhile. */
export async function deleteLostBookings(
  tx: Tx,
  { mailboxId, objectId }: { mailboxId: number; objectId: string },
): Promise<void> {
  await sql`
    delete from calendar_bookings b
    where b.mailbox_id = ${mailboxId} and b.object_id = ${objectId}::uuid and not b.is_held and exists (
      select from calendar_bookings o where o.is_held and ${numbersOf('o')} && ${numbersOf('b')})`.execute(
    tx,
  );
}

/** The rooms of a meeting stay booked where another person asks to it. */
export async function moveBookings(
  tx: Tx,
  from: { mailboxId: number; objectId: string },
  to: { mailboxId: number; objectId: string },
): Promise<void> {
  await sql`
    update calendar_bookings set mailbox_id = ${to.mailboxId}, object_id = ${to.objectId}::uuid
    where mailbox_id = ${from.mailboxId} and object_id = ${from.objectId}::uuid`.execute(tx);
}

/** Which of these are taken, by their places in the list. */
export async function readClashes(db: ReadDb, slots: RoomSlot[]): Promise<ReadonlySet<number>> {
  if (slots.length === 0) return new Set();
  const wanted = slots.map(({ room_id, at, until }, place) => ({ place, room_id, at, until }));
  const rows = await readRows(
    db,
    sql<{ place: number }>`
    select w.place
    from json_to_recordset(${JSON.stringify(wanted)}) as w(place int, room_id bigint, at bigint, until bigint)
    where exists (select from calendar_bookings b where b.is_held and ${numbersOf('b')} && ${numbersOf('w')})`,
  );
  return new Set(rows.map(({ place }) => place));
}

export async function insertBookings(
  tx: Tx,
  mailboxId: number,
  bookings: (RoomSlot & { object_id: string })[],
): Promise<void> {
  if (bookings.length === 0) return;
  await sql`
    insert into calendar_bookings (mailbox_id, object_id, room_id, original, at, until, is_held)
    select m.id, b.object_id, b.room_id, b.original, b.at, b.until, m.deleted_at is null
    from mailboxes m cross join json_to_recordset(${JSON.stringify(bookings)}) as b(
      object_id uuid, room_id bigint, original text, at bigint, until bigint)
    where m.id = ${mailboxId}`.execute(tx);
}

/** The rooms that an event has, by which one of a series has them. */
export function readHeldRooms(
  db: ReadDb,
  mailboxId: number,
  objectId: string,
): Promise<{ address: string; original: string; until: number }[]> {
  return readRows(
    db,
    sql<{ address: string; original: string; until: number }>`
    select r.address, b.original, b.until
    from calendar_bookings b join calendar_rooms r on r.id = b.room_id
    where b.mailbox_id = ${mailboxId} and b.object_id = ${objectId}::uuid and b.is_held`,
  );
}

export type ShownRoom = {
  id: number;
  email: string;
  name: string;
  kind: RoomKind;
  place: string;
  seats: number | null;
  note: string;
  may_book: boolean;
  ahead_days: number | null;
};

/** The rooms of a person's domain, or those of these addresses. */
export function readRoomsOf(db: ReadDb, person: number, addresses: string[] | null): Promise<ShownRoom[]> {
  const among = addresses === null ? sql`` : sql`and r.address = any(${addresses}::text[])`;
  return readRows(
    db,
    sql<ShownRoom>`
    select r.id, r.address as email, r.name, r.kind, r.place, r.seats, r.note, r.ahead_days, ${MAY_BOOK} as may_book
    from mailboxes m join calendar_rooms r on r.domain_id = m.domain_id
    where m.id = ${person} ${among}
    order by r.kind desc, r.name, r.address`,
  );
}

/** Who has a room, as everybody of the domain may know. */
export type Taken = {
  room_id: number;
  at: number;
  until: number;
  /** Empty for somebody whom no list of the domain shows. */
  name: string;
  email: string;
  /** Null for what others have it for. */
  title: string | null;
};

const taken = (person: number) => sql`b.room_id, b.at, b.until,
  case when p.hidden then '' else p.name end as name, case when p.hidden then '' else p.email end as email,
  case when b.mailbox_id = ${person} then o.title end as title`;
const BY_WHOM = sql`join mailboxes p on p.id = b.mailbox_id
  left join calendar_occurrences o
    on o.mailbox_id = b.mailbox_id and o.object_id = b.object_id and o.original = b.original`;

/** Who has each of the rooms at one of these times, the earliest first; without what one object has itself. */
export function readTaken(
  db: ReadDb,
  { person, roomIds, slots }: { person: number; roomIds: number[]; slots: Pick<Slot, 'at' | 'until'>[] },
  except: { mailboxId: number; objectId: string } | null,
  mostOfOne: number,
): Promise<Taken[]> {
  const { mailboxId = null, objectId = null } = except ?? {};
  return readRows(
    db,
    sql<Taken>`
    select ${taken(person)}
    from unnest(${roomIds}::bigint[]) as r(room_id)
    cross join lateral (
      select distinct b.room_id, b.mailbox_id, b.object_id, b.original, b.at, b.until
      from json_to_recordset(${JSON.stringify(slots)}) as s(at bigint, until bigint)
      join calendar_bookings b on b.is_held and ${numbersOf('b')}
        && int8range(r.room_id * 68719476736 + s.at, r.room_id * 68719476736 + s.until)
      where (b.mailbox_id = ${mailboxId}::bigint and b.object_id = ${objectId}::uuid) is not true
      order by b.at limit ${mostOfOne}
    ) b
    ${BY_WHOM}
    order by b.at`,
  );
}
