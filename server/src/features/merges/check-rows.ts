import { LIMITS } from '@bocau/contract/limits.ts';
import type { MergeProblem } from '@bocau/contract/merges.ts';
import { fieldKey } from '@bocau/contract/template-fields.ts';
import { encodedLength, measureMail } from '../../mail/outbox/compose-mail.ts';
import { inTransaction } from '../../platform/db/database.ts';
import type { ReadDb } from '../../tables.ts';
import { fillText } from './fill-html.ts';
import {
  addressOf,
  type ColumnUse,
  columnsByField,
  columnUses,
  fieldsOfMessage,
  fileName,
  fileNamesOf,
  isNothing,
  isTooLong,
  type MergeText,
  type ParsedText,
  parseText,
  valuesOf,
} from './fill-message.ts';
import { type Cells, type RowInPart, readCells } from './merge-cells.store.ts';
import type { MergeDeps } from './merge-deps.ts';
import { findRefusals } from './merge-refusals.store.ts';
import { type CheckedRow, type RowToSend, readGoneOut, writeChecks } from './merge-rows.store.ts';
import type { MergeKey, MergeRow } from './merges.store.ts';
import { findRowFiles, isBlocked, problemOfFile, type RowFile } from './row-files.ts';

/** What keeps a row from being sent, whatever is said at the start. */
export const BLOCKING: readonly MergeProblem[] = [
  'no_address',
  'invalid_address',
  'several_addresses',
  'doubled_address',
  'said_no',
  'no_file',
  'file_not_allowed',
  'mail_too_large',
  'left_out',
];

export type CheckSums = {
  /** Rows without a problem, and those in which fields are empty. */
  ready: number;
  empty: number;
  /** Of those without a problem, whoever gets no file of their own. */
  withoutFile: number;
  /** Of the copies in Sent of both. */
  bytes: number;
};

/** MM-5: holds every row against the text, and keeps what was found; some rows at a time, as others wait. */
export async function checkRows(
  { db, signal }: Pick<MergeDeps, 'db'> & { signal?: AbortSignal },
  key: MergeKey,
  merge: MergeRow,
  message: MergeText | undefined,
  now: number,
): Promise<CheckSums> {
  signal?.throwIfAborted();
  const bytes = message ? await measureMail(message) : 0;
  const text = message && parseText(message);
  const namedByRow = (message?.files ?? []).map(({ name }) => name).filter((name) => name.includes('{'));
  const fields = fieldsToFill(merge, text);
  const uses = text ? columnUses(text, merge.columns) : [];
  const places = columnsByField(merge.columns);
  const rowCheck = {
    merge,
    text,
    fields,
    uses,
    places,
    bytes,
    namedByRow,
    taken: new Set<string>(),
    begun: new Set<string>(),
  };
  const sums: CheckSums = { ready: 0, empty: 0, withoutFile: 0, bytes: 0 };
  for await (const rows of readCells(db, key, columnsToRead(merge, fields))) {
    signal?.throwIfAborted();
    const known = await readKnown(db, key, merge, rows, now);
    const checked = rows.map((row) => ({ before: row, ...checkRow(row, { ...rowCheck, ...known }) }));
    for (const { problems, size, hasNoFile } of checked) {
      if (problems.length === 0) {
        sums.ready += 1;
        if (hasNoFile) sums.withoutFile += 1;
      } else if (problems.every((problem) => problem === 'empty_field')) sums.empty += 1;
      else continue;
      sums.bytes += size;
    }
    const changed = checked.filter(({ before, ...row }) => isChanged(before, row));
    if (changed.length > 0) await inTransaction(db, (tx) => writeChecks(tx, key, changed));
  }
  return sums;
}

/** Of the address and own files, and of what the text and the names of files are filled with. */
function columnsToRead({ address_column, file_column }: MergeRow, fields: { at: number }[]): Set<number> {
  return new Set([address_column, file_column, ...fields.map(({ at }) => at)].filter((at) => at !== null));
}

/**
 * Places of the columns that the text needs, with the names of their fields. MM-41: who names no file gets none, unless
 * their message would be nothing.
 */
function fieldsToFill(
  { columns, file_column }: MergeRow,
  text: ParsedText | undefined,
): { field: string; at: number }[] {
  const places = columnsByField(columns);
  const needed = (text ? fieldsOfMessage(text) : []).flatMap((field) => {
    const at = places.get(fieldKey(field));
    return at === undefined ? [] : [{ field, at }];
  });
  const file = file_column === null ? undefined : columns[file_column];
  if (!file || !text || !isNothing(text.text) || needed.some(({ at }) => at === file_column)) return needed;
  return [...needed, { field: file.field, at: file_column as number }];
}

function emptyFields(fields: { field: string; at: number }[], cells: Cells): string[] {
  return fields.filter(({ at }) => (cells[at] ?? '').trim() === '').map(({ field }) => field);
}

export function hasEmptyField(merge: MergeRow, text: ParsedText, { cells }: RowToSend): boolean {
  return emptyFields(fieldsToFill(merge, text), cells).length > 0;
}

type Known = {
  refused: Set<string>;
  files: Map<string, RowFile>;
  /** Addresses to which a merge before this one has sent. */
  gone: Set<string>;
};

async function readKnown(
  db: ReadDb,
  key: MergeKey,
  merge: MergeRow,
  rows: RowInPart[],
  now: number,
): Promise<Known> {
  const addresses = rows.map(({ cells }) => addressOf(merge, cells).address);
  const names = rows.flatMap(({ cells }) => fileNamesOf(merge, cells));
  const [refused, gone, files] = await Promise.all([
    findRefusals(db, key.mailboxId, addresses),
    readGoneOut(db, key, addresses),
    findRowFiles(db, key, merge, names, now),
  ]);
  return { refused, gone, files };
}

type RowCheck = Known & {
  merge: MergeRow;
  text: ParsedText | undefined;
  fields: { field: string; at: number }[];
  uses: ColumnUse[];
  places: ReadonlyMap<string, number>;
  /** Of the message without own files. */
  bytes: number;
  /** Names of files of the text that have fields. */
  namedByRow: string[];
  /** Addresses of rows before it; and of those in which fields are empty, which may be skipped. */
  taken: Set<string>;
  begun: Set<string>;
};

function checkRow(
  { row, cells, left_out }: RowInPart,
  { merge, text, fields, uses, places, bytes, namedByRow, taken, begun, refused, gone, files }: RowCheck,
): CheckedRow & { size: number; hasNoFile: boolean } {
  const { email, address, isValid, isSeveral } = addressOf(merge, cells);
  const own = fileNamesOf(merge, cells).map((name) => files.get(name));
  const hasNoFile = merge.file_column !== null && own.length === 0;
  const size = own.reduce((sum, file) => sum + encodedLength(file?.size ?? 0), bytes);
  // Nothing else about it needs to be looked at any more.
  if (left_out) return { row, address, problems: ['left_out'], empty_fields: [], size, hasNoFile };
  const found = new Set<MergeProblem>();
  if (email === '') found.add('no_address');
  else if (isSeveral) found.add('several_addresses');
  else if (!isValid) found.add('invalid_address');
  if (refused.has(address)) found.add('said_no');
  for (const file of own) {
    const problem = problemOfFile(file);
    if (problem) found.add(problem);
  }
  const fieldValue = valuesOf(places, cells);
  if (namedByRow.some((name) => isBlocked(fileName(fillText(name, fieldValue)))))
    found.add('file_not_allowed');
  if (size > LIMITS.messageBytes || (text && isTooLong(text, uses, cells))) found.add('mail_too_large');
  const empty = emptyFields(fields, cells);
  const isDoubled = taken.has(address) || gone.has(address) || (empty.length > 0 && begun.has(address));
  if (address !== '' && isDoubled) found.add('doubled_address');
  if (found.size === 0) {
    (empty.length > 0 ? begun : taken).add(address);
    if (empty.length > 0) found.add('empty_field');
  }
  return { row, address, problems: [...found], empty_fields: empty, size, hasNoFile };
}

function isChanged(before: CheckedRow, { address, problems, empty_fields }: CheckedRow): boolean {
  return (
    before.address !== address ||
    before.problems.join() !== problems.join() ||
    before.empty_fields.join('\n') !== empty_fields.join('\n')
  );
}
