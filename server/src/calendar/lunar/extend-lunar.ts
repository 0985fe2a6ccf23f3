import { type CalendarDeps, changeCalendar } from '../change-calendar.ts';
import { lunarRuleOf, setLunarRule } from '../ical/lunar-lines.ts';
import { readObject } from '../ical/read-object.ts';
import { createSourceEdits } from '../ical/source-edits.ts';
import { deriveObject } from '../objects/derive-object.ts';
import { readWholeObjects } from '../objects/objects.store.ts';
import { putObjects } from '../objects/put-objects.ts';
import { readLunarDue } from './lunar.store.ts';

const A_BATCH = 100;

/** The text with the dates of its lunar rule up to the years that are written ahead; what else it says stays. */
export function extendLunar(source: Buffer, now: number): Buffer {
  const object = readObject(source);
  const { main, lineBreak } = object;
  if (!main) return source;
  const edits = createSourceEdits(object);
  setLunarRule(edits, main.part, { rule: lunarRuleOf(main.part), start: main.start, lineBreak, now });
  return edits.apply();
}

/** CL-143: writes further dates of events that repeat by the lunar calendar, of all mailboxes. */
export async function extendLunarEvents(deps: CalendarDeps, now: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await readLunarDue(deps.db, now, A_BATCH);
    for (const [mailboxId, some] of Map.groupBy(due, (row) => row.mailbox_id)) {
      signal.throwIfAborted();
      await changeCalendar(deps, mailboxId, async (change) => {
        const ids = some.map(({ object_id }) => object_id);
        const objects = await readWholeObjects(change.tx, mailboxId, ids);
        await putObjects(
          change,
          objects
            .filter(({ trashed_at }) => trashed_at === null)
            .map(({ id, calendar_id, source }) => {
              const extended = extendLunar(source, now);
              return { id, calendarId: calendar_id, source: extended, derived: deriveObject(extended, now) };
            }),
        );
      });
    }
    if (due.length < A_BATCH) return;
  }
}
