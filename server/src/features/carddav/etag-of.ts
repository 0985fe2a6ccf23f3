import type { ResourceRow } from '../../kernel/resources.store.ts';

/** A strong entity tag: it is a hash of the bytes, which are kept as they were put. */
export function etagOf({ etag }: Pick<ResourceRow, 'etag'>): string {
  return `"${etag}"`;
}
