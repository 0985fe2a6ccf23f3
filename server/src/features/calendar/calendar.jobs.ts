import { LIMITS } from '@bocau/contract/limits.ts';
import { type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { extendLunarEvents } from '../../calendar/lunar/extend-lunar.ts';
import { readOldTrash } from '../../calendar/objects/objects.store.ts';
import { deleteObjects } from '../../calendar/objects/put-objects.ts';
import { rebuildObjects } from '../../calendar/rebuild/rebuild-objects.ts';
import { CALENDAR } from '../../kernel/calendar.ts';
import { pruneThingsJournal } from '../../kernel/things-changed.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';

const DAY_SECONDS = 24 * 3600;
const options = { maxAttempts: 6, priority: 20, lane: 'slow' as const };
const emptyCalendarTrashTask = defineTask('calendar_trash', options);
const cleanCalendarTask = defineTask('calendar_clean', options);
const extendLunarTask = defineTask('calendar_lunar', options);
/** Runs after all interactive work. */
const rebuildCalendarTask = defineTask('calendar_rebuild', { ...options, priority: 30 });

/** In UTC; night in Vietnam. */
export const calendarCron: CronJob[] = [
  { task: emptyCalendarTrashTask, at: '27 * * * *', catchUpHours: 1 },
  { task: cleanCalendarTask, at: '13 19 * * *', catchUpHours: 24 },
  { task: extendLunarTask, at: '33 19 * * *', catchUpHours: 24 },
  { task: rebuildCalendarTask, at: '52 * * * *', catchUpHours: 2 },
];

export function calendarHandlers(deps: CalendarDeps): TaskHandler[] {
  return [
    handle(emptyCalendarTrashTask, (_payload, { signal }) => emptyOldTrash(deps, signal)),
    handle(extendLunarTask, (_payload, { signal }) =>
      extendLunarEvents(deps, unixSeconds(deps.clock), signal),
    ),
    handle(rebuildCalendarTask, (_payload, { signal }) => rebuildInTurn(deps, signal)),
    handle(cleanCalendarTask, async () => {
      await pruneThingsJournal(deps.db, CALENDAR.journal, unixSeconds(deps.clock));
    }),
  ];
}

/** The ratio of rest to work: at most a quarter of one core. */
const REST = 3;
/** Then it yields to other jobs, and continues in the next hour. */
const LONGEST_RUN_MS = 50 * 60 * 1000;

async function rebuildInTurn(deps: CalendarDeps, signal: AbortSignal): Promise<void> {
  const until = deps.clock.now() + LONGEST_RUN_MS;
  const enough = new AbortController();
  try {
    await rebuildObjects(deps, {
      signal: AbortSignal.any([signal, enough.signal]),
      async afterStep(tookMs) {
        if (deps.clock.now() > until) enough.abort();
        if (tookMs > 0) await deps.clock.sleep(tookMs * REST, signal);
      },
    });
  } catch (error) {
    if (!enough.signal.aborted || signal.aborted) throw error;
  }
}

const A_BATCH = 500;

/** Deletes for good what has been in the trash for 30 days. */
export async function emptyOldTrash(deps: CalendarDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - LIMITS.eventTrashDays * DAY_SECONDS;
  for (;;) {
    const rows = await readOldTrash(deps.db, before, A_BATCH);
    for (const [mailboxId, some] of Map.groupBy(rows, (row) => row.mailbox_id)) {
      signal.throwIfAborted();
      await changeCalendar(deps, mailboxId, (change) =>
        deleteObjects(
          change,
          some.map(({ id }) => id),
        ),
      );
    }
    if (rows.length < A_BATCH) return;
  }
}
