import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Listener } from './listen.ts';

/** Something open that depends on a right that may end, such as a socket or a download. */
export type RightWatch<Open> = {
  /** Starts watching; returns a function that stops it. */
  watch(open: Open): () => void;
  stop(): void;
};

type WatchOptions<Open> = {
  /** The notification channel that signals that rights may have ended. */
  channel: string;
  isMeant: (payload: string) => (open: Open) => boolean;
  /** How many are checked per batch. */
  atOnce: number;
  /** Which of them have lost their right. */
  findEnded: (some: Open[]) => Promise<Open[]>;
  /** The log message when the check fails. */
  failed: string;
};

const CHECK_NEW_MS = 5_000;
const CHECK_ALL_MS = 60_000;

/**
 * Closes what is open when its right ends. Each item is checked once when watching begins, because the right
 * may have ended since the request was authorized. Notifications trigger further checks; a timer does too,
 * because a notification can be lost, some rights expire, and a failed check is repeated soon.
 */
export async function watchRights<Open extends { close(): void }>(
  { clock, listener, log }: { clock: Clock; listener: Listener; log: Logger },
  { channel, isMeant, atOnce, findEnded, failed }: WatchOptions<Open>,
): Promise<RightWatch<Open>> {
  const all = new Set<Open>();
  const unchecked = new Set<Open>();

  async function check(some: Open[]): Promise<void> {
    for (let from = 0; from < some.length; from += atOnce) {
      const batch = some.slice(from, from + atOnce).filter((open) => all.has(open));
      if (batch.length === 0) continue;
      try {
        const ended = await findEnded(batch);
        for (const open of batch) unchecked.delete(open);
        // Several checks may find the same item: only the one that removes it from the set closes it.
        for (const open of ended) if (all.delete(open)) open.close();
      } catch (error) {
        log.warn({ reason: (error as Error).message }, failed);
      }
    }
  }

  await listener.listen(channel, (payload) => void check([...all].filter(isMeant(payload))));
  listener.onReconnect(() => void check([...all]));
  const timers = [
    clock.every(CHECK_NEW_MS, () => void check([...unchecked])),
    clock.every(CHECK_ALL_MS, () => void check([...all])),
  ];

  return {
    watch(open) {
      all.add(open);
      unchecked.add(open);
      void check([open]);
      return () => {
        all.delete(open);
        unchecked.delete(open);
      };
    },
    stop() {
      for (const timer of timers) timer.stop();
    },
  };
}
