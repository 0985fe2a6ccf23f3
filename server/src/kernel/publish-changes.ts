import { systemClock } from '../platform/clock.ts';
import { notifyQuickly } from '../platform/db/notify.ts';
import type { Logger } from '../platform/logger.ts';
import type { Db } from '../tables.ts';
import type { Journal } from './kernel.ts';

export type ChangePublisher = { changed(mailboxId: number): void };

const MAILBOXES_A_PAYLOAD = 300;
/** Nobody sees a list change so much later; mail that comes one by one shares its notifications all the same. */
const GATHERING_MS = 20;

/**
 * Notifies every http process after a commit. Not within the transaction: PostgreSQL lets only one notifying
 * transaction commit at a time, which would put all deliveries in a row. The first change is told at once; those
 * that come meanwhile, or a moment after, share the next notification. One that is lost is made good by the sockets' own
 * look at the numbers.
 */
export function createChangePublisher(
  db: Db,
  log: Logger,
  { channel }: Journal,
  // Not by the injected clock: what a test waits for would not be told while that stands still.
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
