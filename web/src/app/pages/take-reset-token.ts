import { RESET_FRAGMENT } from '@bocau/contract/recovery.ts';

/** The token of a link to choose another password; out of the address at once, before anybody sees or keeps it. */
export function takeResetToken(): string | null {
  const { hash, pathname, search } = window.location;
  if (!hash.startsWith(`#${RESET_FRAGMENT}`)) return null;
  window.history.replaceState(window.history.state, '', pathname + search);
  return hash.slice(RESET_FRAGMENT.length + 1);
}
