import { WAITING } from '@bocau/contract/waiting-list.ts';
import { useLocation } from '../../router/router.tsx';
import { type ListPlace, placeOfAddress } from './list-address.ts';

const IN_LIST = /^\/(folder|label)\/([^/]+)(?:\/([^/]+))?/;

type Address = { pathname: string; search: string };

/** What the current address shows, for parts outside the screens. */
export function useShownPlace(): ListPlace | null {
  return placeAt(useLocation());
}

function placeAt({ pathname, search }: Address): ListPlace | null {
  if (pathname === '/advance-search') return placeOfAddress({}, search);
  const [, kind, name, id] = IN_LIST.exec(pathname) ?? [];
  if (kind === undefined || name === undefined) return null;
  return placeOfAddress({ [kind]: decoded(name), id: id === undefined ? undefined : decoded(id) }, search);
}

/** The path of the current folder, Starred included; of what waits for an answer, the id of its list. */
export function useShownFolder(): string | null {
  return folderAt(useLocation());
}

export function folderAt(address: Address): string | null {
  const place = placeAt(address);
  if (place?.list.kind === 'folder') return place.list.path;
  if (place?.list.kind === 'label' && place.list.id === WAITING) return WAITING;
  return place?.list.kind === 'starred' ? 'Starred' : null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A malformed percent-encoding, such as a lone percent sign.
    return part;
  }
}
