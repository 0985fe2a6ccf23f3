import { isAllowed, preconditionsOf } from '../../platform/dav/dav-headers.ts';
import { notFound } from '../../platform/dav/dav-refusal.ts';
import { methodNotAllowed as notAllowed, preconditionFailed } from '../../platform/dav/refusals.ts';
import type { HomeCall } from '../../platform/dav-site/dav-home.ts';
import type { ReadDb } from '../../tables.ts';
import { contentTypeOf } from './calendar-names.ts';
import { etagOf } from './etag-of.ts';
import { findResource } from './open-calendar.ts';
import type { Place } from './places.ts';

/** An object as it was put, byte for byte. */
export async function getObject(db: ReadDb, { caller, method, request, reply }: HomeCall, place: Place) {
  if (place.kind !== 'object') throw methodNotAllowed(place);
  const object = await findResource(db, caller.person, place, true);
  if (!object?.source) throw notFound();
  const { source, changed_at: changedAt } = object;
  const etag = etagOf(object);
  reply.headers({
    etag,
    'content-type': contentTypeOf(object),
    'last-modified': new Date(changedAt * 1000).toUTCString(),
    // Not for pages: it may be another person's text.
    'content-disposition': 'attachment',
  });
  const preconditions = preconditionsOf(request.headers);
  if (!isAllowed({ ...preconditions, ifNoneMatch: null }, etag)) throw preconditionFailed();
  if (!isAllowed({ ...preconditions, ifMatch: null }, etag)) return reply.code(304).send();
  reply.header('content-length', String(source.length));
  return reply.send(method === 'HEAD' ? '' : source);
}

export function methodNotAllowed({ kind }: Place) {
  return notAllowed(kind === 'object' ? OBJECT_METHODS : COLLECTION_METHODS);
}

const OBJECT_METHODS = 'OPTIONS, GET, HEAD, PUT, DELETE, COPY, MOVE, PROPFIND, PROPPATCH';
const COLLECTION_METHODS = 'OPTIONS, PROPFIND, PROPPATCH, REPORT, MKCOL, MKCALENDAR, DELETE';
