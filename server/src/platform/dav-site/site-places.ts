import { segmentsBelow } from '../dav/bind-dav.ts';
import { notFound } from '../dav/dav-refusal.ts';
import { hrefOf } from '../dav/hrefs.ts';
import type { DavCaller, DavHome, HomePath } from './dav-home.ts';

export const DAV_ROOT = '/dav';
const PRINCIPALS = 'principals';

/** What a path leads to. */
export type SitePlace =
  | { kind: 'root' | 'principals' }
  | { kind: 'principal'; address: string }
  /** Where the homes of a kind are. */
  | { kind: 'homes'; folder: string }
  | { kind: 'home'; folder: string; path: HomePath };

export type Folder = Exclude<SitePlace, { kind: 'home' }>;

/** Below another person's address there is nothing, whether it is one or not. */
export function placeOnSite(
  homes: readonly DavHome[],
  caller: DavCaller,
  segments: readonly string[],
): SitePlace {
  const [folder, address, ...rest] = segments;
  if (folder === undefined) return { kind: 'root' };
  const isPrincipals = folder === PRINCIPALS;
  if (!isPrincipals && !homes.some((home) => home.folder === folder)) throw notFound();
  if (isPrincipals && rest.length > 0) throw notFound();
  if (address === undefined) return isPrincipals ? { kind: 'principals' } : { kind: 'homes', folder };
  if (!caller.isNamed(address)) throw notFound();
  return isPrincipals ? { kind: 'principal', address } : { kind: 'home', folder, path: { address, rest } };
}

/** The path of an href in a home of this kind; null for everything else. */
export function pathInHome(caller: DavCaller, folder: string, path: string): HomePath | null {
  const [first, address, ...rest] = segmentsBelow(DAV_ROOT, path) ?? [];
  return first === folder && address !== undefined && caller.isNamed(address) ? { address, rest } : null;
}

export function principalHref(address: string): string {
  return collectionHref(PRINCIPALS, address);
}

export function collectionHref(...segments: string[]): string {
  return hrefOf([DAV_ROOT.slice(1), ...segments], { isCollection: true });
}

export function resourceHref(...segments: string[]): string {
  return hrefOf([DAV_ROOT.slice(1), ...segments], { isCollection: false });
}

export function hrefOfFolder(place: Folder): string {
  switch (place.kind) {
    case 'root':
      return collectionHref();
    case 'principals':
      return collectionHref(PRINCIPALS);
    case 'homes':
      return collectionHref(place.folder);
    case 'principal':
      return principalHref(place.address);
  }
}
