import { Readable } from 'node:stream';
import { DRIVES_CHANGED } from '../../mail/mailbox/publish-changes.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import type { Listener } from '../../platform/db/listen.ts';
import { type RightWatch, watchRights } from '../../platform/db/watch-rights.ts';
import { Failure } from '../../platform/failure.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ReadDb } from '../../tables.ts';
import { reachEntry } from '../access/reach-entry.ts';

/** An answer that goes on by the right of a share: a download above all. */
type OpenShareAnswer = { mailboxId: number; judge: () => Promise<boolean>; close: () => void };
export type ShareWatch = RightWatch<OpenShareAnswer>;

/** Bytes that are sent by a right, as long as that stands. */
export function endWithRight(
  watch: ShareWatch,
  stream: Readable,
  { mailboxId, judge }: { mailboxId: number; judge: () => Promise<boolean> },
): void {
  const stop = watch.watch({ mailboxId, judge, close: () => stream.destroy() });
  stream.once('close', stop);
}

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

/** Ends what is being answered when the share that it goes by opens nothing any more. */
export function createShareWatch(deps: {
  clock: Clock;
  log: Logger;
  listener: Listener;
}): Promise<ShareWatch> {
  return watchRights(deps, {
    channel: DRIVES_CHANGED,
    isMeant(payload) {
      const changed = new Set(payload.split(','));
      return ({ mailboxId }) => changed.has(String(mailboxId));
    },
    // Each is judged by queries of its own.
    atOnce: 1,
    async findEnded(some) {
      const judged = await Promise.all(some.map(async (open) => ((await open.judge()) ? [] : [open])));
      return judged.flat();
    },
    failed: 'share of a download could not be checked',
  });
}
