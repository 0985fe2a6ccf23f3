import { notFound } from '../../platform/dav/dav-refusal.ts';
import { needPrivileges } from '../../platform/dav/refusals.ts';
import type { HomeCall } from '../../platform/dav-site/dav-home.ts';
import type { ReadDb } from '../../tables.ts';
import { DIRECTORY, findDirectory } from './open-book.ts';
import type { Place } from './places.ts';

const READING = ['PROPFIND', 'REPORT', 'GET', 'HEAD'];

/** The directory is only read: whoever sees it is told so, and to everybody else it is not there. */
export async function refuseChanges(
  db: ReadDb,
  { caller, method }: Pick<HomeCall, 'caller' | 'method'>,
  place: Place,
): Promise<void> {
  const isInside = place.kind === 'book' || place.kind === 'card';
  if (!isInside || place.bookId !== DIRECTORY || READING.includes(method)) return;
  if (!(await findDirectory(db, caller.person))) throw notFound();
  throw needPrivileges('The directory is kept by the owner of the domain');
}
