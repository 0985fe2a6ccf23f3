import type { ReturnOption } from '../../platform/imap/search-keys.ts';
import { formatSet } from '../../platform/imap/sequence-set.ts';
import type { Found } from './find-messages.ts';
import { type Session, selectedOf } from './session.ts';

export type Answered = {
  /** In the order of the answer. */
  found: Found[];
  byUid: boolean;
  /** Whether mod-sequences were searched for. */
  withModseq: boolean;
};

/** What RFC 3501 answers to SEARCH, and RFC 5256 to SORT. */
export function answerWithList(session: Session, name: 'SEARCH' | 'SORT', answered: Answered): void {
  const { found, byUid, withModseq } = answered;
  const numbers = numbersOf(found, byUid).map((one) => ` ${one}`);
  const version = withModseq && found.length > 0 ? ` (MODSEQ ${highestModseq(found)})` : '';
  session.connection.send(`* ${name}${numbers.join('')}${version}\r\n`);
}

/** RFC 4731 and, for SORT, RFC 5267; what is to be saved is (RFC 5182). */
export function answerWithReturns(session: Session, asked: ReturnOption[], answered: Answered): void {
  const { found, byUid, withModseq } = answered;
  const returns = asked.length === 0 ? (['ALL'] as const) : asked;
  const ends = endsOf(found, returns);
  if (returns.some((option) => option === 'SAVE')) {
    const uids = (ends ?? found).map(({ uid }) => uid);
    selectedOf(session).saved = [...new Set(uids)].sort((a, b) => a - b);
    if (returns.length === 1) return;
  }
  const versioned = ends ?? found;
  const words = [
    `(TAG "${session.tag}")`,
    ...(byUid ? ['UID'] : []),
    ...partsOf(numbersOf(found, byUid), returns),
    ...(withModseq && versioned.length > 0 ? [`MODSEQ ${highestModseq(versioned)}`] : []),
  ];
  session.connection.send(`* ESEARCH ${words.join(' ')}\r\n`);
}

function numbersOf(found: Found[], byUid: boolean): number[] {
  return found.map(({ index, uid }) => (byUid ? uid : index + 1));
}

function partsOf(numbers: number[], returns: readonly ReturnOption[]): string[] {
  const parts: string[] = [];
  const [first] = numbers;
  if (first !== undefined) {
    if (returns.includes('MIN')) parts.push(`MIN ${first}`);
    if (returns.includes('MAX')) parts.push(`MAX ${numbers.at(-1)}`);
    if (returns.includes('ALL')) parts.push(`ALL ${formatSet(numbers)}`);
  }
  if (returns.includes('COUNT')) parts.push(`COUNT ${numbers.length}`);
  return parts;
}

/** The ends, where they alone are asked for: they alone are saved, and their mod-sequence is told (RFC 4731 section 3.2). */
function endsOf(found: Found[], returns: readonly ReturnOption[]): Found[] | null {
  const ends = returns.includes('MIN') || returns.includes('MAX');
  if (!ends || returns.includes('ALL') || returns.includes('COUNT')) return null;
  const first = returns.includes('MIN') ? found.slice(0, 1) : [];
  const last = returns.includes('MAX') ? found.slice(-1) : [];
  return [...first, ...last];
}

function highestModseq(found: Found[]): number {
  return found.reduce((most, { state }) => Math.max(most, state?.modseq ?? 0), 0);
}
