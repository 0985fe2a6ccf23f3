const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Named like `calendar: object ID: title, occurrences`. */
export type Compared<T extends { id: string }> = {
  name: string;
  /** The next ones by their ids. */
  read(after: string): Promise<T[]>;
  /** So many are read at a time. */
  step: number;
  /** What of one is otherwise than it should be. */
  differencesOf(one: T): string[];
};

/** The first things that differ from what follows from their sources, as sentences. */
export async function findDiffering<T extends { id: string }>(
  { name, read, step, differencesOf }: Compared<T>,
  most: number,
): Promise<string[]> {
  const found: string[] = [];
  for (let after = BEFORE_ALL; found.length < most; ) {
    const some = await read(after);
    for (const one of some) {
      const differences = differencesOf(one);
      if (differences.length > 0) found.push(`${name} ${one.id}: ${differences.join(', ')}`);
    }
    after = some.at(-1)?.id ?? after;
    if (some.length < step) break;
  }
  return found.slice(0, most);
}
