import { z } from 'zod';
import { type CalendarDeps, changeCalendar } from '../calendar/change-calendar.ts';
import { deriveObject } from '../calendar/objects/derive-object.ts';
import { putObjects } from '../calendar/objects/put-objects.ts';
import { writeObject } from '../calendar/objects/write-object.ts';
import { newId } from '../platform/ids.ts';
import { readDataFile } from './data-file.ts';

const ZONE = 'Asia/Ho_Chi_Minh';
const DAY = 24 * 3600;
/** Vietnam has no summer time. */
const ZONE_SECONDS = 7 * 3600;

/** Weeks are counted from the one in which the world begins; 0 is Monday. */
const when = { week: z.int(), weekday: z.int().min(0).max(6), rule: z.string().optional() };
const worldEvent = z.union([
  z.strictObject({
    title: z.string(),
    place: z.string().optional(),
    ...when,
    from: z.string(),
    to: z.string(),
  }),
  z.strictObject({ title: z.string(), place: z.string().optional(), ...when, days: z.int().min(1) }),
]);
type WorldEvent = z.infer<typeof worldEvent>;
const worldEvents = z.array(z.strictObject({ owner: z.email(), events: z.array(worldEvent) }));

/** Fills the calendar of somebody in the demo world; nothing where there is something. */
export async function seedCalendar(
  deps: CalendarDeps,
  mailboxId: number,
  { email, beganAt }: { email: string; beganAt: number },
): Promise<void> {
  const own = readDataFile('events.json', worldEvents).find(({ owner }) => owner === email);
  if (!own) return;
  const objects = own.events.map((event) => {
    const id = newId(deps.clock);
    const source = writeObject(fieldsOf(event, beganAt), { uid: id, now: beganAt });
    return { id, source, derived: deriveObject(source, beganAt) };
  });
  await changeCalendar(deps, mailboxId, async (change) => {
    if (change.seq > 1) return;
    await putObjects(
      change,
      objects.map((object) => ({ ...object, calendarId: change.defaultCalendar })),
    );
  });
}

function fieldsOf(event: WorldEvent, beganAt: number) {
  const today = Math.floor((beganAt + ZONE_SECONDS) / DAY);
  // 1 January 1970 was a Thursday.
  const monday = today - ((today + 3) % 7);
  const first = monday + event.week * 7 + event.weekday;
  const dayOf = (day: number) => new Date(day * DAY * 1000).toISOString().slice(0, 10);
  const { title, place = '', rule = null } = event;
  const time = (day: number, clock: string | null) => ({
    ...{ day: dayOf(day), clock },
    zone: clock === null ? null : ZONE,
  });
  const span =
    'days' in event
      ? { start: time(first, null), end: time(first + event.days - 1, null) }
      : { start: time(first, event.from), end: time(first, event.to) };
  return { title, place, rule, ...span };
}
