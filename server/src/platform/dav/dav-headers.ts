import type { IncomingHttpHeaders } from 'node:http';
import { DavRefusal } from './dav-refusal.ts';

export type Depth = 0 | 1 | 'infinity';

/** RFC 4918, section 10.2: without it, everything below is meant. */
export function depthOf(headers: IncomingHttpHeaders): Depth {
  const given = String(headers['depth'] ?? 'infinity').toLowerCase();
  if (given === '0') return 0;
  if (given === '1') return 1;
  if (given === 'infinity') return given;
  throw new DavRefusal(400, 'Depth is 0, 1 or infinity');
}

/** What must be so for a write to be done: `any` is `*`; entity tags are quoted. */
export type Preconditions = { ifMatch: 'any' | string[] | null; ifNoneMatch: 'any' | string[] | null };

export function preconditionsOf(headers: IncomingHttpHeaders): Preconditions {
  return { ifMatch: tagsOf(headers['if-match']), ifNoneMatch: tagsOf(headers['if-none-match']) };
}

/** A weak tag never matches a write (RFC 9110, section 13.1.1). */
function tagsOf(header: string | undefined): 'any' | string[] | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return 'any';
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  // Some programs leave out the quotes.
  return tags.length > 0 ? tags : [`"${header.trim()}"`];
}

/** Whether a resource with this tag, or none at all, may be written. */
export function isAllowed({ ifMatch, ifNoneMatch }: Preconditions, etag: string | null): boolean {
  if (ifMatch !== null && !(etag !== null && (ifMatch === 'any' || ifMatch.includes(etag)))) return false;
  return !(ifNoneMatch !== null && etag !== null && (ifNoneMatch === 'any' || ifNoneMatch.includes(etag)));
}

/** RFC 8144: properties that are not there need not be listed. */
export function prefersMinimal(headers: IncomingHttpHeaders): boolean {
  const brief = String(headers['brief'] ?? '').toLowerCase() === 't';
  return brief || /(?:^|[,;\s])return\s*=\s*"?minimal\b/i.test(String(headers['prefer'] ?? ''));
}

/** RFC 4918, section 10.6. */
export function mayOverwrite(headers: IncomingHttpHeaders): boolean {
  return String(headers['overwrite'] ?? 'T').toUpperCase() !== 'F';
}

/** RFC 6638, section 8.3: null where nothing is said of the tag of a meeting, which is given without its quotes. */
export function isScheduleTagMatched(headers: IncomingHttpHeaders, tag: string | null): boolean | null {
  const given = headers['if-schedule-tag-match'];
  if (given === undefined) return null;
  return tag !== null && [tag, `"${tag}"`].includes(String(given).trim());
}
