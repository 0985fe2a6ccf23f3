/**
 * Makes the names of one folder distinct: names that differ at most in case get a number, as in a file
 * manager.
 */
export function distinctNames(names: string[]): string[] {
  return names.map(createDistinctNames());
}

/** Like `distinctNames`, for names that arrive one by one. */
export function createDistinctNames(): (given: string) => string {
  /**
   * The number to try next for each name, so that many equal names are not counted from the start each time.
   */
  const taken = new Map<string, number>();
  return (given) => {
    const name = plainName(given);
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let candidate = name;
    let number = taken.get(keyOf(name)) ?? 2;
    for (; taken.has(keyOf(candidate)); number += 1) candidate = `${stem} (${number})${extension}`;
    taken.set(keyOf(candidate), 2);
    taken.set(keyOf(name), number);
    return candidate;
  };
}

function keyOf(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Removes paths and characters that file systems reject: a name may have come here without the mail parser. */
function plainName(name: string): string {
  const plain = name.toWellFormed().replace(/[\p{Cc}/\\:*?"<>|]/gu, '_');
  return /^[\s.]*$/.test(plain) ? 'file' : plain;
}
