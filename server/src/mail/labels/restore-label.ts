import { pathKey } from '../folders/folder-names.ts';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { keywordFor } from './label-keywords.ts';
import { readDeletedLabel, readFreeKeywords, readLabels, writeRestoredLabel } from './labels.store.ts';

/** Makes a deleted label one again; under another name or keyword where these were given to another since. */
export async function restoreLabel(change: MailboxChange, id: string): Promise<void> {
  const { tx, mailboxId } = change;
  const label = await readDeletedLabel(tx, mailboxId, id);
  if (!label) return;
  const others = await readLabels(tx, mailboxId);
  const paths = new Set(others.map(({ name }) => pathKey(name)));
  const keywords = others.map(({ keyword }) => keyword);
  const isTaken = keywords.some((keyword) => keyword.toLowerCase() === label.keyword.toLowerCase());
  const free = isTaken ? await readFreeKeywords(tx, mailboxId) : [];
  await writeRestoredLabel(tx, mailboxId, {
    id,
    name: freeName(label.name, paths),
    keyword: isTaken
      ? keywordFor(label.name, [...keywords, ...free.map(({ keyword }) => keyword)])
      : label.keyword,
  });
  change.journal('label', id);
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const one = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(pathKey(one))) return one;
  }
}
