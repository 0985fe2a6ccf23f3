import { SyntaxFault } from './syntax-fault.ts';

/** Both ends belong to it; `*` is Infinity: the last message, whatever its number. */
export type Range = { first: number; last: number };
/** `$`: what the last SEARCH saved (RFC 5182). */
export type SequenceSet = Range[] | '$';

const LARGEST = 4_294_967_295;
const RANGES = 20_000;
const ONE = /^(\d{1,10}|\*)(?::(\d{1,10}|\*))?$/;

export function parseSequenceSet(text: string): SequenceSet {
  if (text === '$') return '$';
  const parts = text.split(',');
  if (parts.length > RANGES) throw new SyntaxFault(`A set may have ${RANGES} ranges`);
  return parts.map((part) => {
    const [, first, last] = ONE.exec(part) ?? [];
    if (first === undefined) throw new SyntaxFault(`${JSON.stringify(part)} is no range of messages`);
    const ends = [numberOf(first), numberOf(last ?? first)];
    return { first: Math.min(...ends), last: Math.max(...ends) };
  });
}

function numberOf(text: string): number {
  if (text === '*') return Number.POSITIVE_INFINITY;
  const value = Number(text);
  if (value < 1 || value > LARGEST) throw new SyntaxFault(`${text} is the number of no message`);
  return value;
}

/** Places of ascending uids that a set names: ascending, none twice. */
export type Spans = {
  spans: Range[];
  /** Whether a number is beyond the messages of the folder, which is a client's mistake. */
  outside: boolean;
};

/** Numbers are those of messages in the folder unless `byUid`. */
export function spansOf(ranges: Range[], uids: Uint32Array, byUid: boolean): Spans {
  const count = uids.length;
  const lastUid = uids[count - 1] ?? 0;
  let outside = false;
  const named: Range[] = [];
  for (const { first, last } of ranges) {
    // `n:*` names the last message even where n is beyond it (RFC 9051 section 9).
    const highest = byUid ? lastUid : count;
    const from = last === Number.POSITIVE_INFINITY ? Math.min(first, highest) : first;
    const to = last === Number.POSITIVE_INFINITY ? highest : last;
    if (byUid) named.push({ first: firstAtLeast(uids, from), last: firstAtLeast(uids, to + 1) - 1 });
    else {
      outside ||= from < 1 || to > count;
      named.push({ first: Math.max(from, 1) - 1, last: Math.min(to, count) - 1 });
    }
  }
  return { spans: mergeRanges(named.filter(({ first, last }) => first <= last)), outside };
}

/** All places within spans. */
export function placesIn(spans: Range[]): number[] {
  const places: number[] = [];
  for (const { first, last } of spans) for (let place = first; place <= last; place += 1) places.push(place);
  return places;
}

/** Those of ascending places that lie within spans. */
export function placesWithin(places: number[], spans: Range[]): number[] {
  let at = 0;
  return places.filter((place) => {
    while (at < spans.length && (spans[at] as Range).last < place) at += 1;
    return at < spans.length && (spans[at] as Range).first <= place;
  });
}

/** The index of the first uid that is not below; the count where none is. */
export function firstAtLeast(uids: Uint32Array, uid: number): number {
  let low = 0;
  let high = uids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((uids[middle] as number) < uid) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Ascending numbers as a set: `1:4,7`. */
export function formatSet(numbers: Iterable<number>): string {
  return formatRanges(rangesOf(numbers));
}

export function formatRanges(ranges: Iterable<Range>): string {
  return Array.from(ranges, ({ first, last }) => (first === last ? `${first}` : `${first}:${last}`)).join(
    ',',
  );
}

/** Ascending numbers as ranges, each as long as it can be. */
export function* rangesOf(numbers: Iterable<number>): Generator<Range> {
  let range: Range | null = null;
  for (const number of numbers) {
    if (range?.last === number - 1) range.last = number;
    else {
      if (range !== null) yield range;
      range = { first: number, last: number };
    }
  }
  if (range !== null) yield range;
}

/** What ascending uids leave out, up to the last of all. */
export function* gapsOf(uids: Uint32Array, last: number): Generator<Range> {
  let first = 1;
  for (const uid of uids) {
    if (uid > last) break;
    if (uid > first) yield { first, last: uid - 1 };
    first = uid + 1;
  }
  if (first <= last) yield { first, last };
}

/** What two sets of ranges have in common; the first ascends. */
export function* intersectRanges(ascending: Iterable<Range>, others: Range[]): Generator<Range> {
  const sorted = mergeRanges(others);
  let at = 0;
  for (const { first, last } of ascending) {
    while (at < sorted.length && (sorted[at] as Range).last < first) at += 1;
    for (let index = at; index < sorted.length && (sorted[index] as Range).first <= last; index += 1) {
      const other = sorted[index] as Range;
      yield { first: Math.max(first, other.first), last: Math.min(last, other.last) };
    }
  }
}

/** Ascending, and none beside another. */
export function mergeRanges(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else merged.push({ first, last });
  }
  return merged;
}
