import { fold } from '@bocau/contract/fold.ts';
import { readSubject } from '../../model/mail/read-subject.ts';

/** Of answers and forwards: they are like what they answer. */
const PREFIX = /^\s*(?:(?:re|fwd?|tl|ct|trả lời|chuyển tiếp)\s*(?:\[\d+\])?\s*:\s*)+/iu;
/** A comma stands between alternatives, and numbers are of this message alone. */
const BREAKS = /[,;]|\S*\d\S*/u;
const EDGES = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;
const SHORTEST = 3;

/** What messages like this one may have in their subject: its longest part without numbers; '' where there is none. */
export function commonSubject(subject: string): string {
  const { words } = readSubject(subject.normalize('NFC'));
  const longest = words
    .replace(PREFIX, '')
    .split(BREAKS)
    .map((part) => part.replace(EDGES, ''))
    .reduce((one, other) => (other.length > one.length ? other : one), '');
  return fold(longest).length < SHORTEST ? '' : longest;
}
