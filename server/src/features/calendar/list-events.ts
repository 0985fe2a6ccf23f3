import type { Occurrence } from '@bocau/contract/calendar.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { type ShownOccurrence, shownTo } from '../../calendar/access/hide-private.ts';
import { isDeclinedByOwner } from '../../calendar/access/owner-addresses.store.ts';
import { byMailbox, shareOf } from '../../calendar/access/room-of-others.ts';
import { type CalendarRow, readSharedCalendars } from '../../calendar/calendars/calendars.store.ts';
import { type DerivedOccurrence, spreadObject } from '../../calendar/objects/derive-object.ts';
import {
  type ListedRow,
  type OccurrenceRow,
  readOccurrences,
  readOccurrencesOf,
  readUnspread,
  readUnspreadOf,
  type UnspreadSource,
} from '../../calendar/occurrences/occurrences.store.ts';
import type { Span } from '../../calendar/occurrences/occurrences-of.ts';
import { type ProposedTime, readProposed } from '../../calendar/proposals/proposals.store.ts';
import { CALENDAR } from '../../kernel/calendar.ts';
import { readJournalSeq } from '../../kernel/things-changed.store.ts';
import type { ReadDb } from '../../tables.ts';
import { occurrenceOf } from './occurrence-of.ts';
import { readOwnAddresses } from './own-addresses.ts';
import { type Days, spansOf } from './spans-of-days.ts';

/** Series that are read anew for days for which they have no rows. */
const MOST_UNSPREAD = 500;

/** What happens from one day to another. What has no zone is shown by its days, wherever one is. */
export async function listEvents(db: ReadDb, person: number, days: Days) {
  const { shown, walls } = spansOf(days, LIMITS.eventDaysListed);
  const wide = { from: Math.min(shown.from, walls.from), to: Math.max(shown.to, walls.to) };
  // Read first: what is listed is at least as new.
  const seq = await readJournalSeq(db, CALENDAR.journal, person);
  const own = await readOwn(db, person, wide);
  const shared = await readShared(db, person, wide);
  const found = [...own.rows, ...shared.rows].filter((one) =>
    isWithin(one, one.kind === 'zoned' ? shown : walls),
  );
  return {
    data: found.toSorted(byTime).map(occurrenceOf),
    meta: { seq, complete: own.isComplete && shared.isComplete },
  };
}

/** `waiting_for` and `maybe_by`: of what is computed beyond the rows. */
type FoundRow = ListedRow & {
  mailbox_id: number;
  waiting_for?: string[] | null;
  maybe_by?: string[] | null;
};

export type Found = { rows: ShownOccurrence[]; isComplete: boolean };

async function readOwn(db: ReadDb, person: number, span: Span): Promise<Found> {
  const rows = await readOccurrences(db, person, span, LIMITS.eventsListed + 1);
  const unspread = await readUnspread(db, person, span, MOST_UNSPREAD + 1);
  const all = [...rows, ...unspread.flatMap((one) => beyondRows(one, span))];
  const answered = await withAnswers(
    db,
    all.map((one) => ({ ...one, mailbox_id: person })),
  );
  return atMost(answered, LIMITS.eventsListed, unspread.length <= MOST_UNSPREAD);
}

/**
 * As much of what others share as they show: a thousand times of one colleague's are to hide nothing of anybody else.
 */
async function readShared(db: ReadDb, person: number, span: Span): Promise<Found> {
  const calendars = await readSharedCalendars(db, person);
  if (calendars.length === 0) return { rows: [], isComplete: true };
  return readShown(db, calendars, span, { occurrences: LIMITS.eventsListed, unspread: MOST_UNSPREAD });
}

/** What of calendars may be seen by the right to each; every mailbox has an equal part of the room. */
export async function readShown(
  db: ReadDb,
  calendars: readonly Pick<CalendarRow, 'mailbox_id' | 'id' | 'permission'>[],
  span: Span,
  room: { occurrences: number; unspread: number },
): Promise<Found> {
  const rights = new Map(
    calendars.map(({ mailbox_id, id, permission }) => [`${mailbox_id} ${id}`, permission]),
  );
  const mailboxes = byMailbox(calendars);
  const most = shareOf(room.occurrences, mailboxes);
  const mostUnspread = shareOf(room.unspread, mailboxes);
  const rows = await readOccurrencesOf(db, mailboxes, span, most + 1);
  const unspread = await readUnspreadOf(db, mailboxes, span, mostUnspread + 1);
  const beyond = unspread.flatMap((one) =>
    beyondRows(one, span).map((row) => ({ ...row, mailbox_id: one.mailbox_id })),
  );
  const answered = Map.groupBy(await withAnswers(db, [...rows, ...beyond]), ({ mailbox_id }) => mailbox_id);
  const series = Map.groupBy(unspread, ({ mailbox_id }) => mailbox_id);
  const parts = mailboxes.map(({ mailbox_id }) => {
    const all = answered.get(mailbox_id) ?? [];
    // Cut by their events, which what is hidden does not tell.
    const some = someOfEach(all, most);
    const shown = some.flatMap(({ mailbox_id: _, ...one }) => {
      return shownTo(rights.get(`${mailbox_id} ${one.calendar_id}`) ?? 'BUSY', one) ?? [];
    });
    return atMost(shown, most, all.length <= most && (series.get(mailbox_id)?.length ?? 0) <= mostUnspread);
  });
  return { rows: parts.flatMap((part) => part.rows), isComplete: parts.every((part) => part.isComplete) };
}

function atMost(rows: ShownOccurrence[], most: number, isComplete: boolean): Found {
  return {
    rows: someOfEach(rows, most).toSorted(byTime),
    isComplete: isComplete && rows.length <= most,
  };
}

/** The first of each event, then the second of each: one that happens often hides no other. */
function someOfEach<One extends Timed & { object_id: string }>(rows: One[], most: number): One[] {
  if (rows.length <= most) return rows;
  const counts = new Map<string, number>();
  const ranked = rows.toSorted(byTime).map((one) => {
    const nth = counts.get(one.object_id) ?? 0;
    counts.set(one.object_id, nth + 1);
    return { one, nth };
  });
  const shown = ranked.toSorted((a, b) => a.nth - b.nth).slice(0, most);
  return shown.map(({ one }) => one);
}

type Timed = Pick<Occurrence, 'at' | 'until'>;

function byTime(one: Timed, other: Timed): number {
  return one.at - other.at || one.until - other.until;
}

/**
 * What the owner of its calendar was asked to and said no to is shown as that, and takes no time of theirs; and for what
 * another time is proposed.
 */
async function withAnswers(db: ReadDb, rows: FoundRow[]) {
  const named = rows.filter(
    ({ declined_by, waiting_for, maybe_by }) => declined_by !== null || waiting_for || maybe_by,
  );
  const own = await readOwnAddresses(db, new Set(named.map(({ mailbox_id }) => mailbox_id)));
  const mailboxes = [...new Set(rows.map(({ mailbox_id }) => mailbox_id))];
  const proposed = Map.groupBy(await readProposed(db, mailboxes), keyOf);
  return rows.map(({ declined_by, waiting_for, maybe_by, is_waiting, is_maybe, ...one }) => {
    const addresses = own.get(one.mailbox_id);
    const isOwn = (named: string[] | null = null) => named?.some((email) => addresses?.has(email)) ?? false;
    if (isDeclinedByOwner({ declined_by }, addresses))
      return { ...one, is_busy: false, is_declined: true as const };
    return {
      ...one,
      is_waiting: is_waiting || isOwn(waiting_for),
      is_maybe: is_maybe || isOwn(maybe_by),
      ...(isProposedFor(proposed.get(keyOf(one)), one) && { has_proposal: true as const }),
    };
  });
}

/** Of a series with a proposal for all of it each time; of others while it is when it was then. */
function isProposedFor(
  proposed: readonly ProposedTime[] = [],
  { original, repeats, at, until }: OccurrenceRow,
): boolean {
  return proposed.some(
    (one) =>
      (one.original === '' && repeats) ||
      (one.original === original && one.was_at === at && one.was_until === until),
  );
}

function keyOf({ mailbox_id, object_id }: Pick<ProposedTime, 'mailbox_id' | 'object_id'>): string {
  return `${mailbox_id} ${object_id}`;
}

/** What a series has within a span for which it has no rows. */
function beyondRows(
  { id, calendar_id, source, spread_from, spread_to }: UnspreadSource,
  span: Span,
): Omit<FoundRow, 'mailbox_id'>[] {
  const isInRows = ({ at, until }: DerivedOccurrence) =>
    at < spread_to && (until > spread_from || at >= spread_from);
  return spreadObject(source, span)
    .filter((one) => !isInRows(one))
    .map(({ is_tentative: _, ...one }) => ({
      ...{ ...one, object_id: id, calendar_id, repeats: true, is_waiting: false, is_maybe: false },
    }));
}

function isWithin({ at, until }: Pick<Occurrence, 'at' | 'until'>, { from, to }: Span): boolean {
  return at < to && (until > from || at >= from);
}
