import { fold } from '@bocau/contract/fold.ts';
import { readSubject } from '../../model/mail/read-subject.ts';

/** Prefixes of replies and forwards: those resemble the message that they answer. */
const PREFIX = /^\s*(?:(?:re|fwd?|tl|ct|trả lời|chuyển tiếp)\s*(?:\[\d+\])?\s*:\s*)+/iu;
/** A comma separates alternatives in a filter, and numbers are specific to this message. */
const BREAKS = /[,;]|\S*\d\S*/u;
const EDGES = /^[\s\p{P}\p{S}]+|[\s\p{P}\p{S}]+$/gu;
const SHORTEST = 3;

/** What similar messages probably share in their subject: its longest part without numbers, or ''. */
export function commonSubject(subject: string): string {
  const { words } = readSubject(subject.normalize('NFC'));
  const longest = words
    .replace(PREFIX, '')
    .split(BREAKS)
    .map((part) => part.replace(EDGES, ''))
    .reduce((one, other) => (other.length > one.length ? other : one), '');
  return fold(longest).length < SHORTEST ? '' : longest;
}
