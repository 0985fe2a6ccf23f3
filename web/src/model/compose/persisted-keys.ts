import { unsentPrefix } from '../engine/unsent-keys.ts';

/**
 * Storage keys of a person's persisted windows. In its own file, because it is needed before the compose
 * chunk is loaded.
 */
export function windowKeyPrefix(email: string): string {
  return unsentPrefix(email, 'compose');
}
