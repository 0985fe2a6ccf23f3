import type { ReadDb } from '../../../tables.ts';
import { importKey } from '../import-mail.ts';
import { readKnownKeys } from '../transfer.store.ts';
import { copyName } from './copy-name.ts';
import { readRememberedAfter } from './move-in.store.ts';

const ROWS_A_READ = 2_000;

/** How many of a folder's remembered messages the mailbox has now. */
export async function countHere(
  db: ReadDb,
  { mailboxId, sourceName }: { mailboxId: number; sourceName: string },
  folder: { id: string; uidValidity: number },
): Promise<number> {
  let here = 0;
  for (let after = 0; ; ) {
    const rows = await readRememberedAfter(db, mailboxId, folder, after, ROWS_A_READ);
    const keys = rows.flatMap(({ hash, copy }) =>
      copy === null ? [] : importKey(copyName(sourceName, copy), hash),
    );
    here += (await readKnownKeys(db, mailboxId, keys)).size;
    if (rows.length < ROWS_A_READ) return here;
    after = rows.at(-1)?.uid as number;
  }
}
