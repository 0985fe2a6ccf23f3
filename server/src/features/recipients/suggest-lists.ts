import { readLists } from '../../contacts/lists/lists.store.ts';
import { foldedWords } from '../../platform/folded-words.ts';
import type { ReadDb } from '../../tables.ts';

const SUGGESTED = 5;

/** One's own lists of contacts with words that begin with all of these; a person has few lists. */
export async function suggestLists(
  db: ReadDb,
  person: number,
  text: string,
): Promise<{ name: string; total: number }[]> {
  const typed = foldedWords(text);
  if (typed.length === 0) return [];
  const lists = await readLists(db, person);
  return lists
    .filter(({ name }) => {
      const words = foldedWords(name);
      return typed.every((start) => words.some((word) => word.startsWith(start)));
    })
    .slice(0, SUGGESTED);
}
