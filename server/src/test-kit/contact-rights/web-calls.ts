import { API } from '@bocau/contract/api.ts';
import type { Endpoint } from '@bocau/contract/endpoint.ts';
import type { Kind } from '../own-things.ts';
import { type CallerName, isEnough, isSignedIn, rightOf } from './callers.ts';

const isOfGroups = ({ path }: Endpoint) => path.includes('/groups');
/** Calls about groups in the console. */
const isOfOwners = (endpoint: Endpoint) => isOfGroups(endpoint) && endpoint.path.startsWith('/api/admin/');
/** The calls about contacts, the directory and groups. */
export const WEB_CALLS: [string, Endpoint][] = Object.entries(API as Record<string, Endpoint>).filter(
  ([, endpoint]) => endpoint.path.startsWith('/api/contacts/v1/') || isOfGroups(endpoint),
);

/** A book itself, and what its cards are to its owner. */
const OF_OWNERS = ['books/', 'bulk', 'cards/favorite', 'merge'];

/** `ok`: whatever it is answered, it is no refusal of a right. */
export type Expected = 'ok' | 401 | 403 | 404;

/** What nobody is given a part of by a share. */
const OWN_KINDS: readonly Kind[] = [
  'contactTrashed',
  'contactMerge',
  'contactImport',
  'contactBulk',
  'correspondent',
];

/** The outcome by the rules: sessions open the API, shares open books, and what one may not know of is not there. */
export function expectedOfWeb(endpoint: Endpoint, kinds: readonly Kind[], caller: CallerName): Expected {
  // A token that a keeper was sent says enough.
  if (endpoint.access === 'public') return 'ok';
  if (!isSignedIn(caller)) return 401;
  if (isOfOwners(endpoint)) return caller === 'own' ? 'ok' : caller === 'another domain' ? 404 : 403;
  if (endpoint.path.startsWith('/api/contacts/v1/groups/')) return expectedOfGroup(endpoint, caller);
  // It asks for a person of the domain of `own`.
  if (endpoint.path.endsWith('/directory/person')) return caller === 'another domain' ? 404 : 'ok';
  const isAboutContacts = kinds.some((kind) => kind.startsWith('contact') || kind === 'correspondent');
  if (!isAboutContacts) return 'ok';
  const right = rightOf(caller);
  if (right === null) return 404;
  // A book that is shared is left by whoever it is shared with; its owner has nothing to leave.
  if (endpoint.path.endsWith('/membership')) return right === 'OWNER' ? 403 : 'ok';
  const needed = neededOf(endpoint, kinds);
  if (needed === null) return right === 'OWNER' ? 'ok' : 404;
  return isEnough(right, needed) ? 'ok' : 403;
}

/**
 * Of a group that nobody joins by themselves and that shows its members to its keepers alone: to who is not in it, it is
 * not there. Who may read the book is a member, and who may write a keeper.
 */
function expectedOfGroup({ path }: Endpoint, caller: CallerName): Expected {
  const right = rightOf(caller);
  if (right === null) return 404;
  return right === 'READ' && !path.endsWith('/leave') ? 403 : 'ok';
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
