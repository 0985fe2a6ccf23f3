import { guestsOf, organiserOf } from '../ical/guests.ts';
import type { CalendarObject } from '../ical/read-object.ts';
import { partsByPlace } from '../scheduling/parts-of-object.ts';
import { shareLinksIn } from './share-links.ts';

/**
 * The addresses of all who come to something that links to a share, the organiser too where that is another person by now;
 * null where nothing does.
 */
export function guestsOfFile(
  objects: readonly CalendarObject[],
  tokenHash: Buffer,
  own: ReadonlySet<string>,
): string[] | null {
  const parts = objects
    .flatMap((object) => [...partsByPlace(object).values()])
    .filter((one) => !one.isCancelled && shareLinksIn(one.part).some((hash) => hash.equals(tokenHash)));
  if (parts.length === 0) return null;
  const guests = parts.flatMap(({ part }) =>
    [organiserOf(part) ?? [], ...guestsOf(part)]
      .flat()
      .filter(({ address, isResource }) => !isResource && !own.has(address)),
  );
  return [...new Set(guests.map(({ email }) => email))];
}
