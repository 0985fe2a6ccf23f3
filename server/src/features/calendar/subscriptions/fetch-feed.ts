import { createHash } from 'node:crypto';
import type { FeedFault } from '@bocau/contract/calendar.ts';
import type { GuardedFetch } from '../../../platform/outbound/guarded-fetch.ts';
import { OutboundError, type OutboundReason } from '../../../platform/outbound/outbound-error.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const TIME_MS = 20_000;
const REDIRECTS = 5;
/** What a server gives to be named by is kept, and is not to be a text of its own. */
const LONGEST_TAG = 500;

/** How the answer that was read before is named to its server. */
export type Validators = { etag: string | null; last_modified: string | null; digest: Buffer | null };

export type FetchedFeed =
  | { kind: 'fault'; fault: FeedFault }
  | { kind: 'same'; validators: Validators }
  | { kind: 'changed'; bytes: Buffer; validators: Validators };

const FAULTS: Record<OutboundReason, FeedFault> = {
  refused: 'not_allowed',
  unreachable: 'unreachable',
  too_large: 'too_large',
  too_slow: 'too_slow',
  too_many_redirects: 'failed',
};

/** Reads an address that a person has given: never one of this network, and never more than it may cost. */
export async function fetchFeed(
  guardedFetch: GuardedFetch,
  url: string,
  before: Validators,
): Promise<FetchedFeed> {
  try {
    const { status, headers, body } = await guardedFetch({
      ...{ url, method: 'GET', redirects: REDIRECTS, maxBytes: MOST_BYTES, timeMs: TIME_MS },
      headers: {
        accept: 'text/calendar, text/plain;q=0.5, */*;q=0.1',
        'user-agent': 'BoCau-Calendar/1.0',
        ...(before.etag === null ? {} : { 'if-none-match': before.etag }),
        ...(before.last_modified === null ? {} : { 'if-modified-since': before.last_modified }),
      },
    });
    if (status !== 200) {
      body.destroy();
      return status === 304 && before.digest !== null
        ? {
            kind: 'same',
            validators: { etag: before.etag, last_modified: before.last_modified, digest: before.digest },
          }
        : { kind: 'fault', fault: faultOf(status) };
    }
    const parts: Buffer[] = [];
    for await (const part of body) parts.push(part as Buffer);
    const bytes = Buffer.concat(parts);
    const digest = createHash('sha256').update(bytes).digest();
    const validators = { etag: tag(headers.etag), last_modified: tag(headers['last-modified']), digest };
    return before.digest?.equals(digest)
      ? { kind: 'same', validators }
      : { kind: 'changed', bytes, validators };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return { kind: 'fault', fault: FAULTS[error.reason] };
  }
}

function faultOf(status: number): FeedFault {
  if (status === 401 || status === 403) return 'denied';
  return status === 404 || status === 410 ? 'not_found' : 'failed';
}

function tag(given: string | undefined): string | null {
  return given !== undefined && given.length <= LONGEST_TAG ? given : null;
}
