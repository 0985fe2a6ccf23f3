/** A strong entity tag: it is a hash of the bytes, which are kept as they were put. */
export function etagOf({ etag }: { etag: string }): string {
  return `"${etag}"`;
}
