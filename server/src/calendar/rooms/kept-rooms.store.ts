import type { RoomBookers, RoomBooking, RoomKind } from '@bocau/contract/admin-rooms.ts';
import { sql } from 'kysely';
import { readRows } from '../../platform/db/read-rows.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb, Tx } from '../../tables.ts';

/** A room as its owner keeps it. */
export type KeptRoom = {
  id: number;
  email: string;
  name: string;
  kind: RoomKind;
  place: string;
  seats: number | null;
  note: string;
  bookers: RoomBookers;
  /** Null where its owner has set no limit. */
  ahead_days: number | null;
  created_at: number;
  /** How often it is booked from now on. */
  booked: number;
};

export type RoomColumns = Pick<
  KeptRoom,
  'name' | 'kind' | 'place' | 'seats' | 'note' | 'bookers' | 'ahead_days'
>;

const BOOKED = (now: number) => sql`
  (select count(*)::int from calendar_bookings b where b.room_id = r.id and b.until > ${now} and b.is_held) as booked`;
const KEPT = sql`r.id, r.address as email, r.name, r.kind, r.place, r.seats, r.note, r.bookers, r.ahead_days, r.created_at`;

export function readKeptRooms(
  db: ReadDb,
  domainId: number,
  limit: number,
): Promise<Omit<KeptRoom, 'booked'>[]> {
  return readRows(
    db,
    sql<Omit<KeptRoom, 'booked'>>`
    select ${KEPT} from calendar_rooms r where r.domain_id = ${domainId}
    order by r.address limit ${limit}`,
  );
}

export async function readKeptRoom(
  db: ReadDb,
  domainId: number,
  address: string,
  now: number,
): Promise<KeptRoom | undefined> {
  const rows = await readRows(
    db,
    sql<KeptRoom>`
    select ${KEPT}, ${BOOKED(now)} from calendar_rooms r
    where r.domain_id = ${domainId} and r.address = ${address}`,
  );
  return rows[0];
}

/** When a room is booked next, and by whom. */
export function readNextBookings(
  db: ReadDb,
  roomId: number,
  now: number,
  limit: number,
): Promise<{ at: number; until: number; name: string }[]> {
  return readRows(
    db,
    sql<{ at: number; until: number; name: string }>`
    select b.at, b.until, p.name from calendar_bookings b join mailboxes p on p.id = b.mailbox_id
    where b.room_id = ${roomId} and b.until > ${now} and b.is_held
    order by b.until limit ${limit}`,
  );
}

/** The next events that have a room, and whose they are. */
export function readRoomBookings(
  db: ReadDb,
  roomId: number,
  now: number,
  limit: number,
): Promise<RoomBooking[]> {
  return readRows(
    db,
    sql<RoomBooking>`
    select b.event_id, p.name, p.email, b.at, b.until, b.last_until, b.times
    from (
      select mailbox_id, object_id as event_id, min(at) as at, min(until) as until, max(until) as last_until,
        count(*)::int as times
      from calendar_bookings where room_id = ${roomId} and until > ${now} and is_held
      group by mailbox_id, object_id order by min(at) limit ${limit}
    ) b join mailboxes p on p.id = b.mailbox_id
    order by b.at`,
  );
}

/** Whose event it is that has a room. */
export async function readHolder(
  db: ReadDb,
  roomId: number,
  objectId: string,
): Promise<{ id: number; email: string } | undefined> {
  if (!isId(objectId)) return undefined;
  const [row] = await readRows(
    db,
    sql<{ id: number; email: string }>`
    select p.id, p.email from calendar_bookings b join mailboxes p on p.id = b.mailbox_id
    where b.room_id = ${roomId} and b.object_id = ${objectId}::uuid and b.is_held limit 1`,
  );
  return row;
}

export async function countRooms(db: ReadDb, domainId: number): Promise<number> {
  const [row] = await readRows(
    db,
    sql<{ count: number }>`
    select count(*)::int as count from calendar_rooms where domain_id = ${domainId}`,
  );
  return row?.count ?? 0;
}

/** Undefined when a person, a group or a room has the address. */
export async function insertRoom(
  tx: Tx,
  room: RoomColumns & { domain_id: number; address: string; created_at: number },
): Promise<number | undefined> {
  const { domain_id, address, name, kind, place, seats, note, bookers, ahead_days, created_at } = room;
  const { rows } = await sql<{ id: number }>`
    insert into calendar_rooms (domain_id, address, name, kind, place, seats, note, bookers, ahead_days, created_at)
    select ${domain_id}, ${address}, ${name}, ${kind}, ${place}, ${seats}::integer, ${note}, ${bookers},
      ${ahead_days}::integer, ${created_at}
    where not exists (select from addresses a where a.address = ${address})
      and not exists (select from groups g where g.address = ${address})
    on conflict (address) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

export async function updateRoom(tx: Tx, roomId: number, changes: Partial<RoomColumns>): Promise<void> {
  await tx.updateTable('calendar_rooms').set(changes).where('id', '=', roomId).execute();
}

export async function deleteRoom(tx: Tx, roomId: number): Promise<void> {
  await tx.deleteFrom('calendar_rooms').where('id', '=', roomId).execute();
}

export async function readBookers(db: ReadDb, roomId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('calendar_room_bookers')
    .select('address')
    .where('room_id', '=', roomId)
    .orderBy('address')
    .execute();
  return rows.map(({ address }) => address);
}

export async function replaceBookers(tx: Tx, roomId: number, addresses: string[]): Promise<void> {
  await tx.deleteFrom('calendar_room_bookers').where('room_id', '=', roomId).execute();
  await sql`
    insert into calendar_room_bookers (room_id, address)
    select ${roomId}, address from unnest(${addresses}::text[]) as w(address)`.execute(tx);
}

/** Of these addresses those that are of no person and no group of the domain. */
export async function readStrangers(db: ReadDb, domainId: number, addresses: string[]): Promise<string[]> {
  const rows = await readRows(
    db,
    sql<{ address: string }>`
    select w.address from unnest(${addresses}::text[]) as w(address)
    where not exists (select from groups g where g.address = w.address and g.domain_id = ${domainId})
      and not exists (
        select from addresses a join mailboxes m on m.id = a.mailbox_id
        where a.address = w.address and m.domain_id = ${domainId} and m.deleted_at is null)`,
  );
  return rows.map(({ address }) => address);
}
