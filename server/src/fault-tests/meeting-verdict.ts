import type { CalendarEvent, Occurrence } from '@bocau/contract/calendar.ts';
import { sql } from 'kysely';
import { eventTime } from '../calendar/ical/event-fields.ts';
import { momentOf } from '../calendar/ical/event-time.ts';
import type { AppContext } from '../context.ts';
import type { BlobKey } from '../platform/blobs/blob-store.ts';
import { kyselyOf } from '../platform/db/kysely-of.ts';
import { calendarMark } from '../platform/mime/calendar-mark.ts';
import { type MeetingPerson, nameOf } from './meeting-sides.ts';
import { DOMAIN } from './prepare-people.ts';

/** The meetings that stand, as those who asked to them have them. */
type Meetings = Map<string, CalendarEvent>;
/** Events by name of meeting, and by address of whose calendar they are in. */
type Copies = Map<string, Map<string, CalendarEvent>>;

const isHere = (email: string) => email.endsWith(`@${DOMAIN}`);

/** Compares what everybody's calendar shows with that of who asked. */
export async function judgePeople(
  people: MeetingPerson[],
): Promise<{ meetings: Meetings; copies: number; faults: string[] }> {
  const copies: Copies = new Map();
  const meetings: Meetings = new Map();
  const faults: string[] = [];
  for (const person of people) {
    for (const [name, occurrences] of await person.look()) {
      if (occurrences.length !== 1)
        faults.push(`${name} is ${occurrences.length} times with ${person.email}`);
      const event = await person.open(occurrences[0] as Occurrence);
      if (event.organiser === null || event.organiser.email === person.email) meetings.set(name, event);
      else copies.set(name, (copies.get(name) ?? new Map()).set(person.email, event));
    }
  }
  let compared = 0;
  for (const [name, meeting] of meetings) {
    for (const { email, answer, is_room: isRoom } of meeting.attendees) {
      if (isRoom || !isHere(email)) continue;
      if (email === meeting.organiser?.email) continue;
      compared += 1;
      faults.push(
        ...disagreement(meeting, answer, copies.get(name)?.get(email)).map(
          (is) => `${name} ${is} with ${email}`,
        ),
      );
    }
  }
  for (const [name, byPerson] of copies) {
    const asked = meetings.get(name)?.attendees.map(({ email }) => email) ?? [];
    for (const email of byPerson.keys()) {
      if (!asked.includes(email)) faults.push(`${name} is still with ${email}, whom nobody asks`);
    }
  }
  return { meetings, copies: compared, faults };
}

function disagreement(meeting: CalendarEvent, answer: string, copy: CalendarEvent | undefined): string[] {
  if (!copy) return ['is not'];
  const [ours, theirs] = [meeting, copy].map(({ fields: { title, start, end } }) =>
    JSON.stringify([title, start, end]),
  );
  return [
    ...(ours === theirs ? [] : [`is ${theirs} in place of ${ours}`]),
    ...(copy.my_answer === answer ? [] : [`is answered ${copy.my_answer} in place of ${answer}`]),
  ];
}

/** Whether what rooms have accepted is what they are taken for, and never two at once. */
export async function judgeRooms(
  parts: AppContext,
  meetings: Meetings,
): Promise<{ booked: number; faults: string[] }> {
  const momentIn = (time: CalendarEvent['fields']['start'], field: 'start' | 'end') =>
    momentOf(eventTime(time, field));
  const accepted = [...meetings].flatMap(([name, { attendees, fields }]) =>
    attendees
      .filter(({ is_room: isRoom, answer }) => isRoom && answer === 'accepted')
      .map(({ email }) => ({
        ...{ name, room: email },
        ...{ at: momentIn(fields.start, 'start'), until: momentIn(fields.end, 'end') },
      })),
  );
  const doubled = accepted.flatMap((one, place) =>
    accepted
      .slice(place + 1)
      .filter((other) => other.room === one.room && other.at < one.until && one.at < other.until)
      .map((other) => `${one.room} is taken by ${one.name} and ${other.name} at once`),
  );
  const { rows } = await sql<{ key: string }>`
    select concat_ws(' ', r.address, b.at, b.until) as key
    from calendar_bookings b join calendar_rooms r on r.id = b.room_id`.execute(kyselyOf(parts.db));
  const booked = new Set(rows.map(({ key }) => key));
  const wanted = new Map(accepted.map(({ name, room, at, until }) => [`${room} ${at} ${until}`, name]));
  const faults = [
    ...[...wanted].filter(([key]) => !booked.has(key)).map(([key, name]) => `${name} has not got ${key}`),
    ...[...booked].filter((key) => !wanted.has(key)).map((key) => `${key} is taken for nothing`),
  ];
  return { booked: accepted.length, faults: [...doubled, ...faults] };
}

/** What a guest elsewhere was sent. */
type Told = {
  name: string;
  to: string;
  method: string;
  title: string;
  /** Later versions are behind earlier ones. */
  version: string;
  state: string;
  arrived: number;
};

/** Whether guests elsewhere were sent each version once, and have the last one. */
export async function judgeMail(
  parts: AppContext,
  meetings: Meetings,
  taken: ReadonlyMap<string, number>,
): Promise<{ outside: number; again: number; faults: string[] }> {
  const told = await readTold(parts, taken);
  const faults = told
    .filter(({ arrived }) => arrived === 0)
    .map(({ name, to, state }) => `${name}: a message to ${to} is ${state}, and did not arrive`);
  const same = Map.groupBy(told, ({ to, name, method, version }) => `${name} ${to} ${method} ${version}`);
  for (const [key, { length }] of same) if (length > 1) faults.push(`${key}: in ${length} messages`);
  const byGuest = Map.groupBy(told, ({ name, to }) => `${name} ${to}`);
  for (const [key, all] of byGuest) {
    const last = all.reduce((before, one) => (one.version > before.version ? one : before));
    const meeting = meetings.get(last.name);
    const isAsked = meeting?.attendees.some(({ email }) => email === last.to) === true;
    if (isAsked !== (last.method === 'REQUEST')) faults.push(`${key}: the last message is ${last.method}`);
    else if (isAsked && last.title !== meeting?.fields.title)
      faults.push(`${key}: was told ${last.title} in place of ${meeting?.fields.title}`);
  }
  for (const [name, { attendees }] of meetings) {
    for (const { email } of attendees) {
      if (!isHere(email) && !byGuest.has(`${name} ${email}`))
        faults.push(`${name} ${email}: was told nothing`);
    }
  }
  const outside = told.reduce((sum, { arrived }) => sum + arrived, 0);
  return { outside, again: told.reduce((sum, { arrived }) => sum + Math.max(0, arrived - 1), 0), faults };
}

async function readTold(parts: AppContext, taken: ReadonlyMap<string, number>): Promise<Told[]> {
  const { rows } = await sql<{ id: string; to: string; state: string; blob: BlobKey }>`
    select m.message_id_header as id, r.email as to, r.state, encode(m.blob, 'hex') as blob
    from outbox o
    join messages m on m.mailbox_id = o.mailbox_id and m.id = o.message_id
    join outbox_recipients r on r.mailbox_id = o.mailbox_id and r.outbox_id = o.id
    where r.local_mailbox_id is null`.execute(kyselyOf(parts.db));
  return Promise.all(
    rows
      .filter(({ to }) => !isHere(to))
      .map(async ({ id, to, state, blob }) => {
        const calendar = calendarOf(await parts.blobs.read(blob));
        const mark = calendarMark(Buffer.from(calendar));
        if (!mark) throw new Error(`${id} is of no meeting`);
        const title = /^SUMMARY:(.*)$/m.exec(calendar)?.[1]?.trim() ?? '';
        const version = `${String(mark.sequence).padStart(6, '0')} ${mark.stamp}`;
        const arrived = taken.get(`${id} ${to}`) ?? 0;
        return { name: nameOf({ title }), to, method: mark.method, title, version, state, arrived };
      }),
  );
}

/** The part that programs read. */
function calendarOf(source: Buffer): string {
  const parts = source.toString('latin1').split(/\r\n--[^\r\n]+\r\n/);
  const part = parts.find((one) => /^content-type: text\/calendar/im.test(one)) ?? '';
  const [head = '', ...body] = part.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  return /^content-transfer-encoding: base64/im.test(head) ? Buffer.from(text, 'base64').toString() : text;
}
