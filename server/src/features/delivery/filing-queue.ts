import type { Clock } from '../../platform/clock.ts';
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts';
import type { Tx } from '../../tables.ts';
import { type ChangeDeps, changeMailbox } from '../mailbox/change-mailbox.ts';
import { fileMessages, type NewMessage, readKnownMail } from '../mailbox/file-messages.ts';
import type { SenderRules } from './sender-rules.ts';

export type Incoming = Omit<NewMessage, 'folderId'>;
export type Filing = 'filed' | 'known' | 'mailbox_full';

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

function fileAll(deps: FilingDeps, mailboxId: number, messages: Incoming[]): Promise<Filing[]> {
  return changeMailbox(
    deps,
    mailboxId,
    async (change, { blocked, known }) => {
      let room = change.quotaBytes - change.usedBytes;
      const filings: Filing[] = messages.map(() => 'mailbox_full');
      const fitting: { index: number; message: NewMessage }[] = [];
      for (const [index, message] of messages.entries()) {
        if (message.size > room) continue;
        room -= message.size;
        const folder = blocked.has(message.sender.email) ? 'Junk' : 'INBOX';
        fitting.push({ index, message: { ...message, folderId: change.folders[folder] } });
      }
      const filed = await fileMessages(
        deps.clock,
        change,
        fitting.map(({ message }) => message),
        { known },
      );
      for (const [place, { index }] of fitting.entries())
        filings[index] = filed[place]?.filed ? 'filed' : 'known';
      return filings;
    },
    (tx: Tx) => readKnown(deps, tx, mailboxId, messages),
  );
}

async function readKnown(deps: FilingDeps, tx: Tx, mailboxId: number, messages: Incoming[]) {
  const senders = messages.map(({ sender }) => sender.email);
  const [blocked, known] = await Promise.all([
    deps.senderRules.blockedAmong(tx, mailboxId, senders),
    readKnownMail(tx, mailboxId, messages),
  ]);
  return { blocked, known };
}
