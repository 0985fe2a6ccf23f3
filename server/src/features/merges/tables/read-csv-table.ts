import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import type { Steps } from '../../../platform/in-slices.ts';
import { decodeCharset } from '../../../platform/mime/decode-charset.ts';
import { readCsvInSteps } from '../../../platform/read-csv.ts';
import type { ReadLines } from './merge-table.ts';
import { tooManyRows } from './table-refusals.ts';

const LOOKED_AT = 4096;
/** Of the bytes that are looked at: text in Latin letters has a zero in every second place. */
const MOST_ZEROS = 0.15;

export function* readCsvTable(bytes: Buffer): Steps<ReadLines> {
  const text = decodeCharset(bytes, wideCharset(bytes));
  const { rows, columns, cellLength } = MERGE_LIMITS;
  const read = yield* readCsvInSteps(text, { lines: rows + 1, fields: columns, fieldLength: cellLength });
  if (read.length > rows + 1) throw tooManyRows();
  return { lines: read.map(({ number, fields }) => ({ line: number, cells: fields })), faults: [] };
}

/** UTF-16 without a mark; with one, and every other charset, it is told by its bytes. */
function wideCharset(bytes: Buffer): string | null {
  const sample = bytes.subarray(0, LOOKED_AT);
  const zeros = [0, 0];
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < sample.length * MOST_ZEROS) return null;
  return even > odd ? 'utf-16be' : 'utf-16le';
}
