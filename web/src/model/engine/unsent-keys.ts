/**
 * Keys of what a person has begun, and the server does not have yet: they say so, and whose it is, in their form. So what
 * ends a session keeps it without knowing which nouns there are.
 */
export function unsentPrefix(person: string, noun: string): string {
  return `unsent ${person} ${noun} `;
}

/** Whose unsent thing is under this key; null under any other. */
export function ownerOfUnsent(key: string): string | null {
  return /^unsent (\S+) /.exec(key)?.[1] ?? null;
}

/** The key of today for one of before, which a list of nouns told from others; any other stays as it is. */
export function unsentKeyOfBefore(key: string): string {
  return key.replace(/^(?=\S+ (compose(-\w+)?|(drive-)?acts|uploads) )/, 'unsent ');
}
