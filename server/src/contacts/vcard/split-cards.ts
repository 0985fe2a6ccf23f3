import { LIMITS } from '@bocau/contract/limits.ts';
import { lineAt } from '../../platform/content-lines/content-lines.ts';
import { inOneGo, type Steps } from '../../platform/in-slices.ts';
import { asUtf8 } from '../../platform/mime/wide-text.ts';

const MARK = '\xef\xbb\xbf';
/** BEGIN and END are short. */
const LOOK_BYTES = 64;
/** About a millisecond. */
const BYTES_A_STEP = 64 * 1024;

/**
 * The cards of a file, without what stands between them. A card whose END is missing goes up to the next BEGIN, so
 * that whoever reads it can say that it is broken. At most one card more than a mailbox may have.
 */
export function splitCards(bytes: Buffer): Buffer[] {
  return inOneGo(splitInSteps(bytes));
}

export function* splitInSteps(bytes: Buffer): Steps<Buffer[]> {
  const file = asUtf8(bytes);
  const cards: Buffer[] = [];
  let start = -1;
  let depth = 0;
  let wordBefore = '';
  let rest = BYTES_A_STEP;
  for (let at = 0; at < file.length && cards.length <= LIMITS.contactsPerMailbox; ) {
    if (at > rest) {
      yield;
      rest = at + BYTES_A_STEP;
    }
    const line = lineAt(file, at);
    at = line.end;
    const word = wordOf(file, line.start, line.stop);
    if (word === '') continue;
    if (word === 'BEGIN:VCARD' && depth > 0 && !wordBefore.startsWith('AGENT')) {
      cards.push(file.subarray(start, line.start));
      depth = 0;
    }
    if (word === 'BEGIN:VCARD') {
      if (depth === 0) start = line.start + (hasMark(file, line.start) ? MARK.length : 0);
      depth += 1;
    } else if (word === 'END:VCARD' && depth > 0) {
      depth -= 1;
      if (depth === 0) cards.push(file.subarray(start, line.end));
    }
    wordBefore = word;
  }
  if (depth > 0) cards.push(file.subarray(start));
  return cards;
}

function hasMark(file: Buffer, start: number): boolean {
  return file.toString('latin1', start, start + MARK.length) === MARK;
}

/** The beginning of a line in capitals, without its group and without blanks. */
function wordOf(file: Buffer, start: number, stop: number): string {
  const from = hasMark(file, start) ? start + MARK.length : start;
  const text = file.toString('latin1', from, Math.min(stop, from + LOOK_BYTES));
  // A line that begins with a blank continues another.
  if (text.startsWith(' ') || text.startsWith('\t')) return text.trim() === '' ? '' : ' ';
  return text
    .replace(/\s/g, '')
    .toUpperCase()
    .replace(/^[\w-]+\.(?=AGENT)/, '');
}
