import { isValidAddress } from '@bocau/contract/address.ts';
import { fold } from '@bocau/contract/fold.ts';
import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import type { MergeColumn } from '@bocau/contract/merges.ts';
import { FIELD_SIGNS, fieldKey } from '@bocau/contract/template-fields.ts';
import type { Steps } from '../../../platform/in-slices.ts';
import { clip } from '../../../platform/mime/clip-text.ts';
import { tidy } from '../../../platform/mime/decode-charset.ts';
import { STEP } from '../merge-cells.store.ts';
import { FAULTS_SHOWN, type MergeTable, type ReadLines, type TableLine } from './merge-table.ts';
import { tooManyColumns } from './table-refusals.ts';

/** A field has at most 40 characters, and begins with a letter. */
const LONGEST_FIELD = 36;
const NOT_IN_FIELDS = new RegExp(`[^\\p{L}\\p{M}\\p{N}${FIELD_SIGNS}]+`, 'gu');
/** MM-40: what stands for bytes that are no character; nobody is written to by a name with it. */
const UNREADABLE = '\ufffd';
const SAMPLE_LENGTH = 80;
const LETTERS = 26;

/**
 * Lines with what stands in the first one as headings. Lines without any text are none. MM-31: XML can spell characters
 * that no text may have, and CSV cut to a length may end in half of one.
 */
export function* makeTable({ lines: given, faults: found, hidden = 0 }: ReadLines): Steps<MergeTable> {
  const faults = [...found];
  const lines: TableLine[] = [];
  const samples: string[] = [];
  let head: string[] | undefined;
  let looked = 0;
  for (const { line, cells } of given) {
    looked += cells.length;
    if (looked > STEP.cells) {
      looked = 0;
      yield;
    }
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (!head) {
      if (isTooWide(cells)) throw tooManyColumns();
      head = cells.slice(0, MERGE_LIMITS.columns).map(tidy);
      continue;
    }
    const tidied = cells.map(tidy);
    const problem = problemOf(tidied);
    if (problem) {
      faults.push({ line, problem });
      continue;
    }
    const kept = head.map((_, at) => (tidied[at] ?? '').trim());
    for (const [at, cell] of kept.entries()) samples[at] ||= cell;
    lines.push({ line, cells: kept });
  }
  return {
    columns: columnsOf(head ?? [], samples),
    lines,
    faults: {
      total: faults.length,
      first: faults.sort((a, b) => a.line - b.line).slice(0, FAULTS_SHOWN),
      ...(hidden > 0 ? { hidden } : {}),
    },
  };
}

function problemOf(cells: string[]): ReadLines['faults'][number]['problem'] | null {
  if (isTooWide(cells)) return 'too_many_columns';
  if (cells.some((cell) => cell.length > MERGE_LIMITS.cellLength)) return 'cell_too_long';
  return cells.some((cell) => cell.includes(UNREADABLE)) ? 'unreadable' : null;
}

function isTooWide(cells: string[]): boolean {
  return cells.slice(MERGE_LIMITS.columns).some((cell) => cell.trim() !== '');
}

function columnsOf(headings: string[], samples: string[]): MergeColumn[] {
  const taken = new Set<string>();
  return headings.map((given, at) => {
    const heading = clip(given.replace(/\s+/g, ' ').trim(), MERGE_LIMITS.headingLength).trim();
    const named = heading === '' ? letterOf(at) : heading;
    const field = freeField(named, taken);
    taken.add(fieldKey(field));
    return { heading: named, field, sample: clip(samples[at] ?? '', SAMPLE_LENGTH) };
  });
}

function freeField(heading: string, taken: ReadonlySet<string>): string {
  const plain = heading.normalize('NFC').replace(NOT_IN_FIELDS, ' ').replace(/\s+/g, ' ').trim();
  const begun = /^\p{L}/u.test(plain) ? plain : `Cột ${plain}`;
  const field = clip(begun, LONGEST_FIELD).trim();
  for (let number = 1; ; number += 1) {
    const tried = number === 1 ? field : `${field} ${number}`;
    if (!taken.has(fieldKey(tried))) return tried;
  }
}

/** As spreadsheets call their columns. */
function letterOf(at: number): string {
  const before = at >= LETTERS ? letterOf(Math.floor(at / LETTERS) - 1) : '';
  return before + String.fromCharCode('A'.charCodeAt(0) + (at % LETTERS));
}

const ADDRESS = /\be-?mail\b|\bmail\b|thu dien tu|^dia chi mail/;
const NAME = [
  /^(ho ten|ho va ten|ten khach hang|full name|nguoi nhan)$/,
  /^(ten|name)$/,
  /\b(ho ten|ten|name)\b/,
];
const FILE = /\b(tep|file|dinh kem|attachment)\b/;
const LOOKED_AT = 50;

/** What columns seem to be. */
export function guessColumns({ columns, lines }: MergeTable) {
  const folded = columns.map(({ heading }) => fold(heading).replace(/\s+/g, ' ').trim());
  const find = (pattern: RegExp) => placeOf(folded.findIndex((heading) => pattern.test(heading)));
  const some = lines.slice(0, LOOKED_AT);
  const valid = columns.map((_, at) => some.filter(({ cells }) => isValidAddress(cells[at] ?? '')).length);
  const most = Math.max(0, ...valid);
  const named = find(ADDRESS);
  const address =
    named !== null && (most === 0 || (valid[named] ?? 0) > 0)
      ? named
      : placeOf(most > 0 ? valid.indexOf(most) : -1);
  const name = NAME.map(find).find((at) => at !== null && at !== address) ?? null;
  return { address_column: address, name_column: name, file_column: find(FILE) };
}

function placeOf(at: number): number | null {
  return at < 0 ? null : at;
}
