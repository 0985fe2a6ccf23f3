import { MOST_SUBSCRIBED_EVENTS } from '@bocau/contract/calendar-subscriptions.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../../../calendar/change-calendar.ts';
import { type EventsOfFiles, eventsOfFiles, type FileEvent } from '../../../calendar/ical/events-of-files.ts';
import {
  deleteObjects,
  type ObjectPut,
  putObjects,
  trashObjects,
} from '../../../calendar/objects/put-objects.ts';
import {
  hasSubscribed,
  type KnownEvent,
  readKnownEvents,
} from '../../../calendar/subscriptions/subscriptions.store.ts';
import { unixSeconds } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { inSlices } from '../../../platform/in-slices.ts';
import { subscribedEvent } from './subscribed-event.ts';

/** What one change writes, whatever of it comes first. */
const EVENTS = 100;
const BYTES = 2 * 1024 * 1024;
const OCCURRENCES = 10_000;

export type Place = { mailboxId: number; calendarId: string };

/** The events of an answer; null where it is no calendar, or has more than is kept. */
export async function readFeedEvents(
  bytes: Buffer,
  signal: AbortSignal,
): Promise<EventsOfFiles | 'not_calendar' | 'too_large'> {
  // A page to sign in is what comes most often instead.
  if (!/^(\xef\xbb\xbf)?\s*BEGIN:VCALENDAR/i.test(bytes.toString('latin1', 0, 1024))) return 'not_calendar';
  const found = await inSlices(eventsOfFiles([{ name: '', bytes }]), signal);
  return found.isTooLong || found.events.length > MOST_SUBSCRIBED_EVENTS ? 'too_large' : found;
}

/**
 * Makes a calendar what its address says, by what is different alone: an answer that says the same changes nothing, and
 * journals nothing. Each portion is a change of its own. Returns how many events there are.
 */
export async function replaceEvents(
  deps: CalendarDeps,
  place: Place,
  events: readonly FileEvent[],
  signal: AbortSignal,
): Promise<number> {
  const { mailboxId, calendarId } = place;
  const known = new Map((await readKnownEvents(deps.db, mailboxId, calendarId)).map((one) => [one.uid, one]));
  const gone = new Set([...known.values()].map(({ id }) => id));
  let count = 0;
  for (let from = 0; from < events.length; ) {
    signal.throwIfAborted();
    const portion = await inSlices(nextPortion(deps, place, { events, from, known }), signal);
    from = portion.next;
    count += portion.kept.length;
    for (const { id } of portion.kept) gone.delete(id);
    await changeSubscribed(deps, place, async (change) => {
      await putObjects(change, portion.puts, 'subscription');
    });
  }
  await removeEvents(deps, place, [...gone], signal);
  return count;
}

type Asked = { events: readonly FileEvent[]; from: number; known: ReadonlyMap<string, KnownEvent> };

/** Others are served after each event. */
function* nextPortion({ clock }: CalendarDeps, { calendarId }: Place, { events, from, known }: Asked) {
  const puts: ObjectPut[] = [];
  const kept: { id: string }[] = [];
  let [at, bytes, occurrences] = [from, 0, 0];
  for (; at < events.length && puts.length < EVENTS && bytes < BYTES && occurrences < OCCURRENCES; at += 1) {
    yield;
    const event = subscribedEvent((events[at] as FileEvent).source(), unixSeconds(clock));
    if (!event) continue;
    const there = known.get(event.derived.uid);
    const id = there?.id ?? newId(clock);
    kept.push({ id });
    if (there?.etag === event.derived.etag) continue;
    puts.push({ id, calendarId, ...event });
    bytes += event.source.length;
    occurrences += event.derived.occurrences.length;
  }
  return { puts, kept, next: at };
}

/** They are gone for good: the trash is for what a person has thrown away. */
export async function removeEvents(
  deps: CalendarDeps,
  { mailboxId }: Place,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < ids.length; from += EVENTS) {
    signal.throwIfAborted();
    const some = ids.slice(from, from + EVENTS);
    await changeCalendar(deps, mailboxId, async (change) => {
      await trashObjects(change, some, 'subscription');
      await deleteObjects(change, some);
    });
  }
}

/** Meanwhile it may have been removed: then nothing more comes into it. */
async function changeSubscribed(
  deps: CalendarDeps,
  { mailboxId, calendarId }: Place,
  work: (change: CalendarChange) => Promise<void>,
): Promise<void> {
  await changeCalendar(deps, mailboxId, async (change) => {
    if (await hasSubscribed(change.tx, mailboxId, [calendarId])) await work(change);
  });
}
