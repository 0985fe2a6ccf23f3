import type { Readable } from 'node:stream';
import { DRIVE } from '../../kernel/drive.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Listener } from '../../platform/db/listen.ts';
import { type RightWatch, watchRights } from '../../platform/db/watch-rights.ts';
import type { Logger } from '../../platform/logger.ts';

/** A running response that depends on a share: mainly a download. */
type OpenShareAnswer = { mailboxId: number; judge: () => Promise<boolean>; close: () => void };
export type ShareWatch = RightWatch<OpenShareAnswer>;

/** Streams bytes as long as the right to them exists. */
export function endWithRight(
  watch: ShareWatch,
  stream: Readable,
  { mailboxId, judge }: { mailboxId: number; judge: () => Promise<boolean> },
): void {
  const stop = watch.watch({ mailboxId, judge, close: () => stream.destroy() });
  stream.once('close', stop);
}

/** Aborts running responses when their share closes. */
export function createShareWatch(deps: {
  clock: Clock;
  log: Logger;
  listener: Listener;
}): Promise<ShareWatch> {
  return watchRights(deps, {
    channel: DRIVE.journal.channel,
    isMeant(payload) {
      const changed = new Set(payload.split(','));
      return ({ mailboxId }) => changed.has(String(mailboxId));
    },
    // Each check runs queries of its own.
    atOnce: 1,
    async findEnded(some) {
      const judged = await Promise.all(some.map(async (open) => ((await open.judge()) ? [] : [open])));
      return judged.flat();
    },
    failed: 'share of a download could not be checked',
  });
}
