import { FULL_NAME } from '@bocau/contract/profile.ts';

/** AC-3: what is wrong with a name by the server's rules; null where nothing is. */
export function nameFault(typed: string): 'missing' | 'short' | 'long' | 'letters' | null {
  const name = typed.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (name === '') return 'missing';
  if (!/^[\p{L}\p{M} ]+$/u.test(name)) return 'letters';
  const letters = [...name].length;
  if (letters < FULL_NAME.min) return 'short';
  return letters > FULL_NAME.max ? 'long' : null;
}
