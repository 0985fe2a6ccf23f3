import { systemClock } from '../platform/clock.ts';
import { notifyQuickly } from '../platform/db/notify.ts';
import type { Logger } from '../platform/logger.ts';
import type { Db } from '../tables.ts';
import type { Journal } from './kernel.ts';

export type ChangePublisher = { changed(mailboxId: number): void };

const MAILBOXES_A_PAYLOAD = 300;
/** Too short a delay to be noticed in a list; messages that arrive one by one still share notifications. */
const GATHERING_MS = 20;

/**
 * Notifies every http process after a commit. Not within the transaction: PostgreSQL lets only one notifying
 * transaction commit at a time, which would serialize all deliveries. The first change is published
 * immediately; those during it or shortly after share the next notification (debounce). A lost one is made up
 * for by the sockets' own poll of the numbers.
 */
export function createChangePublisher(
  db: Db,
  log: Logger,
  { channel }: Journal,
  // Not the injected clock: while that stands still, a test would wait for its notification forever.
  gather: () => Promise<void> = () => systemClock.sleep(GATHERING_MS),
): ChangePublisher & { idle(): Promise<void> } {
  let waiting = new Set<number>();
  let sending: Promise<void> | null = null;

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const mailboxes = [...waiting];
      waiting = new Set();
      const payloads: string[] = [];
      for (let from = 0; from < mailboxes.length; from += MAILBOXES_A_PAYLOAD) {
        payloads.push(mailboxes.slice(from, from + MAILBOXES_A_PAYLOAD).join(','));
      }
      await notifyQuickly(db, channel, payloads).catch((error: Error) =>
        log.warn({ reason: error.message }, 'mailbox change could not be published'),
      );
      await gather();
    }
    sending = null;
  }

  return {
    changed(mailboxId) {
      waiting.add(mailboxId);
      sending ??= send();
    },
    async idle() {
      await sending;
    },
  };
}
