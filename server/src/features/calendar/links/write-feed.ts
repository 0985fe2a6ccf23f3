import { ObjectFault } from '../../../calendar/ical/object-fault.ts';
import { readObject } from '../../../calendar/ical/read-object.ts';
import { type OpenLink, readEventsSince } from '../../../calendar/links/links.store.ts';
import { readWholeObjects, type WholeObject } from '../../../calendar/objects/objects.store.ts';
import { foldAddress } from '../../../mail/people/fold-address.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inSlices, type Steps } from '../../../platform/in-slices.ts';
import type { ReadDb } from '../../../tables.ts';
import { type Found, readShown } from '../list-events.ts';
import { readOwnAddresses } from '../own-addresses.ts';
import { type FeedZones, feedHead, plainEvent } from './plain-event.ts';
import { mergeTimes, timedEvent } from './timed-event.ts';

const DAY = 24 * 3600;
/** What is told: a year back, and as far ahead as occurrences have rows. */
const DAYS_BACK = 366;
const DAYS_AHEAD = 731;
/** A program that subscribes reads as much, ours too. */
const MOST_EVENTS = 5_000;
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_TIMES = 10_000;
const MOST_UNSPREAD = 200;
const EVENTS_A_READ = 500;
/** Texts that are made to be slow are left out from here on. */
const MOST_MS = 20_000;

export type FeedDeps = { db: ReadDb; clock: Clock };
export type FeedWords = { name: string; busy: string };

const NEVER = new AbortController().signal;

/**
 * The text that programs subscribe to. What it costs is bounded by numbers and bytes, and others are served after each
 * event; what is beyond is left out, the furthest past first.
 */
export async function writeFeed(deps: FeedDeps, link: OpenLink, words: FeedWords): Promise<Buffer> {
  const now = unixSeconds(deps.clock);
  const key = `calendar link ${link.id}`;
  const whole = link.permission === 'READ' ? await wholeEvents(deps, link, now) : NONE;
  const { rows } = await timesOf(deps.db, link, now);
  const busy = mergeTimes(rows.filter(({ only_busy }) => only_busy));
  // Single occurrences of what can't be told as a whole.
  const single = rows.filter((one) => !one.only_busy && !one.is_declined && whole.partly.has(one.object_id));
  return Buffer.concat([
    feedHead(words.name, link.color),
    ...[...whole.zones.values()].map((text) => Buffer.from(text, 'latin1')),
    ...whole.events,
    ...single.map(({ title, place, is_busy, ...time }) =>
      timedEvent({ ...time, title, place, isBusy: is_busy }, `${key} ${time.object_id}`, now),
    ),
    ...busy.map((time) => timedEvent({ ...time, title: words.busy, isBusy: true }, key, now)),
    Buffer.from('END:VCALENDAR\r\n'),
  ]);
}

type WholeEvents = { zones: FeedZones; events: Buffer[]; partly: Set<string> };
const NONE: WholeEvents = { zones: new Map(), events: [], partly: new Set() };

async function timesOf(db: ReadDb, link: OpenLink, now: number): Promise<Found> {
  const calendar = { mailbox_id: link.mailbox_id, id: link.calendar_id, permission: link.permission };
  const span = { from: now - DAYS_BACK * DAY, to: now + DAYS_AHEAD * DAY };
  return readShown(db, [calendar], span, { occurrences: MOST_TIMES, unspread: MOST_UNSPREAD });
}

async function wholeEvents({ db, clock }: FeedDeps, link: OpenLink, now: number): Promise<WholeEvents> {
  const { mailbox_id, calendar_id } = link;
  const found = await readEventsSince(db, mailbox_id, calendar_id, now - DAYS_BACK * DAY, MOST_EVENTS);
  const ids = withinBytes(found);
  const addresses = await readOwnAddresses(db, [mailbox_id]);
  const own = new Set([...(addresses.get(mailbox_id) ?? [])].map(foldAddress));
  const told: WholeEvents = { zones: new Map(), events: [], partly: new Set() };
  const until = clock.now() + MOST_MS;
  for (let from = 0; from < ids.length; from += EVENTS_A_READ) {
    const wholes = await readWholeObjects(db, mailbox_id, ids.slice(from, from + EVENTS_A_READ));
    await inSlices(addEvents(told, wholes, { own, now, isOver: () => clock.now() > until }), NEVER);
  }
  return told;
}

function* addEvents(
  { zones, events, partly }: WholeEvents,
  wholes: readonly WholeObject[],
  { own, now, isOver }: { own: ReadonlySet<string>; now: number; isOver(): boolean },
): Steps<void> {
  for (const { id, source } of wholes) {
    if (isOver()) return;
    const event = eventOrNull(source, { zones, own, now });
    if (event) events.push(event);
    else partly.add(id);
    yield;
  }
}

/** What an earlier release kept, and this one would not, is told by its times. */
function eventOrNull(source: Buffer, told: Parameters<typeof plainEvent>[1]): Buffer | null {
  try {
    return plainEvent(readObject(source), told);
  } catch (error) {
    if (error instanceof ObjectFault) return null;
    throw error;
  }
}

function withinBytes(found: readonly { id: string; bytes: number }[]): string[] {
  let left = MOST_BYTES;
  return found.flatMap(({ id, bytes }) => {
    left -= bytes;
    return left >= 0 ? [id] : [];
  });
}
