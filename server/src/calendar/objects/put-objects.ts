import {
  deleteTrashed,
  forgetRemoved,
  markTrashed,
  type ResourceName,
  writeRemoved,
} from '../../kernel/resources.store.ts';
import { Failure } from '../../platform/failure.ts';
import { touchCalendars } from '../calendars/calendars.store.ts';
import type { CalendarChange } from '../change-calendar.ts';
import { followFiles } from '../files/follow-files.ts';
import { OBJECT_TABLES } from '../object-resources.ts';
import { deleteProposalsOf } from '../proposals/proposals.store.ts';
import { bookRooms } from '../rooms/book-rooms.ts';
import { keptTag } from '../schedule-tag.ts';
import { refuseSubscribed } from '../subscriptions/refuse-subscribed.ts';
import { columnsOf, type DerivedObject } from './derive-object.ts';
import { type PlacedObject, readObjectsByUid, readPlacedObjects, writeObjects } from './objects.store.ts';
import { clearFollowing, writeFollowing } from './write-following.ts';

export type ObjectPut = {
  /** Of an object that is there, in the trash or not, or of a new one. */
  id: string;
  calendarId: string;
  /** Of the resource; without it an object keeps its name, and a new one gets one made of its id. */
  name?: string;
  source: Buffer;
  /** What `deriveObject` says of the source; parsed before the calendar is locked. */
  derived: DerivedObject;
  /** Nothing but answers of others, or that they were told, has changed. */
  keepsScheduleTag?: true;
  /** Who changed it is who did before: of the event nothing is other than it was. */
  keepsAuthor?: true;
};

/** Who writes: of a calendar that is read from an address nobody but what reads it. */
export type Writer = 'person' | 'subscription';

/**
 * Writes objects with everything that is derived from them: the only way that one comes into being, changes, moves into
 * another calendar or leaves the trash. Returns them with what the rooms that they ask for have answered.
 */
export async function putObjects(
  change: CalendarChange,
  given: ObjectPut[],
  writer: Writer = 'person',
): Promise<ObjectPut[]> {
  if (given.length === 0) return [];
  const { tx, mailboxId, seq, now, author } = change;
  const ids = given.map(({ id }) => id);
  const into = [...new Set(given.map(({ calendarId }) => calendarId))];
  const isPerson = writer === 'person';
  // All that is asked is sent at once, and so is below all that is written: most puts are of one event.
  const [puts, placed] = await Promise.all([
    isPerson ? bookRooms(change, given) : given,
    readPlacedObjects(tx, mailboxId, ids),
    isPerson && refuseSubscribed(tx, mailboxId, into),
    refuseTakenUids(change, given),
  ]);
  const before = new Map(placed.map((object) => [object.id, object]));
  const from = [...new Set(placed.map(({ calendar_id }) => calendar_id))].filter(
    (one) => !into.includes(one),
  );
  if (isPerson && from.length > 0) await refuseSubscribed(tx, mailboxId, from);
  for (const { id, source } of puts) {
    const old = before.get(id);
    change.count(old ? 0 : 1, source.length - (old?.bytes ?? 0));
  }
  const objects = puts.map(({ id, calendarId, name, source, derived, keepsScheduleTag, keepsAuthor }) => ({
    ...columnsOf(derived),
    ...{ id, calendar_id: calendarId, seq, created_at: now, changed_at: now },
    changed_by: keepsAuthor ? (before.get(id)?.changed_by ?? null) : author,
    name: name ?? before.get(id)?.name ?? `${id}.ics`,
    schedule_tag: keptTag(keepsScheduleTag ? before.get(id) : undefined, derived),
    source: source.toString('base64'),
  }));
  await writeRemoved(tx, OBJECT_TABLES, mailboxId, { names: leftNames(objects, before), seq, now });
  await Promise.all([
    forgetRemoved(tx, OBJECT_TABLES, mailboxId, objects.map(nameOf)),
    writeObjects(tx, mailboxId, objects),
    writeFollowing(change, puts),
    isPerson && followFiles(change, puts),
    touchCalendars(tx, mailboxId, [...from, ...into], seq),
  ]);
  for (const id of ids) change.journal('object', id);
  return puts;
}

/** Puts objects into the trash; those that are there already stay as they are. */
export async function trashObjects(
  change: CalendarChange,
  ids: string[],
  writer: Writer = 'person',
): Promise<void> {
  const { tx, mailboxId, seq, now, author } = change;
  const objects = (await readPlacedObjects(tx, mailboxId, ids)).filter(
    ({ trashed_at }) => trashed_at === null,
  );
  if (objects.length === 0) return;
  if (writer === 'person') {
    await refuseSubscribed(tx, mailboxId, [...new Set(objects.map(({ calendar_id }) => calendar_id))]);
  }
  const live = objects.map(({ id }) => id);
  await markTrashed(tx, OBJECT_TABLES, mailboxId, { ids: live, seq, now, author });
  await writeRemoved(tx, OBJECT_TABLES, mailboxId, { names: objects.map(nameOf), seq, now });
  await clearFollowing(change, live);
  if (writer === 'person') {
    await followFiles(
      change,
      live.map((id) => ({ id })),
    );
  }
  await touchCalendars(tx, mailboxId, [...new Set(objects.map(({ calendar_id }) => calendar_id))], seq);
  for (const id of live) change.journal('object', id);
}

/** Deletes objects for good that are in the trash. */
export async function deleteObjects(change: CalendarChange, ids: string[]): Promise<void> {
  const gone = await deleteTrashed(change.tx, OBJECT_TABLES, change.mailboxId, ids);
  change.count(-gone.ids.length, -gone.bytes);
  await deleteProposalsOf(change.tx, change.mailboxId, gone.ids);
  for (const id of gone.ids) change.journal('object', id);
}

type NamedObject = { id: string; calendar_id: string; uid: string; name: string };

/** Two objects of a calendar must not have one uid: a program would take them for one. */
async function refuseTakenUids({ tx, mailboxId }: CalendarChange, puts: ObjectPut[]): Promise<void> {
  for (const [calendarId, some] of Map.groupBy(puts, (put) => put.calendarId)) {
    const uids = some.map(({ derived }) => derived.uid);
    const others = await readObjectsByUid(tx, mailboxId, calendarId, uids);
    const own = new Map(some.map(({ derived, id }) => [derived.uid, id]));
    const taken = others.find(({ uid, id }) => own.get(uid) !== id);
    if (own.size === uids.length && !taken) continue;
    throw new Failure('already_exists', 'An event with this UID is in the calendar', {
      details: { precondition: 'no-uid-conflict', name: taken?.name },
    });
  }
}

/** Names under which programs no longer find objects that moved or were renamed. */
function leftNames(objects: NamedObject[], before: ReadonlyMap<string, PlacedObject>): ResourceName[] {
  return objects.flatMap(({ id, calendar_id, name }) => {
    const old = before.get(id);
    if (!old || old.trashed_at !== null || (old.calendar_id === calendar_id && old.name === name)) return [];
    return [nameOf(old)];
  });
}

function nameOf({ calendar_id, name }: { calendar_id: string; name: string }): ResourceName {
  return { collection: calendar_id, name };
}
