import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { now } from '../../lib/timers.ts';

type Avatars = ReadonlyMap<string, string>;
type Load = () => Promise<{ email: string; avatar: string }[]>;

const AGAIN_AFTER_MS = 10 * 60_000;

const avatars = createStore<Avatars>(new Map());
let load: Load | null = null;
let askedAt = 0;

/**
 * Sets the function that loads avatars; null stops loading. The avatars of the previous mailbox are dropped.
 */
export function loadAvatarsWith(next: Load | null): void {
  load = next;
  askedAt = 0;
  avatars.set(new Map());
}

/** The picture of a person in the user's own domain; all of them are loaded together once one is shown. */
export function useKnownAvatar(email: string): string | null {
  useEffect(() => void readAvatars(), []);
  return useSyncExternalStore(avatars.subscribe, avatars.get).get(email.toLowerCase()) ?? null;
}

async function readAvatars(): Promise<void> {
  if (load === null || now() - askedAt < AGAIN_AFTER_MS) return;
  askedAt = now();
  try {
    const listed = await load();
    avatars.set(new Map(listed.map(({ email, avatar }) => [email, avatar])));
  } catch {
    // On failure people keep their initials; loading is retried with the next person shown.
    askedAt = 0;
  }
}
