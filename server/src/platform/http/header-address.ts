/** An address that a header has in percent-encoding, in lower case; null where it can be nobody's. */
export function headerAddress(header: string | string[]): string | null {
  try {
    return decodeURIComponent(String(header)).trim().toLowerCase();
  } catch {
    return null;
  }
}
