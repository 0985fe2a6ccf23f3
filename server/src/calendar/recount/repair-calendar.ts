import { FIRST_CALENDAR } from '../calendar.store.ts';
import { type CalendarDeps, changeCalendar } from '../change-calendar.ts';
import { columnsOf, DERIVED_VERSION } from '../objects/derive-object.ts';
import { clearFollowing, writeFollowing } from '../objects/write-following.ts';
import {
  deleteOrphans,
  insertMissingCalendars,
  readComparedObjects,
  writeDerived,
  writeObjectCount,
} from './recount.store.ts';
import { differencesOf, tryDerive } from './recount-calendar.ts';

/** Objects per transaction, which blocks all other changes of the calendars. */
const OBJECTS_A_STEP = 50;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Derives again what differs from its text, and writes the numbers that follow from the rows. */
export async function repairCalendar(deps: CalendarDeps, mailboxId: number): Promise<void> {
  for (let after: string | undefined = BEFORE_ALL; after !== undefined; ) {
    after = await repairStep(deps, mailboxId, after);
  }
  await changeCalendar(deps, mailboxId, async (change) => {
    const { tx, seq, now } = change;
    await insertMissingCalendars(tx, mailboxId, { seq, now, color: FIRST_CALENDAR.color });
    await deleteOrphans(tx, mailboxId);
    await writeObjectCount(tx, mailboxId);
    change.journal('calendar', change.defaultCalendar);
  });
}

async function repairStep(deps: CalendarDeps, mailboxId: number, after: string): Promise<string | undefined> {
  return changeCalendar(deps, mailboxId, async (change) => {
    const { tx, now } = change;
    const objects = await readComparedObjects(tx, mailboxId, after, OBJECTS_A_STEP);
    const wrong = objects.flatMap((object) => {
      if (object.derived_version > DERIVED_VERSION || differencesOf(object).length === 0) return [];
      const derived = tryDerive(object.source, now);
      return derived === null ? [] : [{ ...object, derived }];
    });
    if (wrong.length > 0) {
      await writeDerived(
        tx,
        mailboxId,
        wrong.map(({ id, derived }) => ({ ...columnsOf(derived), id })),
      );
      const [live, trashed] = [wrong.filter(isLive), wrong.filter((one) => !isLive(one))];
      await writeFollowing(
        change,
        live.map(({ id, calendar_id: calendarId, derived }) => ({ id, calendarId, derived })),
      );
      await clearFollowing(
        change,
        trashed.map(({ id }) => id),
      );
      for (const { id } of wrong) change.journal('object', id);
    }
    return objects.at(-1)?.id;
  });
}

function isLive({ trashed_at }: { trashed_at: number | null }): boolean {
  return trashed_at === null;
}
