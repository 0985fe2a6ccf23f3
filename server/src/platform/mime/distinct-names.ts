/** Names for one folder: those that differ at most in case get a number, as a file manager gives them. */
export function distinctNames(names: string[]): string[] {
  return names.map(createDistinctNames());
}

/** The same for names that come one after the other. */
export function createDistinctNames(): (given: string) => string {
  const taken = new Set<string>();
  return (given) => {
    const name = plainName(given);
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    let candidate = name;
    for (let number = 2; taken.has(keyOf(candidate)); number += 1) {
      candidate = `${stem} (${number})${extension}`;
    }
    taken.add(keyOf(candidate));
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
