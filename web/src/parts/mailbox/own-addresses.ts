import type { User } from '@bocau/contract/account.ts';
import { useMemo } from 'react';
import { useSessionState } from '../session/use-session-model.ts';

/** The mailbox's address and its aliases, in lower case. */
export function useOwnAddresses(): ReadonlySet<string> {
  const user = useSessionState((session) => session.user());
  return useMemo(() => ownAddresses(user), [user]);
}

function ownAddresses(user: User | null): ReadonlySet<string> {
  // A user cached by an earlier release for offline use has no list of addresses.
  const all = user === null ? [] : [user.email, ...(user.addresses ?? [])];
  return new Set(all.map((address) => address.toLowerCase()));
}
