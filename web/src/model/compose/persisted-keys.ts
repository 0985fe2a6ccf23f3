import { unsentPrefix } from '../engine/unsent-keys.ts';

/** Keys of a person's persisted windows. On its own, because it is read before the code of compose is loaded. */
export function windowKeyPrefix(email: string): string {
  return unsentPrefix(email, 'compose');
}
