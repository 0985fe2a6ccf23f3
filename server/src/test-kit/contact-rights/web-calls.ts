import { API } from '@bocau/contract/api.ts';
import type { Endpoint } from '@bocau/contract/endpoint.ts';
import type { Kind } from '../own-things.ts';
import { type CallerName, isEnough, isSignedIn, rightOf } from './callers.ts';

const isOfGroups = ({ path }: Endpoint) => path.includes('/groups');
/** The calls about contacts, the directory and groups. */
export const WEB_CALLS: [string, Endpoint][] = Object.entries(API as Record<string, Endpoint>).filter(
  ([, endpoint]) => endpoint.path.startsWith('/api/contacts/v1/') || isOfGroups(endpoint),
);

/** A book itself, and what its cards are to its owner. */
const OF_OWNERS = ['books/', 'cards/favorite', 'merge'];

/** `ok`: whatever it is answered, it is no refusal of a right. */
export type Expected = 'ok' | 401 | 403 | 404;

/** What nobody is given a part of by a share. */
const OWN_KINDS: readonly Kind[] = ['contactTrashed', 'contactMerge', 'contactImport'];

/** The outcome by the rules: sessions open the API, shares open books, and what one may not know of is not there. */
export function expectedOfWeb(endpoint: Endpoint, kinds: readonly Kind[], caller: CallerName): Expected {
  if (!isSignedIn(caller)) return 401;
  if (isOfGroups(endpoint)) return caller === 'own' ? 'ok' : caller === 'another domain' ? 404 : 403;
  // It asks for a person of the domain of `own`.
  if (endpoint.path.endsWith('/directory/person')) return caller === 'another domain' ? 404 : 'ok';
  const isAboutBooks = kinds.some((kind) => kind.startsWith('contact'));
  if (!isAboutBooks) return 'ok';
  const right = rightOf(caller);
  if (right === null) return 404;
  const needed = neededOf(endpoint, kinds);
  if (needed === null) return right === 'OWNER' ? 'ok' : 404;
  return isEnough(right, needed) ? 'ok' : 403;
}

/** Null: it is about what is one's own alone. */
function neededOf(
  { method, path, errors }: Endpoint,
  kinds: readonly Kind[],
): 'READ' | 'WRITE' | 'OWNER' | null {
  if (kinds.some((kind) => OWN_KINDS.includes(kind))) return null;
  if (OF_OWNERS.some((part) => path.startsWith(`/api/contacts/v1/${part}`))) return 'OWNER';
  if (method === 'GET') return 'READ';
  // The contract says of each call that writes whether a share can be too little for it.
  return errors.includes('forbidden') ? 'WRITE' : null;
}
