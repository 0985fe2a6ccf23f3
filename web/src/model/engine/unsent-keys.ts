/**
 * Storage keys of operations that a person has begun and the server does not have yet: their form names both
 * facts. So ending a session can keep them without knowing which nouns exist.
 */
export function unsentPrefix(person: string, noun: string): string {
  return `unsent ${person} ${noun} `;
}

/** The owner of the unsent value under this key; null for any other key. */
export function ownerOfUnsent(key: string): string | null {
  return /^unsent (\S+) /.exec(key)?.[1] ?? null;
}

/** Converts an old key, recognised by a list of nouns, to the current form; other keys stay as they are. */
export function unsentKeyOfBefore(key: string): string {
  return key.replace(/^(?=\S+ (compose(-\w+)?|(drive-)?acts|uploads) )/, 'unsent ');
}
