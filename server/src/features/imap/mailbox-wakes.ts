import { readNumbers } from '../../kernel/journal.store.ts';
import { MAIL } from '../../kernel/mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Listener } from '../../platform/db/listen.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ReadDb } from '../../tables.ts';

/** Tells the sessions of this process that their mailbox has changed. */
export type MailboxWakes = {
  /** Answers how to stop. */
  watch(mailboxId: number, wake: () => void): () => void;
  stop(): void;
};

type Watched = { wakes: Set<() => void>; seq: number | null };

const COMPARE_MS = 5_000;

/** Notifications tell when to look; numbers are compared by the clock as well, because a notification can be lost. */
export async function createMailboxWakes(deps: {
  db: ReadDb;
  clock: Clock;
  log: Logger;
  listener: Listener;
}): Promise<MailboxWakes> {
  const { db, clock, log, listener } = deps;
  const mailboxes = new Map<number, Watched>();
  let comparing = false;

  function wake(watched: Watched | undefined): void {
    for (const run of watched?.wakes ?? []) run();
  }

  async function compareNumbers(): Promise<void> {
    if (comparing || mailboxes.size === 0) return;
    comparing = true;
    try {
      for (const { mailbox_id, seq } of await readNumbers(db, MAIL.journal, [...mailboxes.keys()])) {
        const watched = mailboxes.get(mailbox_id);
        if (!watched || watched.seq === seq) continue;
        watched.seq = seq;
        wake(watched);
      }
    } catch (error) {
      log.warn(
        { reason: (error as Error).message },
        'journal numbers of mail programs could not be compared',
      );
    }
    comparing = false;
  }

  await listener.listen(MAIL.journal.channel, (payload) => {
    for (const id of payload.split(',')) wake(mailboxes.get(Number(id)));
  });
  listener.onReconnect(() => {
    for (const watched of mailboxes.values()) wake(watched);
  });
  const timer = clock.every(COMPARE_MS, () => void compareNumbers());

  return {
    watch(mailboxId, run) {
      const watched = mailboxes.get(mailboxId) ?? { wakes: new Set(), seq: null };
      mailboxes.set(mailboxId, watched);
      watched.wakes.add(run);
      return () => {
        watched.wakes.delete(run);
        if (watched.wakes.size === 0) mailboxes.delete(mailboxId);
      };
    },
    stop: () => timer.stop(),
  };
}
