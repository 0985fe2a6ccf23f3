import { unixSeconds } from '../../platform/clock.ts';
import { type CalendarChange, type CalendarDeps, changeCalendar } from '../change-calendar.ts';
import { readMeetingsAfter, readMeetingsAmong, readWholeObjects } from '../objects/objects.store.ts';
import { trashObjects } from '../objects/put-objects.ts';
import { type Scheduling, trashChanged } from './change-objects.ts';
import { owedMessages } from './owed-messages.ts';

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const A_PAGE = 1000;
/** Of their texts, each up to 1 MB, so many are in memory. */
const AT_ONCE = 20;

/** Puts objects into the trash. With those that are not over, meetings are called off, and invitations declined. */
export async function trashCallingOff(change: CalendarChange, ids: string[], by: Scheduling): Promise<void> {
  const { tx, mailboxId, now } = change;
  const meetings = await readMeetingsAmong(tx, mailboxId, ids, now);
  for (const some of atOnce(meetings)) {
    await trashChanged(change, await readWholeObjects(tx, mailboxId, some), by);
  }
  await trashObjects(change, ids);
}

/** Before anything of a calendar is deleted: refuses where more people were to be told than may be at once. */
export async function refuseTooManyCallOffs(
  deps: CalendarDeps,
  mailboxId: number,
  calendarId: string,
  by: Scheduling,
): Promise<void> {
  const now = unixSeconds(deps.clock);
  let people = 0;
  for (let after: string | undefined = BEFORE_ALL; after !== undefined; ) {
    const page = await readMeetingsAfter(deps.db, mailboxId, calendarId, { after, now, limit: A_PAGE });
    const meetings = page.filter(({ is_meeting }) => is_meeting).map(({ id }) => id);
    for (const some of atOnce(meetings)) {
      for (const { source } of await readWholeObjects(deps.db, mailboxId, some)) {
        const messages = owedMessages({ told: source, current: null }, by.own, now);
        people += messages.reduce((sum, { to }) => sum + to.length, 0);
      }
    }
    // After each page, so that of very many the rest isn't read.
    if (meetings.length > 0) await changeCalendar(deps, mailboxId, (change) => by.mayTell(change, people));
    after = page.length < A_PAGE ? undefined : page.at(-1)?.id;
  }
}

function atOnce(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, at) =>
    ids.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
  );
}
