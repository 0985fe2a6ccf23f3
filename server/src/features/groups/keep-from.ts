import type { SenderChecks } from '@bocau/contract/messages.ts';
import { headerValues, splitHeaders } from '../../platform/mime/split-headers.ts';

/**
 * What becomes of `From` in copies that leave: `signed`: a signature for its domain holds, and nothing is changed;
 * `kept`: it stays, as nothing that others check depends on it; `replaced`: others would refuse the copy.
 */
export type FromFate = 'signed' | 'kept' | 'replaced';

/** Fields that we put in front of a message, by how many of them its source has already. */
const ADDED: Record<string, number> = {
  'list-id': 1,
  'list-post': 1,
  'delivered-to': 1,
  'list-unsubscribe': 0,
  'list-unsubscribe-post': 0,
};

type Given = {
  /** The beginning of the source, with its header. */
  head: Buffer;
  /** What was found on arrival; null where nobody looked. */
  checks: SenderChecks | null;
  /** By one author, in one field. */
  isOne: boolean;
  /** Its domain signs here and is the group's, or signed the source: DMARC holds by what we do. */
  isOurs: boolean;
};

/** Where the policy of the author's domain is not known, `From` is replaced: such a copy always arrives. */
export function fateOfFrom({ head, checks, isOne, isOurs }: Given): FromFate {
  if (!isOne) return 'replaced';
  if (isOurs) return 'kept';
  if (checks === null) return 'replaced';
  const { dkim, dmarc } = checks;
  const holds = dkim.some(
    ({ result, aligned, domain, selector }) =>
      result === 'pass' && aligned && domain !== null && !isBroken(head, domain, selector ?? ''),
  );
  if (holds) return 'signed';
  const hasNoPolicy = dmarc.policy === 'none' || (dmarc.policy === null && dmarc.result === 'none');
  return hasNoPolicy ? 'kept' : 'replaced';
}

/** Whether a signature covers a field that we add: one more in `h=` than there are forbids it (RFC 6376, 8.15). */
function isBroken(head: Buffer, domain: string, selector: string): boolean {
  const { fields } = splitHeaders(head, 0, head.length);
  const own = headerValues(fields, 'dkim-signature')
    .map(readTags)
    .filter((tags) => tags.get('d')?.toLowerCase() === domain && (tags.get('s') ?? '') === selector);
  return own.some((tags) => {
    const covered = (tags.get('h') ?? '').toLowerCase().split(':');
    return Object.entries(ADDED).some(([name, added]) => {
      const sent = headerValues(fields, name).length - added;
      return covered.filter((one) => one === name).length > sent;
    });
  });
}

function readTags(value: string): Map<string, string> {
  const tags = value.split(';').map((tag): [string, string] => {
    const at = tag.indexOf('=');
    return [tag.slice(0, Math.max(at, 0)).trim(), tag.slice(at + 1).replace(/\s+/g, '')];
  });
  return new Map(tags);
}
