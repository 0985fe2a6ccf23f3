import { DavRefusal } from './dav-refusal.ts';
import { statusResponse } from './multistatus.ts';
import { element, type Xml } from './write-xml.ts';
import { dav } from './xml-names.ts';

/** For a token that doesn't say what has changed since (RFC 6578, section 3.2). */
export function syncAnew(): DavRefusal {
  return new DavRefusal(403, 'Synchronize anew, without a token', { condition: dav('valid-sync-token') });
}

/** The answer is not all that there is (RFC 6578, section 3.6; RFC 6352, section 8.6.2). */
export function truncated(path: string): Xml {
  return statusResponse(path, 507, [
    element(dav('error'), [element(dav('number-of-matches-within-limits'))]),
  ]);
}
