import { matchRank, WORDS, wordsOf } from './match-rank.ts';

/** An entry that can be found by its names, or by synonyms. */
export type Entry = { id: string; names: readonly string[]; also: readonly string[] };
/** `because`: the matched synonyms, if none of its names explains the match. */
export type Hit<E> = { entry: E; because: string };

/**
 * Entries that match every typed word, at least as a prefix: the best match first; among equals, the most
 * recently chosen.
 */
export function findEntries<E extends Entry>(
  entries: readonly E[],
  typed: string,
  lately: readonly string[] = [],
): readonly Hit<E>[] {
  if (wordsOf(typed).length === 0) return entries.map((entry) => ({ entry, because: '' }));
  const since = ({ id }: E) => (lately.includes(id) ? lately.indexOf(id) : lately.length);
  return entries
    .flatMap((entry) => {
      const found = matchOf(entry, typed);
      return found ? { ...found, entry } : [];
    })
    .sort((one, other) => one.rank - other.rank || since(one.entry) - since(other.entry))
    .map(({ entry, because }) => ({ entry, because }));
}

function matchOf({ names, also }: Entry, typed: string): { rank: number; because: string } | null {
  const ranks = names.map((name) => matchRank(name, typed) ?? Number.POSITIVE_INFINITY);
  const rank = Math.min(...ranks);
  if (rank <= WORDS) return { rank, because: '' };
  const because = new Set<string>();
  const known = names.flatMap(wordsOf);
  for (const word of wordsOf(typed)) {
    if (known.some((one) => one.startsWith(word))) continue;
    const said = also.flatMap((text) => text.split(' ')).find((one) => wordsOf(one)[0]?.startsWith(word));
    if (said === undefined) return null;
    because.add(said);
  }
  return { rank: WORDS + 1, because: [...because].join(' ') };
}
