import type { DavCall } from '../../platform/dav/bind-dav.ts';
import { DavRefusal, notFound } from '../../platform/dav/dav-refusal.ts';
import { dav } from '../../platform/dav/xml-names.ts';
import type { ReadDb } from '../../tables.ts';
import { DIRECTORY, findDirectory } from './open-book.ts';
import type { DavPerson, Place } from './places.ts';

const READING = ['PROPFIND', 'REPORT', 'GET', 'HEAD'];

/** The directory is only read: whoever sees it is told so, and to everybody else it is not there. */
export async function refuseChanges(
  db: ReadDb,
  { caller, method }: Pick<DavCall<DavPerson>, 'caller' | 'method'>,
  place: Place,
): Promise<void> {
  const isInside = place.kind === 'book' || place.kind === 'card';
  if (!isInside || place.bookId !== DIRECTORY || READING.includes(method)) return;
  if (!(await findDirectory(db, caller.person))) throw notFound();
  throw needPrivileges('The directory is kept by the owner of the domain');
}

/** RFC 3744, section 7.1.1. */
export function needPrivileges(message: string): DavRefusal {
  return new DavRefusal(403, message, { condition: dav('need-privileges') });
}
