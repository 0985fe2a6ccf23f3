import { readTrashedTexts } from '../../calendar/access/hidden-objects.store.ts';
import { readObject } from '../../calendar/ical/read-object.ts';
import { objectsOf } from '../../calendar/object-resources.ts';
import { type ResourceChange, type ResourceRow, readResourceChanges } from '../../kernel/resources.store.ts';
import type { SyncAsked } from '../../platform/dav/read-requests.ts';
import { type SyncRange, syncChanges } from '../../platform/dav/sync-changes.ts';
import { syncAnew } from '../../platform/dav/sync-refusals.ts';
import { readSyncToken } from '../../platform/dav/sync-tokens.ts';
import type { Xml } from '../../platform/dav/write-xml.ts';
import type { ReadDb } from '../../tables.ts';
import type { ObjectAnswers } from './object-answers.ts';
import { pageSize } from './object-answers.ts';
import { type OpenCalendar, presentOf, shownOf, syncIdOf } from './open-calendar.ts';

/** Of a shared calendar more changes than these are told by all that is in it. */
const MOST_CHANGES = 1_000;
const MOST_REMOVED = 50;

/** RFC 6578. */
export async function* syncCalendar(
  db: ReadDb,
  calendar: OpenCalendar,
  path: string,
  { token, limit }: SyncAsked,
  { answer, missing, withSource }: ObjectAnswers,
): AsyncGenerator<readonly Xml[]> {
  const { mailbox_id: mailboxId, blocks } = calendar;
  const id = syncIdOf(calendar);
  const present = await presentOf(db, calendar);
  if (blocks !== null && token === '') yield blocks.map(answer);
  if (blocks !== null && token !== '') await refuseHidden(db, calendar, token, present);
  const of = objectsOf(mailboxId, calendar.id, withSource);
  yield* syncChanges(
    {
      ...{ id, present, path, pageSize: pageSize(withSource) },
      read: (range: SyncRange) => readShownChanges(db, calendar, of, range),
      answer: ({ name, resource }: ResourceChange) => (resource ? answer(resource) : missing(name)),
    },
    { token, limit },
  );
}

/** Changes of hidden objects are passed over: they and their names are told to nobody, in tokens too. */
async function readShownChanges(
  db: ReadDb,
  calendar: OpenCalendar,
  of: ReturnType<typeof objectsOf>,
  range: SyncRange,
): Promise<ResourceChange[]> {
  if (calendar.blocks === null) return readResourceChanges(db, of, range);
  const found: ResourceChange[] = [];
  for (let { after } = range; found.length < range.limit; ) {
    const page = await readResourceChanges(db, of, { ...range, after });
    const rows = page.flatMap(({ resource }) => resource ?? []);
    const shown = new Map((await shownOf(db, calendar, rows)).map((row) => [row.name, row]));
    found.push(...page.filter(({ name, resource }) => resource === null || shown.has(name)));
    const last = page.at(-1);
    if (!last || page.length < range.limit) break;
    after = { seq: last.seq, name: last.name };
  }
  return found.slice(0, range.limit);
}

/**
 * Where something hidden has changed since, a program learns anew what is in a shared calendar: what has become hidden,
 * or was and is gone, would be told by its name.
 */
async function refuseHidden(
  db: ReadDb,
  calendar: OpenCalendar,
  token: string,
  present: number,
): Promise<void> {
  const start = readSyncToken(syncIdOf(calendar), token);
  // What is no token of this calendar is refused where it is read.
  if (start === null) return;
  const of = objectsOf(calendar.mailbox_id, calendar.id, false);
  // What is in a first listing that was cut short is no change, and was looked at when it began.
  const after = start.seq > start.base ? start : { seq: start.base + 1, name: '' };
  const range = { after, removedAfter: start.base, upTo: present, limit: MOST_CHANGES + 1 };
  const changes = await readResourceChanges(db, of, range);
  const rows: ResourceRow[] = changes.flatMap(({ resource }) => resource ?? []);
  const removed = changes.flatMap(({ name, resource }) => (resource ? [] : [name]));
  if (changes.length > MOST_CHANGES || removed.length > MOST_REMOVED) throw syncAnew();
  if ((await shownOf(db, calendar, rows)).length < rows.length) throw syncAnew();
  if (removed.length > 0 && !(await wereShown(db, calendar, removed))) throw syncAnew();
}

/** As far as they are in the trash; of what is anywhere else it isn't known. */
async function wereShown(db: ReadDb, calendar: OpenCalendar, names: string[]): Promise<boolean> {
  if (calendar.permission === 'BUSY') return false;
  const texts = await readTrashedTexts(db, calendar, names);
  const hidden = texts.some(({ source }) => {
    const { main, changed } = readObject(source);
    return [...(main ? [main] : []), ...changed].some(({ isPrivate }) => isPrivate);
  });
  return !hidden && new Set(texts.map(({ name }) => name)).size === names.length;
}
