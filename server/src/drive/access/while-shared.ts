import { Readable } from 'node:stream';
import type { SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { endWithRight, type ShareWatch } from '../shares/share-watch.ts';
import { reachEntry } from './reach-entry.ts';

type SharedDeps = { db: ReadDb; clock: Clock; shareWatch: ShareWatch };

/** What another shares with the caller is sent no longer than it is shared. */
export function whileShared(
  { db, clock, shareWatch }: SharedDeps,
  { mailbox }: Pick<SessionCaller, 'mailbox'>,
  { id, owner }: { id: string; owner: number },
  bytes: Bytes,
): Bytes {
  if (owner === mailbox || !(bytes.stream instanceof Readable)) return bytes;
  const judge = () => {
    const reached = reachEntry(db, { mailbox, at: unixSeconds(clock) }, id, 'READ');
    return reached.then(() => true, isRefused);
  };
  endWithRight(shareWatch, bytes.stream, { mailboxId: owner, judge });
  return bytes;
}

/** False where the right is gone; a fault of ours says nothing about it. */
function isRefused(error: unknown): false {
  if (error instanceof Failure) return false;
  throw error;
}
