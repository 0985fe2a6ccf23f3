import { STARRED, SYSTEM_FOLDERS } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { LIMITS } from '@bocau/contract/limits.ts';

export type NameFault = 'required' | 'slash' | 'dots' | 'long' | 'exists';

/** The fault in a name by the server's rules, shown before it is sent. */
export function nameFault(
  typed: string,
  place: {
    siblings: readonly Folder[];
    atTop: boolean;
    own: Folder | null;
    /** In the language of the interface. */
    systemNames: readonly string[];
  },
): NameFault | null {
  const name = plainName(typed);
  if (name === '') return 'required';
  if (name.includes('/')) return 'slash';
  if (name === '.' || name === '..') return 'dots';
  if (name.length > LIMITS.folderNameLength) return 'long';
  const key = name.toLowerCase();
  const system = [...SYSTEM_FOLDERS, STARRED, ...place.systemNames];
  if (place.atTop && system.some((each) => each.toLowerCase() === key)) return 'exists';
  const taken = place.siblings.some(
    (folder) => folder.id !== place.own?.id && plainName(folder.name).toLowerCase() === key,
  );
  return taken ? 'exists' : null;
}

/** Normalised as the server stores it: composed accents, single spaces, no invisible characters. */
export function plainName(typed: string): string {
  return typed
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}
