import { readSystemFolders } from '../../mail/mailbox/mailbox.store.ts';
import { newestOfFolder } from '../../mail/messages/open-folder.ts';
import type { Pop3Deps } from './pop3-deps.ts';

/** The inbox as it was when the session began; messages are numbered from one, the oldest first. */
export type Maildrop = {
  folderId: string;
  sizes: number[];
  /** 16 bytes for each message: a session may have many, and there may be many sessions. */
  ids: Buffer;
  /** Numbers that DELE has marked. */
  deleted: Set<number>;
};

/** Programs ask for the list of all messages each time that they look, every few minutes. */
const MESSAGES = 10_000;
const ID_BYTES = 16;

export async function openMaildrop(deps: Pop3Deps, mailboxId: number): Promise<Maildrop> {
  const { INBOX } = await readSystemFolders(deps.db, mailboxId);
  const { ids, sizes } = await newestOfFolder(deps, mailboxId, INBOX, MESSAGES);
  return { folderId: INBOX, ids, sizes, deleted: new Set() };
}

export function idOf({ ids }: Maildrop, number: number): string {
  const hex = ids.toString('hex', (number - 1) * ID_BYTES, number * ID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

export function sizeOf({ sizes }: Maildrop, number: number): number {
  return sizes[number - 1] as number;
}

/** The numbers that are not marked as deleted, ascending. */
export function* numbersOf({ sizes, deleted }: Maildrop): Generator<number> {
  for (let number = 1; number <= sizes.length; number += 1) if (!deleted.has(number)) yield number;
}

export function totalOf(maildrop: Maildrop): { count: number; size: number } {
  let [count, size] = [0, 0];
  for (const number of numbersOf(maildrop)) {
    count += 1;
    size += sizeOf(maildrop, number);
  }
  return { count, size };
}
