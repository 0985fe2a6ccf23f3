/** Names the n-th message of a source with the same bytes, in any folder. */
export function copyName(sourceName: string, copy: number): string {
  return `imap ${sourceName} ${copy}`;
}
