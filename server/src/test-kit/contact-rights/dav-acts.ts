import type { DavMethod } from '../../platform/dav/bind-dav.ts';
import { vcard } from '../carddav-person.ts';
import { type DavSent, readMultistatus } from '../dav-client.ts';
import { type CallerName, isEnough, isSignedIn, rightOf } from './callers.ts';

/** What is asked about; `owner's …` by the owner's address, the others by the caller's own. */
export const DAV_PLACES = [
  'root',
  'principal',
  'home',
  'book',
  'card',
  'directory',
  'person in directory',
  'owner’s home',
  'owner’s card',
] as const;
export type DavPlace = (typeof DAV_PLACES)[number];

const BOOKS = '/dav/addressbooks';

type Names = { caller: string; owner: string; bookId: string; card: string; ownerCard: string };

export function pathOf(place: DavPlace, { caller, owner, bookId, card, ownerCard }: Names): string {
  const paths: Record<DavPlace, string> = {
    root: '/dav/',
    principal: `/dav/principals/${caller}/`,
    home: `${BOOKS}/${caller}/`,
    book: `${BOOKS}/${caller}/${bookId}/`,
    card: `${BOOKS}/${caller}/${bookId}/${card}`,
    directory: `${BOOKS}/${caller}/directory/`,
    'person in directory': `${BOOKS}/${caller}/directory/${ownerCard}.vcf`,
    'owner’s home': `${BOOKS}/${owner}/`,
    'owner’s card': `${BOOKS}/${owner}/${bookId}/${card}`,
  };
  return paths[place];
}

const SYNC = '<sync-collection xmlns="DAV:"><sync-token/><prop><getetag/></prop></sync-collection>';
const RENAME =
  '<propertyupdate xmlns="DAV:"><set><prop><displayname>Khác</displayname></prop></set></propertyupdate>';
const NEW_BOOK = `<mkcol xmlns="DAV:"><set><prop><resourcetype><collection/>
  <addressbook xmlns="urn:ietf:params:xml:ns:carddav"/></resourcetype></prop></set></mkcol>`;

/** A request of each method that would do something. */
export function requestOf(
  method: DavMethod,
  { uid, destination }: { uid: string; destination: string },
): DavSent {
  switch (method) {
    case 'PROPFIND':
      return { depth: '0' };
    case 'REPORT':
      return { body: SYNC };
    case 'PROPPATCH':
      return { body: RENAME };
    case 'MKCOL':
      return { body: NEW_BOOK };
    case 'PUT':
      return { body: vcard(uid, 'Lan') };
    case 'COPY':
    case 'MOVE':
      return { headers: { destination } };
    default:
      return {};
  }
}

/** What PROPPATCH is answered: where it takes nothing, 207 with a refusal of each property (RFC 4918, section 9.2). */
export function statusOfChanges(status: number, text: string): number {
  if (status !== 207) return status;
  const answers = [...readMultistatus(text).byHref.values()].flatMap(({ props }) => Object.keys(props));
  return answers.every((one) => one === '403') ? 403 : status;
}

type Needed = 'READ' | 'WRITE' | 'OWNER' | 'never';

const OF_CARD: Partial<Record<DavMethod, Needed>> = {
  ...{ GET: 'READ', HEAD: 'READ', PROPFIND: 'READ', COPY: 'READ' },
  ...{ PUT: 'WRITE', DELETE: 'WRITE', MOVE: 'WRITE' },
};
const OF_BOOK: Partial<Record<DavMethod, Needed>> = {
  // Whoever a book is shared with leaves it by deleting it.
  ...{ PROPFIND: 'READ', REPORT: 'READ', PROPPATCH: 'OWNER', DELETE: 'READ' },
};
const ONLY_READ: Record<string, readonly DavMethod[]> = {
  directory: ['PROPFIND', 'REPORT'],
  'person in directory': ['PROPFIND', 'GET', 'HEAD'],
};

function neededOf(method: DavMethod, place: DavPlace): Needed {
  if (place === 'card' || place === 'owner’s card') return OF_CARD[method] ?? 'never';
  if (place === 'book') return OF_BOOK[method] ?? 'never';
  return (ONLY_READ[place] ?? ['PROPFIND']).includes(method) ? 'READ' : 'never';
}

/** `absent`: as an address at which nothing ever was. `refused`: 403 or 405, nothing of the kind is done there. */
export type ExpectedOfDav = 'ok' | 'refused' | 'absent' | 401 | 403 | 409;

export function expectedOfDav(method: DavMethod, place: DavPlace, caller: CallerName): ExpectedOfDav {
  if (!isSignedIn(caller)) return 401;
  const needed = neededOf(method, place);
  const right = rightFor(place, caller);
  // An id of a colleague's book is refused, so that none stands in another's place; who asks knows it already.
  if (caller === 'same domain' && method === 'MKCOL' && place === 'book') return 409;
  if (right === null) return 'absent';
  if (needed === 'never') return 'refused';
  return isEnough(right, needed) ? 'ok' : 403;
}

function rightFor(place: DavPlace, caller: CallerName): ReturnType<typeof rightOf> {
  if (place === 'book' || place === 'card') return rightOf(caller);
  if (place.startsWith('owner')) return caller === 'own' ? 'OWNER' : null;
  if (place === 'person in directory') return caller === 'another domain' ? null : 'READ';
  // Everybody has these.
  return 'OWNER';
}
