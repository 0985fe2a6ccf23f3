import type { Clock } from '../../platform/clock.ts';
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts';
import type { Tx } from '../../tables.ts';
import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { type Filing, fileIncoming, type Incoming, readFilingFacts } from './file-incoming.ts';
import type { SenderRules } from './sender-rules.ts';

type Waiting = { message: Incoming; resolve(filing: Filing): void; reject(error: unknown): void };
type FilingDeps = ChangeDeps & { clock: Clock; senderRules: SenderRules };

/** What one transaction takes; enough to share its price, few enough to be soon done. */
const MESSAGES_A_TRANSACTION = 50;

export type FilingQueue = {
  /** Resolves when the message is safe in the database. */
  file(mailboxId: number, message: Incoming): Promise<Filing>;
};

/**
 * Files incoming mail. Messages for one mailbox can only be filed one transaction after the other; those that come
 * while one is under way share the next, so that a burst costs a few commits instead of one for each message.
 */
export function createFilingQueue(deps: FilingDeps): FilingQueue {
  const queues = new Map<number, Waiting[]>();

  async function drain(mailboxId: number, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MESSAGES_A_TRANSACTION);
      await fileBatch(deps, mailboxId, batch);
    }
    queues.delete(mailboxId);
  }

  return {
    file(mailboxId, message) {
      return new Promise((resolve, reject) => {
        const waiting = { message, resolve, reject };
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

async function fileBatch(deps: FilingDeps, mailboxId: number, batch: Waiting[]): Promise<void> {
  try {
    const filings = await fileAll(
      deps,
      mailboxId,
      batch.map((waiting) => waiting.message),
    );
    for (const [index, waiting] of batch.entries()) waiting.resolve(filings[index] as Filing);
  } catch (error) {
    if (batch.length === 1 || isDatabaseUnavailable(error)) {
      for (const waiting of batch) waiting.reject(error);
      return;
    }
    // One message that can't be filed must not stop the others.
    for (const waiting of batch) await fileBatch(deps, mailboxId, [waiting]);
  }
}

async function fileAll(deps: FilingDeps, mailboxId: number, messages: Incoming[]): Promise<Filing[]> {
  const filed = await changeMailbox(
    deps,
    mailboxId,
    (change, facts) => fileIncoming(deps.clock, change, messages, facts),
    (tx: Tx) => readFilingFacts(deps.senderRules, tx, mailboxId, messages),
  );
  return filed.map(({ filing }) => filing);
}
