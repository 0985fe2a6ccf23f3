import { scheduleTagOf } from '../../calendar/schedule-tag.ts';
import { answerText } from '../../platform/dav/answer-text.ts';
import { notFound } from '../../platform/dav/dav-refusal.ts';
import { etagOf } from '../../platform/dav/etag-of.ts';
import { methodNotAllowed as notAllowed } from '../../platform/dav/refusals.ts';
import type { HomeCall } from '../../platform/dav-site/dav-home.ts';
import type { ReadDb } from '../../tables.ts';
import { contentTypeOf } from './calendar-names.ts';
import { findShown } from './open-calendar.ts';
import type { Place } from './places.ts';
import { withZoneData, zoneDataOf } from './zone-data.ts';

/**
 * An object as it was put, byte for byte. Its ETag is that of what is kept also where descriptions of zones are left out: a
 * program changes the object by it, in whichever form it has read it, and no cache keeps an answer.
 */
export async function getObject({ db, now }: { db: ReadDb; now: number }, call: HomeCall, place: Place) {
  if (place.kind !== 'object') throw methodNotAllowed(place);
  const object = await findShown(db, call.caller.person, place, now);
  if (!object?.source) throw notFound();
  const { changed_at: changedAt } = object;
  const source = withZoneData(object.source, zoneDataOf(call.request.headers));
  call.reply.header('schedule-tag', `"${scheduleTagOf(object)}"`);
  return answerText(call, { etag: etagOf(object), source, changedAt, contentType: contentTypeOf(object) });
}

export function methodNotAllowed({ kind }: Place) {
  if (kind === 'inbox' || kind === 'outbox') return notAllowed(BOX_METHODS);
  return notAllowed(kind === 'object' ? OBJECT_METHODS : COLLECTION_METHODS);
}

const BOX_METHODS = 'OPTIONS, PROPFIND, PROPPATCH, REPORT, POST';
const OBJECT_METHODS = 'OPTIONS, GET, HEAD, PUT, DELETE, COPY, MOVE, PROPFIND, PROPPATCH';
const COLLECTION_METHODS = 'OPTIONS, PROPFIND, PROPPATCH, REPORT, MKCOL, MKCALENDAR, DELETE';
