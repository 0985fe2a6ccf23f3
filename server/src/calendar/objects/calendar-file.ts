import type { ReadDb } from '../../tables.ts';
import { openCalendarFile } from '../ical/merge-objects.ts';
import { readSourcesAfter } from './objects.store.ts';

/** Read when those before have left: each may have a megabyte. */
const OBJECTS_A_PAGE = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** All of a calendar as one iCalendar text, page by page with the number of its objects, without those in the trash. */
export async function* calendarFile(
  db: ReadDb,
  { mailbox_id, id, name }: { mailbox_id: number; id: string; name: string },
): AsyncGenerator<{ bytes: Buffer; objects: number }> {
  const file = openCalendarFile();
  yield { bytes: file.begin(name), objects: 0 };
  for (let after = FIRST_ID; ; ) {
    const objects = await readSourcesAfter(db, mailbox_id, id, after, OBJECTS_A_PAGE);
    const last = objects.at(-1);
    if (!last) break;
    yield { bytes: Buffer.concat(objects.map(({ source }) => file.add(source))), objects: objects.length };
    after = last.id;
  }
  yield { bytes: file.end(), objects: 0 };
}
