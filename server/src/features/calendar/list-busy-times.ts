import type { BusyPerson, BusyTime } from '@bocau/contract/calendar-busy.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { refusePrivateChange } from '../../calendar/access/hide-private.ts';
import { reachObject } from '../../calendar/access/reach.ts';
import { type BusyRow, readBusy, readShown } from '../../calendar/busy/busy.store.ts';
import { zoneNamed } from '../../calendar/ical/zones.ts';
import { readWholeObjects } from '../../calendar/objects/objects.store.ts';
import type { Span } from '../../calendar/occurrences/occurrences-of.ts';
import { eventNotFound } from '../../calendar/refusals.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import type { ReadDb } from '../../tables.ts';
import { roomTimesWithin } from './rooms/free-rooms.ts';
import { type Days, spansOf } from './spans-of-days.ts';

/** Of one person: enough for a month that is full of quarters of an hour. */
const MOST_OF_ONE = 3_000;

type Meeting = { mailboxId: number; objectId: string; uid: string };

/** When people are busy, in the order of the addresses. Who is not known is told like who shows nothing. */
export async function listBusyTimes(
  db: ReadDb,
  person: number,
  { emails, event_id, ...days }: Days & { emails: string[]; event_id?: string | undefined },
): Promise<BusyPerson[]> {
  const except = event_id === undefined ? null : await meetingOf(db, person, event_id);
  return busyTimesWithin(db, person, emails, { ...spansOf(days, LIMITS.busyDays), zone: days.zone, except });
}

/** By its UID it is the same one in the calendars of its guests. */
async function meetingOf(db: ReadDb, person: number, id: string): Promise<Meeting> {
  const { mailboxId, permission } = await reachObject(db, person, id, 'WRITE');
  const [whole] = await readWholeObjects(db, mailboxId, [id]);
  if (!whole) throw eventNotFound();
  refusePrivateChange(permission, whole.source, null);
  return { mailboxId, objectId: id, uid: whole.uid };
}

/** `walls`: the span as clocks on the wall show it, in the zone by which is read what has none. */
export async function busyTimesWithin(
  db: ReadDb,
  person: number,
  emails: string[],
  { shown, walls, zone, except = null }: { shown: Span; walls: Span; zone: string; except?: Meeting | null },
): Promise<BusyPerson[]> {
  const wide = { from: Math.min(shown.from, walls.from), to: Math.max(shown.to, walls.to) };
  const folded = new Map(emails.map((email) => [email, foldAddress(email)]));
  const people = await readShown(db, person, [...new Set(folded.values())]);
  const known = [...new Map(people.map((one) => [one.mailbox_id, one])).values()];
  const asked = known.map(({ mailbox_id, calendars }) => ({ mailbox_id, calendars }));
  const rows = known.length === 0 ? [] : await readBusy(db, asked, wide, MOST_OF_ONE, except?.uid);
  const byPerson = Map.groupBy(rows, ({ mailbox_id }) => mailbox_id);
  const byAddress = new Map(people.map((one) => [one.address, one]));
  const busyOf = new Map(
    known.map(({ mailbox_id }) => [mailbox_id, timesOf(byPerson.get(mailbox_id) ?? [], zone, shown)]),
  );
  const others = emails.filter((email) => !byAddress.has(folded.get(email) ?? ''));
  const rooms = others.length === 0 ? [] : await roomTimesWithin(db, person, others, shown, except);
  const roomsByAddress = new Map(rooms.map((room) => [room.email, room]));
  return emails.map((email) => {
    const found = byAddress.get(folded.get(email) ?? '');
    const room = roomsByAddress.get(folded.get(email) ?? '');
    if (room)
      return {
        email,
        name: room.name,
        busy: room.taken.map(({ at, until }) => ({ at, until, tentative: false })),
      };
    if (!found) return { email, name: '', busy: null };
    return { email, name: found.name, busy: busyOf.get(found.mailbox_id) ?? [] };
  });
}

/** Within the span; what overlaps is one, so that it isn't told how much there is. */
function timesOf(rows: BusyRow[], zone: string, span: Span): BusyTime[] {
  const place = zoneNamed(zone);
  const moment = ({ kind }: BusyRow, at: number) => (kind === 'zoned' || !place ? at : place.momentOf(at));
  const times = rows
    .map((row) => ({
      at: Math.max(span.from, moment(row, row.at)),
      until: Math.min(span.to, moment(row, row.until)),
      tentative: row.is_tentative,
    }))
    .filter(({ at, until }) => at < until);
  const merged = [true, false].flatMap((tentative) =>
    joined(times.filter((one) => one.tentative === tentative)),
  );
  return merged.toSorted((a, b) => a.at - b.at || a.until - b.until);
}

function joined(times: BusyTime[]): BusyTime[] {
  const found: BusyTime[] = [];
  for (const time of times.toSorted((a, b) => a.at - b.at)) {
    const last = found.at(-1);
    if (last && time.at <= last.until) last.until = Math.max(last.until, time.until);
    else found.push({ ...time });
  }
  return found;
}
