import { guestsOf, organiserOf } from '../ical/guests.ts';
import { readObject } from '../ical/read-object.ts';
import { partsByPlace } from '../scheduling/parts-of-object.ts';
import { shareLinksIn } from './share-links.ts';

/** The addresses of all who are asked to something that links to a share; null where nothing does. */
export function guestsOfFile(
  sources: readonly Buffer[],
  tokenHash: Buffer,
  own: ReadonlySet<string>,
): string[] | null {
  const parts = sources
    .flatMap((source) => [...partsByPlace(readObject(source)).values()])
    .filter((one) => !one.isCancelled && shareLinksIn(one.part).some((hash) => hash.equals(tokenHash)))
    .filter(({ part }) => own.has(organiserOf(part)?.address ?? '') || organiserOf(part) === null);
  if (parts.length === 0) return null;
  const guests = parts.flatMap(({ part }) =>
    guestsOf(part).filter(({ address, isResource }) => !isResource && !own.has(address)),
  );
  return [...new Set(guests.map(({ email }) => email))];
}
