import type { ClaimTab } from '../../model/engine/environment.ts';
import { ignoreFailure } from '../../model/engine/offline-cache.ts';
import type { SessionModel } from '../../model/session/session-model.ts';

const TAB = 'bocau.tab';
/** The Web Locks API is available only over https and on localhost. */
const locks: LockManager | undefined = navigator.locks;

const ids = new WeakMap<SessionModel, string>();

/**
 * Names what a session has open in this tab. With it goes a lock, which the browser releases when the tab dies; where
 * there are no locks, the id stays the same over a reload.
 */
export function tabId(session: SessionModel): string {
  const known = locks ? ids.get(session) : sessionStorage.getItem(TAB);
  if (known) return known;
  const id = crypto.randomUUID();
  ids.set(session, id);
  if (!locks) sessionStorage.setItem(TAB, id);
  else ignoreFailure(locks.request(TAB + id, () => new Promise<void>((closed) => session.join({ closed }))));
  return id;
}

export const claimTab: ClaimTab | undefined =
  locks && ((id, task) => locks.request(TAB + id, { ifAvailable: true }, (lock) => lock && task()));
