import { type MessageRow, readMessage } from '../../mail/messages/messages.store.ts';
import { readInTurn, readingCost } from '../../mail/messages/thread-reads.ts';
import type { ReadDb } from '../../tables.ts';
import { makeQuote, type Quote, type QuoteParser, type Reader } from './make-quote.ts';

type Quoting = { action: 'reply' | 'reply_all' | 'forward'; reader: Reader };

/**
 * The message that is answered, and how it is quoted where that is wanted; null where there is none. In turn: its sender
 * has chosen what both cost.
 */
export async function readOriginal(
  { db, parser }: { db: ReadDb; parser: QuoteParser },
  mailboxId: number,
  id: string,
  quoting: Quoting | null,
): Promise<{ original: MessageRow; quote: Quote | null } | null> {
  return readInTurn(
    mailboxId,
    async () => {
      const original = await readMessage(db, mailboxId, id);
      if (!original) return null;
      const quote = quoting && (await makeQuote({ parser }, original, quoting.action, quoting.reader));
      return { original, quote };
    },
    (read) => (read ? readingCost([read.original], [read.original]) : 0),
  );
}
