import { reachCalendar } from '../../calendar/access/reach.ts';
import { removeCalendar } from '../../calendar/calendars/calendars.store.ts';
import { changeCalendar, tellMembers } from '../../calendar/change-calendar.ts';
import { readIdsOfCalendar } from '../../calendar/objects/objects.store.ts';
import { refuseTooManyCallOffs, trashCallingOff } from '../../calendar/scheduling/call-off.ts';
import { CALENDAR_MEMBERS } from '../../kernel/calendar.ts';
import { readMembers } from '../../kernel/members.store.ts';
import { Failure } from '../../platform/failure.ts';
import { type MeetingDeps, schedulingOf } from './scheduling-of.ts';

const A_BATCH = 500;

/**
 * Its events go into the trash first, some hundred at a time, so that nothing waits for thousands. CL-91: what of them is
 * not over is called off with its guests, and declined where somebody else asks.
 */
export async function deleteCalendar(deps: MeetingDeps, person: number, id: string): Promise<void> {
  const { is_default: isDefault, subscription } = await reachCalendar(deps.db, person, id, 'OWNER');
  if (subscription) throw new Failure('forbidden', 'Whoever follows an address stops following it');
  const members = await readMembers(deps.db, { ...CALENDAR_MEMBERS, mailboxId: person, id });
  if (isDefault) throw new Failure('forbidden', 'New events go to this calendar');
  const by = await schedulingOf(deps, person, person);
  await refuseTooManyCallOffs(deps, person, id, by);
  for (let isDone = false; !isDone; ) {
    isDone = await changeCalendar(deps, person, async (change) => {
      await reachCalendar(change.tx, person, id, 'OWNER');
      const ids = await readIdsOfCalendar(change.tx, person, id, A_BATCH);
      await trashCallingOff(change, ids, by);
      if (ids.length === A_BATCH) return false;
      await removeCalendar(change.tx, person, id);
      change.journal('calendar', id);
      return true;
    });
  }
  await tellMembers(
    deps,
    members.map(({ with_mailbox_id }) => with_mailbox_id),
  );
}
