import { Readable } from 'node:stream';
import type { SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { endWithRight, type ShareWatch } from '../shares/share-watch.ts';
import { reachEntry } from './reach-entry.ts';

type SharedDeps = { db: ReadDb; clock: Clock; shareWatch: ShareWatch };

/** Sends an entry of another user's drive only as long as it is shared. */
export function whileShared(
  { db, clock, shareWatch }: SharedDeps,
  { person }: Pick<SessionCaller, 'person'>,
  { id, owner }: { id: string; owner: number },
  bytes: Bytes,
): Bytes {
  if (owner === person || !(bytes.stream instanceof Readable)) return bytes;
  const judge = () => {
    const reached = reachEntry(db, { person, at: unixSeconds(clock) }, id, 'READ');
    return reached.then(() => true, isRefused);
  };
  endWithRight(shareWatch, bytes.stream, { mailboxId: owner, judge });
  return bytes;
}

/** False when the right is gone; an internal error does not revoke it. */
function isRefused(error: unknown): false {
  if (error instanceof Failure) return false;
  throw error;
}
