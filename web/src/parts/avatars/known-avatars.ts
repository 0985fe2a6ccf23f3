import { useEffect, useSyncExternalStore } from 'react';
import { createStore } from '../../lib/store.ts';
import { now } from '../../lib/timers.ts';

type Avatars = ReadonlyMap<string, string>;
type Load = () => Promise<{ email: string; avatar: string }[]>;

const AGAIN_AFTER_MS = 10 * 60_000;

const avatars = createStore<Avatars>(new Map());
let load: Load | null = null;
let askedAt = 0;

/** Who can be asked; with null nobody is, and what was known of one mailbox is no other's. */
export function loadAvatarsWith(next: Load | null): void {
  load = next;
  askedAt = 0;
  avatars.set(new Map());
}

/** The picture of somebody of one's own domain, asked for with those of all others once somebody is shown. */
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
    // Without them people have their initials; they are asked for again with the next one who is shown.
    askedAt = 0;
  }
}
