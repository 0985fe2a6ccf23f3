import { type CalendarDeps, changeCalendar } from '../change-calendar.ts';
import { lunarRuleOf, setLunarRule } from '../ical/lunar-lines.ts';
import { ObjectFault } from '../ical/object-fault.ts';
import { readObject } from '../ical/read-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { deriveObject } from '../objects/derive-object.ts';
import { readWholeObjects, type WholeObject } from '../objects/objects.store.ts';
import { type ObjectPut, putObjects } from '../objects/put-objects.ts';
import { deferExtension, readLunarDue } from './lunar.store.ts';

const A_BATCH = 100;
const AGAIN_SECONDS = 30 * 24 * 3600;

/** The text with the dates of its lunar rule up to the years that are written ahead; what else it says stays. */
export function extendLunar(source: Buffer, now: number): Buffer {
  const object = readObject(source);
  const { main, lineBreak } = object;
  if (!main) return source;
  const edits = createSourceEdits(object);
  setLunarRule(edits, main.part, { rule: lunarRuleOf(main.part), start: main.start, lineBreak, now });
  return edits.apply();
}

/**
 * CL-143: writes further dates of events that repeat by the lunar calendar, of all mailboxes. One that can't have more,
 * as its text would be too long, keeps nobody from theirs.
 */
export async function extendLunarEvents(deps: CalendarDeps, now: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await readLunarDue(deps.db, now, A_BATCH);
    for (const [mailboxId, some] of Map.groupBy(due, (row) => row.mailbox_id)) {
      signal.throwIfAborted();
      const ids = some.map(({ object_id }) => object_id);
      await changeCalendar(deps, mailboxId, async (change) => {
        const objects = await readWholeObjects(change.tx, mailboxId, ids);
        const puts = objects
          .filter(({ trashed_at }) => trashed_at === null)
          .flatMap((object) => putOf(object, now) ?? []);
        // It owes guests no message: they know the dates of years, nobody decided anything, and an edit tells the others too.
        change.allowGrowth();
        await putObjects(change, puts);
        const others = ids.filter((id) => !puts.some((put) => put.id === id));
        await deferExtension(change.tx, mailboxId, others, now + AGAIN_SECONDS);
      });
    }
    if (due.length < A_BATCH) return;
  }
}

function putOf({ id, calendar_id, source }: WholeObject, now: number): ObjectPut | null {
  try {
    const extended = extendLunar(source, now);
    return { id, calendarId: calendar_id, source: extended, derived: deriveObject(extended, now) };
  } catch (error) {
    if (error instanceof ObjectFault) return null;
    throw error;
  }
}
