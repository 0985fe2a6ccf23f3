/** Shorter names are similar to too many variables of other programs. */
const SHORTEST = 5;
/** A name of this length may have two typos. */
const LONG = 15;

/**
 * The variable that was probably meant by an unknown name, or null when it belongs to another program. A
 * misspelled setting would be ignored, and the program would run without it: with a database of its own, for
 * example.
 */
export function meantBy(name: string, known: readonly string[]): string | null {
  const given = singular(name);
  const near = known.filter((one) => one.length >= SHORTEST && isNear(given, singular(one)));
  return near[0] ?? null;
}

/** HOSTS and HOST, PROXIES and PROXY. */
function singular(name: string): string {
  return name.toUpperCase().replace(/(IES|Y|S)$/, '');
}

function isNear(given: string, known: string): boolean {
  if (given === known) return true;
  if (known.length <= SHORTEST) return false;
  return distance(given, known) <= (known.length < LONG ? 1 : 2);
}

/** Characters that are missing, added, replaced or swapped with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, place) => place)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(
        Math.min(
          at(rows, i - 1, j) + 1,
          (row[j - 1] as number) + 1,
          at(rows, i - 1, j - 1) + (same ? 0 : 1),
          swapped ? at(rows, i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    rows.push(row);
  }
  return at(rows, one.length, other.length);
}

function at(rows: number[][], i: number, j: number): number {
  return rows[i]?.[j] as number;
}
