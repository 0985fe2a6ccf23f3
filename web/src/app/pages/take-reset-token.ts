import { RESET_FRAGMENT } from '@bocau/contract/recovery.ts';

/** Takes the token of a password link out of the address at once, before anyone sees or stores it. */
export function takeResetToken(): string | null {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(`#${RESET_FRAGMENT}`)) return null;
  window.history.replaceState(window.history.state, '', pathname + search);
  return hash.slice(RESET_FRAGMENT.length + 1);
}
