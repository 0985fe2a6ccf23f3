import type { CalendarChangeKind } from '../calendar-tables.ts';
import { CALENDAR } from '../kernel/calendar.ts';
import { writeThings } from '../kernel/things-changed.store.ts';
import { type Clock, unixSeconds } from '../platform/clock.ts';
import { inLockingTransaction, inTransaction } from '../platform/db/database.ts';
import type { Db, Tx } from '../tables.ts';
import { journalForAll, lockCalendar } from './calendar.store.ts';
import { readMembersTouched } from './calendars/calendars.store.ts';
import { refuseTooLarge, refuseTooMany } from './refusals.ts';

/** Notifies every http process of a changed calendar; called after the commit. */
export type CalendarPublisher = { changed(mailboxId: number): void };

export type CalendarDeps = { db: Db; clock: Clock; calendarPublisher: CalendarPublisher };

/** One atomic change of the calendars of one mailbox. */
export type CalendarChange = {
  readonly tx: Tx;
  readonly mailboxId: number;
  /** The calendar of new events. */
  readonly defaultCalendar: string;
  /** The journal number of this change. */
  readonly seq: number;
  /** Unix seconds; constant within the change. */
  readonly now: number;
  /** Who changes it, where that is not its owner. */
  readonly author: number | null;
  journal(kind: CalendarChangeKind, entity: string): void;
  /**
   * Counts new objects and bytes of texts, or deleted ones when negative. Throws when there are too many objects; bytes
   * are looked at when all is done.
   */
  count(objects: number, bytes: number): void;
  /** For what is written whatever room there is, as it takes away from an event, or adds a few lines of ours. */
  allowGrowth(): void;
};

/**
 * The only way to change calendars. Locks those of the mailbox, lets `work` change them, then writes the journal in the
 * same transaction, and notifies after the commit, those too with whom they are shared. `person` is who changes them.
 */
export async function changeCalendar<T>(
  deps: CalendarDeps,
  mailboxId: number,
  work: (change: CalendarChange) => Promise<T>,
  person = mailboxId,
): Promise<T> {
  const now = unixSeconds(deps.clock);
  const done = await inLockingTransaction(deps.db, `calendar ${mailboxId}`, (tx, { send }) =>
    changeWithin({ tx, send, now }, { mailboxId, person }, work),
  );
  await announce(deps, mailboxId, done);
  return done.answer;
}

/** One change of the calendars of two people, which are locked in the order of their numbers. */
export async function changeCalendars<T>(
  deps: CalendarDeps,
  [one, two]: [number, number],
  person: number,
  work: (one: CalendarChange, two: CalendarChange) => Promise<T>,
): Promise<T> {
  const now = unixSeconds(deps.clock);
  const [low, high] = one < two ? [one, two] : [two, one];
  const done = await inLockingTransaction(deps.db, `calendar ${low}`, (tx, { send }) =>
    changeWithin({ tx, send, now }, { mailboxId: low, person }, (first) =>
      changeWithin({ tx, send, now }, { mailboxId: high, person }, (second) =>
        first.mailboxId === one ? work(first, second) : work(second, first),
      ),
    ),
  );
  await announce(deps, low, done);
  await announce(deps, high, done.answer);
  return done.answer.answer;
}

type Locking = { tx: Tx; send(write: Promise<unknown>): void; now: number };

/** `members`: with whom what has changed is shared; null where nothing was journalled. */
type Done<T> = { answer: T; members: Promise<number[]> | null };

async function changeWithin<T>(
  { tx, send, now }: Locking,
  { mailboxId, person }: { mailboxId: number; person: number },
  work: (change: CalendarChange) => Promise<T>,
): Promise<Done<T>> {
  const locked = await lockCalendar(tx, mailboxId, now);
  const seq = locked.seq + 1;
  const entries = new Map<string, { kind: CalendarChangeKind; entity: string }>();
  let [objects, bytes] = [0, 0];
  let isLimited = true;
  const answer = await work({
    ...{ tx, mailboxId, defaultCalendar: locked.default_calendar, seq, now },
    author: person === mailboxId ? null : person,
    journal(kind, entity) {
      entries.set(`${kind} ${entity}`, { kind, entity });
    },
    count(more, moreBytes) {
      bytes += moreBytes;
      objects += more;
      if (objects > 0) refuseTooMany(locked.objects + objects);
    },
    allowGrowth() {
      isLimited = false;
    },
  });
  if (entries.size === 0) return { answer, members: null };
  if (isLimited && bytes > 0) refuseTooLarge(locked.bytes + bytes);
  const counted = { column: 'objects', more: objects, bytes };
  send(writeThings(tx, CALENDAR.journal, mailboxId, { seq, counted, entries: [...entries.values()], now }));
  // Calendars are shared under the same lock, so that nobody comes between.
  const members = readMembersTouched(tx, mailboxId, seq);
  send(members);
  return { answer, members };
}

async function announce(
  deps: CalendarDeps,
  mailboxId: number,
  { members }: Pick<Done<unknown>, 'members'>,
): Promise<void> {
  if (members === null) return;
  deps.calendarPublisher.changed(mailboxId);
  await tellMembers(deps, await members);
}

/**
 * Journals for people that calendars which are shared with them have changed. After the change and not in it: two who
 * share with each other would wait for each other's lock.
 */
export async function tellMembers(
  { db, clock, calendarPublisher }: CalendarDeps,
  people: Iterable<number>,
): Promise<void> {
  const told = [...people].toSorted((a, b) => a - b);
  if (told.length === 0) return;
  await inTransaction(db, (tx) => journalForAll(tx, told, unixSeconds(clock)));
  for (const person of told) calendarPublisher.changed(person);
}
