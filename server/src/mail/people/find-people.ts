import type { MailAddress } from '@bocau/contract/fields.ts';
import type { ReadDb } from '../../tables.ts';
import { foldedWords } from '../search-index/words.ts';
import { readBestCorrespondents, readCorrespondentsByWords, readSameDomain } from './people.store.ts';

const SUGGESTED = 10;

/**
 * People one writes with whose name or address has every typed word at the beginning of one of its own. Best first:
 * whom one writes to counts most, then whose mail comes, both less the longer ago.
 */
export async function findCorrespondents(
  db: ReadDb,
  mailboxId: number,
  text: string,
  limit: number = SUGGESTED,
): Promise<MailAddress[]> {
  const words = [...new Set(foldedWords(text))];
  // Words are letters and digits alone, so nothing in them means something to LIKE, or to a query for words.
  const patterns = words.map((word) => `% ${word}%`);
  const best = await readBestCorrespondents(db, mailboxId, patterns, limit);
  if (best.length >= limit || words.length === 0) return best;
  const known = new Set(best.map(({ email }) => email));
  const others = await readCorrespondentsByWords(db, mailboxId, words, limit);
  return [...best, ...others.filter(({ email }) => !known.has(email))].slice(0, limit);
}

/** Active mailboxes of the caller's own domain, and of no other. */
export async function findSameDomain(db: ReadDb, mailboxId: number, text: string): Promise<MailAddress[]> {
  return readSameDomain(db, mailboxId, [...new Set(foldedWords(text))], SUGGESTED);
}
