import { LIMITS } from '@bocau/contract/limits.ts';
import { reachObjects } from '../../calendar/access/reach.ts';
import { type CalendarDeps, changeCalendar } from '../../calendar/change-calendar.ts';
import { OBJECT_TABLES } from '../../calendar/object-resources.ts';
import { deleteObjects } from '../../calendar/objects/put-objects.ts';
import { readTrashedIds } from '../../kernel/resources.store.ts';

/** Deletes for good what is in the trash; without ids everything that is one's own. */
export async function deleteEvents(
  deps: CalendarDeps,
  person: number,
  ids: string[] | undefined,
): Promise<void> {
  const remove = (some: string[]) => changeCalendar(deps, person, (change) => deleteObjects(change, some));
  if (ids) {
    await reachObjects(deps.db, person, ids, 'OWNER');
    return remove(ids);
  }
  const next = () => readTrashedIds(deps.db, OBJECT_TABLES, person, LIMITS.idsPerCall);
  for (let some = await next(); some.length > 0; some = await next()) await remove(some);
}
