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

/** An object as it was put, byte for byte. */
export async function getObject({ db, now }: { db: ReadDb; now: number }, call: HomeCall, place: Place) {
  if (place.kind !== 'object') throw methodNotAllowed(place);
  const object = await findShown(db, call.caller.person, place, now);
  if (!object?.source) throw notFound();
  const { source, changed_at: changedAt } = object;
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
