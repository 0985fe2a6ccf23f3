import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Listener } from './listen.ts';

/** What goes on by a right that may end, such as a socket or a download. */
export type RightWatch<Open> = {
  /** Answers how to stop watching. */
  watch(open: Open): () => void;
  stop(): void;
};

type WatchOptions<Open> = {
  /** Notifications of it tell that rights may have ended. */
  channel: string;
  isMeant: (payload: string) => (open: Open) => boolean;
  /** As many are judged at a time. */
  atOnce: number;
  /** Which of them have lost their right. */
  findEnded: (some: Open[]) => Promise<Open[]>;
  /** Said in the log where that can not be found out. */
  failed: string;
};

const CHECK_NEW_MS = 5_000;
const CHECK_ALL_MS = 60_000;

/**
 * Closes what goes on by a right when that ends. Each is judged once when it begins to be watched, because the right may
 * have ended since the request was judged. Notifications tell when to look again; the clock as well, because one can be
 * lost, because some rights end by time, and because what could not be judged at first is judged soon.
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
        // Several checks may find the same: who takes it from the set closes it, once.
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
