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

/**
 * Which of the ascending uids a set names, as their indices, each once and ascending. Numbers are those of messages in
 * the folder unless `byUid`; `outside` is whether one of those is beyond its messages, which is a client's mistake.
 */
export function selectIndices(
  ranges: Range[],
  uids: Uint32Array,
  byUid: boolean,
): { indices: number[]; outside: boolean } {
  const count = uids.length;
  const lastUid = uids[count - 1] ?? 0;
  let outside = false;
  const spans: [number, number][] = [];
  for (const { first, last } of ranges) {
    // `n:*` names the last message even where n is beyond it (RFC 9051 section 9).
    const highest = byUid ? lastUid : count;
    const from = last === Number.POSITIVE_INFINITY ? Math.min(first, highest) : first;
    const to = last === Number.POSITIVE_INFINITY ? highest : last;
    if (byUid) spans.push([firstAtLeast(uids, from), firstAtLeast(uids, to + 1) - 1]);
    else {
      outside ||= from < 1 || to > count;
      spans.push([from - 1, Math.min(to, count) - 1]);
    }
  }
  spans.sort((a, b) => a[0] - b[0]);
  const indices: number[] = [];
  let next = 0;
  for (const [from, to] of spans) {
    for (let index = Math.max(from, next); index <= to; index += 1) indices.push(index);
    next = Math.max(next, to + 1);
  }
  return { indices, outside };
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

function mergeRanges(ranges: Range[]): Range[] {
  const merged: Range[] = [];
  for (const { first, last } of [...ranges].sort((a, b) => a.first - b.first)) {
    const before = merged.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else merged.push({ first, last });
  }
  return merged;
}
