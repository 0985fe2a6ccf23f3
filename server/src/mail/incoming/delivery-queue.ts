import type { Clock } from '../../platform/clock.ts';
import { isDatabaseUnavailable, isOverdue } from '../../platform/db/database-errors.ts';
import type { Tx } from '../../tables.ts';
import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { type DeliveryOutcome, deliverToMailbox, readDeliveryFacts } from './deliver-to-mailbox.ts';
import type { Incoming } from './incoming.ts';
import type { MailRules } from './mail-rules.ts';

/** `durable`: resolves when everything the message references is durable; it is not committed before. */
type Waiting = {
  message: Incoming;
  durable: Promise<unknown>;
  resolve(outcome: DeliveryOutcome): void;
  reject(error: unknown): void;
};
type DeliveryQueueDeps = ChangeDeps & { clock: Clock; mailRules: MailRules };

/** The batch size of one transaction: large enough to share its cost, small enough to finish soon. */
const MESSAGES_A_TRANSACTION = 50;

export type DeliveryQueue = {
  /** Resolves when the message and its source are durable: `durable` may still be pending when this is called. */
  file(mailboxId: number, message: Incoming, durable: Promise<unknown>): Promise<DeliveryOutcome>;
};

/**
 * Stores incoming mail. Messages for one mailbox can only be stored one transaction after another; those that
 * arrive during one share the next (batching), so that a burst costs a few commits instead of one per
 * message.
 */
export function createDeliveryQueue(deps: DeliveryQueueDeps): DeliveryQueue {
  const queues = new Map<number, Waiting[]>();

  async function drain(mailboxId: number, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MESSAGES_A_TRANSACTION);
      await fileBatch(deps, mailboxId, batch);
    }
    queues.delete(mailboxId);
  }

  return {
    file(mailboxId, message, durable) {
      return new Promise((resolve, reject) => {
        const waiting = { message, durable, resolve, reject };
        const queue = queues.get(mailboxId);
        if (queue) {
          queue.push(waiting);
          return;
        }
        const started = [waiting];
        queues.set(mailboxId, started);
        void drain(mailboxId, started);
      });
    },
  };
}

async function fileBatch(deps: DeliveryQueueDeps, mailboxId: number, batch: Waiting[]): Promise<void> {
  try {
    const outcomes = await fileAll(deps, mailboxId, batch);
    for (const [index, waiting] of batch.entries()) waiting.resolve(outcomes[index] as DeliveryOutcome);
  } catch (error) {
    if (batch.length === 1 || isDatabaseUnavailable(error) || isOverdue(error)) {
      for (const waiting of batch) waiting.reject(error);
      return;
    }
    // One message that cannot be stored must not block the others.
    for (const waiting of batch) await fileBatch(deps, mailboxId, [waiting]);
  }
}

async function fileAll(
  deps: DeliveryQueueDeps,
  mailboxId: number,
  batch: Waiting[],
): Promise<DeliveryOutcome[]> {
  const messages = batch.map(({ message }) => message);
  const filed = await changeMailbox(
    deps,
    mailboxId,
    (change, facts) => {
      for (const { durable } of batch) change.commitAfter(durable);
      return deliverToMailbox(deps, change, messages, facts);
    },
    { first: (tx: Tx) => readDeliveryFacts(deps.mailRules, tx, mailboxId, messages) },
  );
  return filed.map(({ outcome }) => outcome);
}
