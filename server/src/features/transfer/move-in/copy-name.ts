/** Names the n-th message of a source with the same bytes, whichever folder it was in. */
export function copyName(sourceName: string, copy: number): string {
  return `imap ${sourceName} ${copy}`;
}
