import type { CalendarChangeKind } from '../calendar-tables.ts';
import { CALENDAR } from '../kernel/calendar.ts';
import { writeThings } from '../kernel/things-changed.store.ts';
import { type Clock, unixSeconds } from '../platform/clock.ts';
import { inLockingTransaction } from '../platform/db/database.ts';
import type { Db, Tx } from '../tables.ts';
import { lockCalendar } from './calendar.store.ts';
import { refuseTooMany } from './refusals.ts';

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
  journal(kind: CalendarChangeKind, entity: string): void;
  /** Counts new objects, or deleted ones when negative. Throws when there are too many. */
  count(objects: number): void;
};

/**
 * The only way to change calendars. Locks those of the mailbox, lets `work` change them, then writes the journal in the
 * same transaction, and notifies after the commit.
 */
export async function changeCalendar<T>(
  { db, clock, calendarPublisher }: CalendarDeps,
  mailboxId: number,
  work: (change: CalendarChange) => Promise<T>,
): Promise<T> {
  const now = unixSeconds(clock);
  let journalled = false;
  const result = await inLockingTransaction(db, `calendar ${mailboxId}`, async (tx, { send }) => {
    journalled = false;
    const locked = await lockCalendar(tx, mailboxId, now);
    const seq = locked.seq + 1;
    const entries = new Map<string, { kind: CalendarChangeKind; entity: string }>();
    let objects = 0;
    const answer = await work({
      ...{ tx, mailboxId, defaultCalendar: locked.default_calendar, seq, now },
      journal(kind, entity) {
        entries.set(`${kind} ${entity}`, { kind, entity });
      },
      count(more) {
        objects += more;
        if (objects > 0) refuseTooMany(locked.objects + objects);
      },
    });
    if (entries.size === 0) return answer;
    const counted = { column: 'objects', more: objects };
    send(writeThings(tx, CALENDAR.journal, mailboxId, { seq, counted, entries: [...entries.values()], now }));
    journalled = true;
    return answer;
  });
  if (journalled) calendarPublisher.changed(mailboxId);
  return result;
}
