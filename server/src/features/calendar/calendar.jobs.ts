import { LIMITS } from '@bocau/contract/limits.ts';
import { type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { settleFilesTask } from '../../calendar/files/follow-files.ts';
import { extendLunarEvents } from '../../calendar/lunar/extend-lunar.ts';
import { OBJECT_TABLES } from '../../calendar/object-resources.ts';
import { deleteObjects } from '../../calendar/objects/put-objects.ts';
import { type RefreshDeps, refreshObjects } from '../../calendar/objects/refresh-objects.ts';
import { giveReminders } from '../../calendar/reminders/give-reminders.ts';
import { placeAgain } from '../../calendar/reminders/place-again.ts';
import {
  endRemindersTask,
  giveRemindersTask,
  placeRemindersTask,
} from '../../calendar/reminders/reminder-tasks.ts';
import { handOverMeetingsTask } from '../../calendar/scheduling/hand-over-task.ts';
import type { DriveDeps } from '../../drive/change-drive.ts';
import { CALENDAR } from '../../kernel/calendar.ts';
import { emptyOldTrash } from '../../kernel/resources.store.ts';
import { pruneThingsJournal } from '../../kernel/things-changed.store.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { settleFiles } from './files/settle-files.ts';
import { handOverMeetings } from './hand-over-meetings.ts';
import { deleteOldImports } from './imports/imports.store.ts';
import {
  type CalendarNoticeDeps,
  calendarNoticeTask,
  fileCalendarNotice,
} from './notices/calendar-notices.ts';
import { mailReminder, mailReminderTask } from './reminder-mail.ts';
import type { MeetingDeps } from './scheduling-of.ts';
import { endReminders, tellReminders } from './tell-reminders.ts';

const DAY_SECONDS = 24 * 3600;
/** How long an import can be undone. */
const UNDO_DAYS = 7;
const options = { maxAttempts: 6, priority: 20, lane: 'slow' as const };
const emptyCalendarTrashTask = defineTask('calendar_trash', options);
const cleanCalendarTask = defineTask('calendar_clean', options);
const refreshCalendarTask = defineTask('calendar_refresh', options);
const extendLunarTask = defineTask('calendar_lunar', options);

/** In UTC; night in Vietnam. */
export const calendarCron: CronJob[] = [
  { task: emptyCalendarTrashTask, at: '27 * * * *', catchUpHours: 1 },
  { task: cleanCalendarTask, at: '13 19 * * *', catchUpHours: 24 },
  { task: extendLunarTask, at: '33 19 * * *', catchUpHours: 24 },
  { task: refreshCalendarTask, at: '41 * * * *', catchUpHours: 1 },
  // What was due while the program was down is told when it is up again.
  { task: giveRemindersTask, at: '* * * * *', catchUpHours: 1 },
];

export function calendarHandlers(
  deps: RefreshDeps & CalendarNoticeDeps & DriveDeps & MeetingDeps,
): TaskHandler[] {
  return [
    handle(emptyCalendarTrashTask, (_payload, { signal }) => emptyCalendarTrash(deps, signal)),
    handle(extendLunarTask, (_payload, { signal }) =>
      extendLunarEvents(deps, unixSeconds(deps.clock), signal),
    ),
    handle(refreshCalendarTask, (_payload, { signal }) => refreshObjects(deps, signal)),
    handle(placeRemindersTask, (job, { signal }) => placeAgain(deps, job, signal)),
    handle(giveRemindersTask, (_payload, { signal }) => giveReminders(deps, tellReminders, signal)),
    handle(endRemindersTask, (job) => endReminders(deps, job)),
    handle(settleFilesTask, (job) => settleFiles(deps, job)),
    handle(mailReminderTask, (job) => mailReminder(deps, job)),
    handle(handOverMeetingsTask, (job, run) => handOverMeetings(deps, job, run)),
    handle(calendarNoticeTask, (job) => fileCalendarNotice(deps, job)),
    handle(cleanCalendarTask, async () => {
      const now = unixSeconds(deps.clock);
      await pruneThingsJournal(deps.db, CALENDAR.journal, now);
      await inTransaction(deps.db, (tx) => deleteOldImports(tx, now - UNDO_DAYS * DAY_SECONDS));
    }),
  ];
}

/** Deletes for good what has been in the trash for 30 days. */
export async function emptyCalendarTrash(deps: CalendarDeps, signal: AbortSignal): Promise<void> {
  const before = unixSeconds(deps.clock) - LIMITS.eventTrashDays * DAY_SECONDS;
  await emptyOldTrash(deps.db, OBJECT_TABLES, { before, signal }, (mailboxId, ids) =>
    changeCalendar(deps, mailboxId, (change) => deleteObjects(change, ids)),
  );
}
