import type { MailAddress } from '@bocau/contract/fields.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import type { ReadDb } from '../../tables.ts';
import { readMembersLike } from './recipients.store.ts';

const SHOWN = 3;
/** The allowed number of typos, one for every four characters: more would be another name. */
const MOST_SLIPS = 1 / 4;

/** RC-6: colleagues whose address is close to what was typed, the closest first. */
export async function nearestMembers(db: ReadDb, mailboxId: number, email: string): Promise<MailAddress[]> {
  const typed = localPart(foldAddress(email));
  const words = foldedWords(typed).map(likeness);
  if (words.length === 0) return [];
  const members = await readMembersLike(db, mailboxId, words);
  return members
    .map((member) => ({ member, slips: slipsBetween(typed, localPart(member.email)) }))
    .filter(({ slips }) => slips <= Math.max(1, Math.ceil(typed.length * MOST_SLIPS)))
    .sort((a, b) => a.slips - b.slips || (a.member.email < b.member.email ? -1 : 1))
    .slice(0, SHOWN)
    .map(({ member }) => member);
}

/**
 * The end of a word is mistyped more often than its beginning. Names consist of few syllables, numbers of
 * many.
 */
function likeness(word: string): string {
  if (/\d/.test(word)) return `'~.${word}'`;
  return `'~.${word.slice(0, Math.max(1, Math.min(4, Math.ceil(word.length * 0.6))))}':*`;
}

function localPart(email: string): string {
  return email.slice(0, email.lastIndexOf('@'));
}

/** Characters that are missing, added, replaced or swapped with their neighbour (optimal string alignment). */
export function slipsBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const above = rows[i - 1] as number[];
      const same = one[i - 1] === other[j - 1];
      const turned = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          (above[j] as number) + 1,
          (row[j - 1] as number) + 1,
          (above[j - 1] as number) + (same ? 0 : 1),
          turned ? ((rows[i - 2] as number[])[j - 2] as number) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return rows[one.length]?.[other.length] ?? other.length;
}
