import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import type { ReadDb } from '../../tables.ts';
import {
  readBestCorrespondents,
  readCorrespondentsByWords,
  readGroupsLike,
  readSameDomain,
} from './people.store.ts';

const SUGGESTED = 10;

/**
 * Correspondents whose name or address matches every typed word by prefix. Best first: those the user writes
 * to rank highest, then those who write; both decay with time.
 */
export async function findCorrespondents(
  db: ReadDb,
  mailboxId: number,
  text: string,
  limit: number = SUGGESTED,
): Promise<MailAddress[]> {
  const words = [...new Set(foldedWords(text))];
  // Words are only letters and digits, so they need no escaping for LIKE or a tsquery.
  const patterns = words.map((word) => `% ${word}%`);
  const best = await readBestCorrespondents(db, mailboxId, patterns, limit);
  if (best.length >= limit || words.length === 0) return best;
  const known = new Set(best.map(({ email }) => email));
  const others = await readCorrespondentsByWords(db, mailboxId, words, limit);
  return [...best, ...others.filter(({ email }) => !known.has(email))].slice(0, limit);
}

/** Active mailboxes of the caller's own domain only. */
export async function findSameDomain(db: ReadDb, mailboxId: number, text: string): Promise<MailAddress[]> {
  return readSameDomain(db, mailboxId, [...new Set(foldedWords(text))], SUGGESTED);
}

/** Groups of the caller's own domain. */
export async function findGroups(db: ReadDb, mailboxId: number, text: string): Promise<MailAddress[]> {
  return readGroupsLike(db, mailboxId, [...new Set(foldedWords(text))], SUGGESTED);
}
