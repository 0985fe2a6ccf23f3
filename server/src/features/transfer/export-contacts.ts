import { createWriteStream, type WriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { readBooks } from '../../contacts/books/books.store.ts';
import { readSourcesAfter } from '../../contacts/cards/cards.store.ts';
import { makeFolder } from '../../platform/files/make-folder.ts';
import type { ReadDb } from '../../tables.ts';
import { safeName } from './export-drive.ts';

/** Beside the folders of the Maildir and the drive. */
export const CONTACTS_FOLDER = 'contacts';

/** Each may have a megabyte. */
const CARDS_A_PAGE = 20;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LINE_END = /\n$/;

type BookFile = { path: string; temporary: string; stream: WriteStream };

/**
 * Writes each own book as one file of vCards, byte for byte as they were put, without those in the trash. Photos are
 * in the vCards. A later run writes the files anew.
 */
export async function exportContacts(db: ReadDb, mailboxId: number, out: string): Promise<number> {
  const own = (await readBooks(db, mailboxId)).filter(({ permission }) => permission === 'OWNER');
  if (own.length === 0) return 0;
  const folder = join(out, CONTACTS_FOLDER);
  await makeFolder(folder);
  const files = new Map(own.map(({ id, name }) => [id, openFile(folder, id, name)]));
  let count = 0;
  let after = FIRST_ID;
  for (;;) {
    const cards = await readSourcesAfter(db, mailboxId, after, CARDS_A_PAGE);
    const last = cards.at(-1);
    if (!last) break;
    for (const { book_id, source } of cards) {
      const file = files.get(book_id);
      if (!file) continue;
      await write(file.stream, source);
      count += 1;
    }
    after = last.id;
  }
  for (const { stream, temporary, path } of files.values()) {
    stream.end();
    await finished(stream);
    await rename(temporary, path);
  }
  return count;
}

function openFile(folder: string, id: string, name: string): BookFile {
  const temporary = join(folder, `.${id}`);
  // What can't stand in a name of a file gives it a part of the id, so that two books never share one.
  const path = join(folder, safeName(`${name.replaceAll('/', '?')}.vcf`, id));
  return { path, temporary, stream: createWriteStream(temporary, { mode: 0o600 }) };
}

/** A card that ends without a line break gets one, so that the next begins on a line of its own. */
async function write(stream: Writable, source: Buffer): Promise<void> {
  const isWhole = LINE_END.test(source.subarray(-1).toString('latin1'));
  const bytes = isWhole ? source : Buffer.concat([source, Buffer.from('\r\n')]);
  await new Promise<void>((done, failed) => {
    stream.write(bytes, (error) => (error ? failed(error) : done()));
  });
}
