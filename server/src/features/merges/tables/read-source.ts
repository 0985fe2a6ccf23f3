import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import { listKey } from '../../../contacts/cards/derive-card.ts';
import { readCardPage } from '../../../contacts/lists/pages.store.ts';
import { reachEntry } from '../../../drive/access/reach-entry.ts';
import { openChunks } from '../../../drive/chunks/open-chunks.ts';
import { fileNotFound } from '../../../drive/entries/entry-path.ts';
import { readVersion } from '../../../drive/versions/versions.store.ts';
import type { Caller } from '../../../platform/caller.ts';
import { Failure } from '../../../platform/failure.ts';
import { inSlices } from '../../../platform/in-slices.ts';
import type { TableDeps } from '../merge-deps.ts';
import { makeTable } from './make-table.ts';
import type { MergeTable, ReadLines, TableLine } from './merge-table.ts';
import { readCsvTable } from './read-csv-table.ts';
import { tooManyBytes, tooManyRows, unreadableTable } from './table-refusals.ts';

export type Source = { source: 'csv' | 'xlsx' | 'contacts'; name: string; table: MergeTable };

const ZIP = Buffer.from('PK\x03\x04');
/** An older workbook, a PDF, an image: nothing that could be text. */
const OTHER = [Buffer.from('d0cf11e0', 'hex'), Buffer.from('%PDF-'), Buffer.from('89504e47', 'hex')];

/** A file as a table: what it is, its bytes say. */
export async function readTableFile(
  { workbooks }: Pick<TableDeps, 'workbooks'>,
  { name, bytes }: { name: string; bytes: Buffer },
  signal: AbortSignal,
): Promise<Source> {
  const begins = (mark: Buffer) => bytes.subarray(0, mark.length).equals(mark);
  if (begins(ZIP)) {
    return { source: 'xlsx', name, table: await usable(await workbooks.read(bytes, signal), signal) };
  }
  if (OTHER.some(begins)) throw unreadableTable();
  return { source: 'csv', name, table: await usable(await inSlices(readCsvTable(bytes), signal), signal) };
}

/** Without a heading there is nothing to name, and nothing to send. */
async function usable(lines: ReadLines, signal: AbortSignal): Promise<MergeTable> {
  const table = await inSlices(makeTable(lines), signal);
  if (table.columns.length === 0) throw unreadableTable();
  return table;
}

export async function readDriveTable(
  deps: TableDeps,
  caller: { person: number; at: number },
  fileId: string,
  signal: AbortSignal,
): Promise<Source> {
  const { mailboxId, entry } = await reachEntry(deps.db, caller, fileId, 'READ');
  const version =
    entry.version_id === null ? undefined : await readVersion(deps.db, mailboxId, entry.version_id);
  if (!version) throw fileNotFound();
  const { size } = version;
  if (size > MERGE_LIMITS.tableBytes) throw tooManyBytes();
  const chunks: Buffer[] = [];
  for await (const chunk of await openChunks(deps, mailboxId, version.id, { start: 0, end: size })) {
    chunks.push(chunk as Buffer);
  }
  return readTableFile(deps, { name: entry.name, bytes: Buffer.concat(chunks) }, signal);
}

const CARDS_A_STEP = 500;
const HEADINGS = {
  vi: ['Họ tên', 'Email', 'Chức danh', 'Công ty', 'Điện thoại'],
  en: ['Full name', 'Email', 'Title', 'Company', 'Phone'],
};

/** The own cards of a list, in their order. */
export async function readContactTable(
  { db }: Pick<TableDeps, 'db'>,
  { person }: Pick<Caller, 'person'>,
  { list, language }: { list: string; language: 'vi' | 'en' },
  signal: AbortSignal,
): Promise<Source> {
  const place = {
    mailboxId: person,
    bookId: null,
    listKey: listKey(list),
    favorites: false,
    order: 'given' as const,
  };
  const lines: TableLine[] = [{ line: 1, cells: HEADINGS[language] }];
  for (let after: { key: string; id: string } | null = null; ; ) {
    const cards = await readCardPage(db, place, { after, from: '', limit: CARDS_A_STEP });
    for (const { full_name, email, title, organisation, phone } of cards) {
      lines.push({ line: lines.length + 1, cells: [full_name, email, title, organisation, phone] });
    }
    if (lines.length > MERGE_LIMITS.rows + 1) throw tooManyRows();
    const last = cards.at(-1);
    if (!last || cards.length < CARDS_A_STEP) break;
    after = { key: last.key, id: last.id };
  }
  if (lines.length === 1) throw new Failure('contact_not_found', 'There is no such list, or it is empty');
  return { source: 'contacts', name: list, table: await inSlices(makeTable({ lines, faults: [] }), signal) };
}
