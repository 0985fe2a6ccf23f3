import { closeSync, futimesSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { GeneratedMessage } from './generate-mailbox.ts';

/** Writes messages as a Maildir++ and returns their number and total size in bytes. */
export function writeMaildir(
  dir: string,
  messages: Iterable<GeneratedMessage>,
): { messages: number; bytes: number } {
  const made = new Set<string>();
  let count = 0;
  let bytes = 0;
  for (const { folder, flags, date, raw } of messages) {
    const place = folder === 'INBOX' ? dir : join(dir, `.${folder}`);
    if (!made.has(place)) {
      for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(place, part), { recursive: true });
      made.add(place);
    }
    count += 1;
    bytes += raw.length;
    // In a Maildir, the time in the file name is the time of arrival.
    const file = openSync(join(place, 'cur', `${date}.M${count}P1.bench,S=${raw.length}:2,${flags}`), 'w');
    writeSync(file, raw);
    futimesSync(file, date, date);
    closeSync(file);
  }
  return { messages: count, bytes };
}
