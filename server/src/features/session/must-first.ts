import type { MustFirst } from '@bocau/contract/endpoint.ts';
import type { SessionRow } from './session.store.ts';

/**
 * What this session's user must do before anything else; `living-sessions.store.ts` applies the same to
 * sockets, downloads and images that were open when a password was exposed. The password comes first:
 * otherwise an intruder could set up the second step. A user of single sign-on has not used the password, and
 * may not know it.
 */
export function mustFirstOf(
  { password_exposed, method }: Pick<SessionRow, 'password_exposed' | 'method'>,
  needsTwoStep: boolean,
): MustFirst | null {
  if (password_exposed && method !== 'sign_on') return 'choose_password';
  return needsTwoStep ? 'set_up_two_step' : null;
}
