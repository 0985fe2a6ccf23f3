import type { ReadDb, Tx } from '../../tables.ts';
import { filesVector } from '../search-index/search-vector.ts';
import { addWords, readMessageFiles } from './file-texts.store.ts';

/** The words of the messages' files, to be merged with their other words, by message. */
export async function readFileWords(
  db: ReadDb,
  mailboxId: number,
  messageIds: string[],
): Promise<Map<string, string>> {
  const messages = await readMessageFiles(db, mailboxId, messageIds);
  return new Map(
    messages.map(({ id, received_at: receivedAt, names: attachmentNames, files }) => {
      return [id, filesVector({ mailboxId, receivedAt, attachmentNames }, files)];
    }),
  );
}

/** Adds the known words of the messages' files to the index, where missing. */
export async function indexFileTexts(tx: Tx, mailboxId: number, messageIds: string[]): Promise<void> {
  const words = await readFileWords(tx, mailboxId, messageIds);
  if (words.size === 0) return;
  await addWords(
    tx,
    mailboxId,
    Array.from(words, ([id, text]) => ({ id, words: text })),
  );
}
