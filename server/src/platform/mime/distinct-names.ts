/** Names for one folder: those that differ at most in case get a number, as a file manager gives them. */
export function distinctNames(names: string[]): string[] {
  return names.map(createDistinctNames());
}

/** The same for names that come one after the other. */
export function createDistinctNames(): (given: string) => string {
  /** The number that the next of this name tries first: many that become one name are not counted up each time. */
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

/** No path and nothing that a file system refuses: a name may have come here unread by the mail parser. */
function plainName(name: string): string {
  const plain = name.toWellFormed().replace(/[\p{Cc}/\\:*?"<>|]/gu, '_');
  return /^[\s.]*$/.test(plain) ? 'file' : plain;
}
