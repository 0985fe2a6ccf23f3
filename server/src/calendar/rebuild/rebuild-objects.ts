import { type CalendarDeps, changeCalendar } from '../change-calendar.ts';
import { ObjectFault } from '../ical/object-fault.ts';
import { DERIVED_VERSION, type DerivedObject, deriveObject } from '../objects/derive-object.ts';
import { readWholeObjects } from '../objects/objects.store.ts';
import { writeSearch } from '../search/search.store.ts';
import { markDerivedObjects, readOutdatedObjects } from './rebuild.store.ts';

/** Objects per transaction, which blocks all other changes of the calendar; each may have a megabyte. */
const OBJECTS_A_STEP = 50;

export type RebuildOptions = {
  /** Called after each step, with its duration in milliseconds. */
  afterStep?(tookMs: number): Promise<void>;
  signal?: AbortSignal;
};

/** Adds what this release derives to the objects that an older one wrote, in all mailboxes. They stay as they are. */
export async function rebuildObjects(deps: CalendarDeps, options: RebuildOptions = {}): Promise<void> {
  for (;;) {
    const rows = await readOutdatedObjects(deps.db, DERIVED_VERSION, OBJECTS_A_STEP);
    if (rows.length === 0) return;
    for (const [mailboxId, some] of Map.groupBy(rows, (row) => row.mailbox_id)) {
      const ids = some.map(({ id }) => id);
      options.signal?.throwIfAborted();
      const began = deps.clock.now();
      await changeCalendar(deps, mailboxId, async ({ tx, now }) => {
        const live = (await readWholeObjects(tx, mailboxId, ids)).filter(
          ({ trashed_at }) => trashed_at === null,
        );
        const found = live.flatMap(({ id, source }) => {
          const derived = tryDerive(source, now);
          return derived ? [{ object_id: id, words: derived.words, extend_at: derived.extend_at }] : [];
        });
        await writeSearch(tx, mailboxId, found);
        await markDerivedObjects(tx, mailboxId, ids, DERIVED_VERSION);
      });
      await options.afterStep?.(deps.clock.now() - began);
    }
  }
}

/** Null for what this release can't read. */
function tryDerive(source: Buffer, now: number): DerivedObject | null {
  try {
    return deriveObject(source, now);
  } catch (error) {
    if (error instanceof ObjectFault) return null;
    throw error;
  }
}
