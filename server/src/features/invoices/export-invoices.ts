import type { Readable } from 'node:stream';
import { INVOICE_COLUMNS, type InvoiceColumn } from '@bocau/contract/invoice-columns.ts';
import { INVOICES_EXPORTED } from '@bocau/contract/invoices.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import { writeCsv } from '../../platform/spreadsheets/write-csv.ts';
import { type Cell, writeXlsx } from '../../platform/spreadsheets/write-xlsx.ts';
import type { ReadDb } from '../../tables.ts';
import { cellOf, cutRow, type ExportedLine, titleOf } from './export-columns.ts';
import { readLines } from './exported-lines.store.ts';
import type { InvoiceRow } from './invoices.store.ts';
import * as store from './list-invoices.store.ts';
import { readIds } from './list-invoices.ts';

type ExportDeps = { db: ReadDb; clock: Clock };

export type TableQuery = Omit<store.Selection, 'ids'> & {
  ids?: string | undefined;
  rows: 'heads' | 'lines';
  columns?: InvoiceColumn[] | undefined;
  lang: 'vi' | 'en';
};

/** Read so many at a time, when those before have left. */
const AT_ONCE = 200;
const LINES_AT_ONCE = 1000;
/** Of the contents that one statement takes lines from, as they are kept: packed, to about a tenth. */
const CONTENT_AT_ONCE = 64 * 1024;

export async function exportTable(
  { db, clock }: ExportDeps,
  mailboxId: number,
  query: TableQuery,
  as: 'xlsx' | 'csv',
): Promise<Bytes> {
  const { ids, rows: of, columns = defaultColumns(of), lang, ...where } = query;
  const selection = { ...where, ids: await readIds(db, mailboxId, ids) };
  await refuseTooMany(db, mailboxId, selection, INVOICES_EXPORTED.heads);
  const headings = columns.map((column) => titleOf(column, lang));
  const rows = cells(db, mailboxId, selection, { of, columns, lang });
  const title = lang === 'vi' ? 'Hóa đơn' : 'Invoices';
  const stream: Readable =
    as === 'csv' ? writeCsv(headings, rows) : writeXlsx(title, headings, rows, unixSeconds(clock));
  const name = exportName(lang === 'vi' ? 'hoa-don' : 'invoices', where);
  return {
    headers: {
      'content-type':
        as === 'csv'
          ? 'text/csv; charset=utf-8'
          : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': contentDisposition('attachment', `${name}.${as}`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    stream,
  };
}

function defaultColumns(of: 'heads' | 'lines'): InvoiceColumn[] {
  return INVOICE_COLUMNS.filter((column) => of === 'lines' || !column.startsWith('line_'));
}

/** Said before the first byte. */
export async function refuseTooMany(
  db: ReadDb,
  mailboxId: number,
  selection: store.Selection,
  limit: number,
): Promise<void> {
  const count = await store.countInvoices(db, mailboxId, selection, limit + 1);
  if (count > limit)
    throw new Failure('too_large', `An export has at most ${limit} invoices`, { details: { limit } });
}

type Shape = { of: 'heads' | 'lines'; columns: InvoiceColumn[]; lang: 'vi' | 'en' };

async function* cells(
  db: ReadDb,
  mailboxId: number,
  selection: store.Selection,
  { of, columns, lang }: Shape,
): AsyncGenerator<Cell[]> {
  if (of === 'heads') {
    for await (const row of eachInvoice(db, mailboxId, selection))
      yield columns.map((column) => cellOf(row, null, column, lang));
    return;
  }
  let lines = 0;
  for await (const { row, ...line } of eachLine(db, mailboxId, selection)) {
    lines += 1;
    if (lines > INVOICES_EXPORTED.lines) {
      yield cutRow(columns, INVOICES_EXPORTED.lines, lang);
      return;
    }
    yield columns.map((column) => cellOf(row, line, column, lang));
  }
}

/** With the period that was chosen. */
export function exportName(name: string, { period, month }: store.Selection): string {
  return [name, period ?? month ?? ''].filter((part) => part !== '').join('-');
}

export async function* eachInvoice(
  db: ReadDb,
  mailboxId: number,
  selection: store.Selection,
): AsyncGenerator<store.ExportedRow> {
  let after: store.Place | null = null;
  for (;;) {
    const page: store.ExportedRow[] = await store.readExportedPage(db, mailboxId, selection, {
      ...{ after, limit: AT_ONCE },
    });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < AT_ONCE) return;
    after = { day: last.listed_on, id: last.id };
  }
}

async function* eachLine(
  db: ReadDb,
  mailboxId: number,
  selection: store.Selection,
): AsyncGenerator<{ row: InvoiceRow } & ExportedLine> {
  for await (const some of inPortions(eachInvoice(db, mailboxId, selection))) {
    for (let rest = some, behind = 0; ; ) {
      const lines = await readLines(db, mailboxId, rest, { behind, limit: LINES_AT_ONCE });
      for (const { of, place, line } of lines)
        yield { row: rest[of - 1] as InvoiceRow, line, isFirst: place === 1 };
      const last = lines.at(-1);
      if (last === undefined || lines.length < LINES_AT_ONCE) break;
      rest = rest.slice(last.of - 1);
      behind = last.place;
    }
  }
}

/** Small invoices are read together, and one of very many lines by itself. */
async function* inPortions(rows: AsyncIterable<store.ExportedRow>): AsyncGenerator<InvoiceRow[]> {
  let portion: InvoiceRow[] = [];
  let bytes = 0;
  for await (const row of rows) {
    if (portion.length > 0 && bytes + row.content_bytes > CONTENT_AT_ONCE) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(row);
    bytes += row.content_bytes;
  }
  if (portion.length > 0) yield portion;
}
