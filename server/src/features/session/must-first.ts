import type { MustFirst } from '@bocau/contract/endpoint.ts';
import type { SessionRow } from './session.store.ts';

/**
 * What whoever has this session has to do before anything else; `living-sessions.store.ts` asks the same of sockets,
 * downloads and images that were open when a password was exposed. The password comes first: whoever sets up a second
 * step before could be the stranger. Who comes from a single sign-on has not used the password, and may not know it.
 */
export function mustFirstOf(
  { password_exposed, method }: Pick<SessionRow, 'password_exposed' | 'method'>,
  needsTwoStep: boolean,
): MustFirst | null {
  if (password_exposed && method !== 'sign_on') return 'choose_password';
  return needsTwoStep ? 'set_up_two_step' : null;
}
