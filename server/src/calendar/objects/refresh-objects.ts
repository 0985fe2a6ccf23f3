import { idsInSteps } from '../../kernel/resources.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../change-calendar.ts';
import { OBJECT_TABLES } from '../object-resources.ts';
import { deferRefreshes, readOutdated, readRefreshes } from '../reminders/reminders.store.ts';
import { extendBookings } from '../rooms/book-rooms.ts';
import { DERIVED_VERSION, deriveObject } from './derive-object.ts';
import { markDerived, readWholeObjects, type WholeObject } from './objects.store.ts';
import { clearFollowing, writeFollowing } from './write-following.ts';

export type RefreshDeps = CalendarDeps & { log: Logger };

const A_BATCH = 200;
/** Objects of one mailbox between which others may change its calendar. */
const A_STEP = 20;
/** One that can no longer be derived is tried again, and keeps what it had. */
const AGAIN_SECONDS = 30 * 24 * 3600;

/**
 * Moves the windows in which occurrences and reminders are rows, of objects of all mailboxes that reach beyond them;
 * and derives what an earlier release has written.
 */
export async function refreshObjects(deps: RefreshDeps, signal: AbortSignal): Promise<void> {
  const now = unixSeconds(deps.clock);
  for (const read of [
    () => readRefreshes(deps.db, now, A_BATCH),
    () => readOutdated(deps.db, DERIVED_VERSION, A_BATCH),
  ]) {
    for (;;) {
      const found = await read();
      for (const [mailboxId, some] of Map.groupBy(found, (row) => row.mailbox_id)) {
        const ids = some.map(({ id }) => id);
        for (let at = 0; at < ids.length; at += A_STEP) {
          signal.throwIfAborted();
          await refreshSome(deps, mailboxId, ids.slice(at, at + A_STEP));
        }
      }
      if (found.length < A_BATCH) break;
    }
  }
}

/** Derives all of a mailbox again, of whichever version it is. */
export async function rebuildCalendars(deps: RefreshDeps, mailboxId: number): Promise<void> {
  for await (const ids of idsInSteps(deps.db, OBJECT_TABLES, mailboxId, A_STEP))
    await refreshSome(deps, mailboxId, ids);
}

/** Derives objects again. Nothing of it is a change to programs: neither their numbers nor their ETags move. */
export async function refreshSome(deps: RefreshDeps, mailboxId: number, ids: string[]): Promise<void> {
  await changeCalendar(deps, mailboxId, async (change) => {
    const wholes = await readWholeObjects(change.tx, mailboxId, ids);
    const derived = wholes.map((whole) => ({ whole, derived: derive(deps, change, whole) }));
    await markDerived(
      change.tx,
      mailboxId,
      derived.map(({ whole: { id }, derived: one }) => {
        const { spread_from = null, spread_to = null, organiser = null, is_private = null } = one ?? {};
        return { id, derived_version: DERIVED_VERSION, spread_from, spread_to, organiser, is_private };
      }),
    );
    // What is in the trash has nothing that follows it.
    const live = derived.filter(({ whole }) => whole.trashed_at === null);
    const puts = live.flatMap(({ whole: { id, calendar_id: calendarId, source }, derived: one }) =>
      one ? [{ id, calendarId, source, derived: one }] : [],
    );
    await writeFollowing(change, puts);
    await extendBookings(change, puts);
    await clearFollowing(
      change,
      ids.filter((id) => !live.some(({ whole }) => whole.id === id)),
    );
    const failed = live.flatMap(({ whole, derived: one }) => (one ? [] : [whole.id]));
    if (failed.length > 0) await deferRefreshes(change.tx, mailboxId, failed, change.now + AGAIN_SECONDS);
  });
}

function derive({ log }: RefreshDeps, { now, mailboxId }: CalendarChange, whole: WholeObject) {
  try {
    return deriveObject(whole.source, now);
  } catch (error) {
    log.warn(
      { mailbox: mailboxId, object: whole.id, reason: (error as Error).message },
      'event not refreshed',
    );
    return null;
  }
}
