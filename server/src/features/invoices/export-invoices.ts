import type { Readable } from 'node:stream';
import { INVOICE_COLUMNS, INVOICES_EXPORTED, type InvoiceColumn } from '@bocau/contract/invoices.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { contentDisposition } from '../../platform/http/content-disposition.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import { writeCsv } from '../../platform/spreadsheets/write-csv.ts';
import { type Cell, writeXlsx } from '../../platform/spreadsheets/write-xlsx.ts';
import type { ReadDb } from '../../tables.ts';
import { cellOf, cutRow, titleOf } from './export-columns.ts';
import type { InvoiceRow } from './invoices.store.ts';
import * as store from './list-invoices.store.ts';
import { readIds } from './list-invoices.ts';
import type { AttachedInvoice } from './read/read-attachment.ts';

type ExportDeps = { db: ReadDb; clock: Clock };

export type TableQuery = Omit<store.Selection, 'ids'> & {
  ids?: string | undefined;
  rows: 'heads' | 'lines';
  columns?: InvoiceColumn[] | undefined;
  lang: 'vi' | 'en';
};

/** Read so many at a time, when those before have left. */
const AT_ONCE = 200;

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
    as === 'csv' ? writeCsv(headings, rows) : await writeXlsx(title, headings, rows, unixSeconds(clock));
  const name = [lang === 'vi' ? 'hoa-don' : 'invoices', where.month ?? '']
    .filter((part) => part !== '')
    .join('-');
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
  let lines = 0;
  for await (const row of eachInvoice(db, mailboxId, selection)) {
    const rows = of === 'heads' ? [null] : (row.content as AttachedInvoice).lines;
    for (const line of rows) {
      lines += 1;
      if (lines > INVOICES_EXPORTED.lines) {
        yield cutRow(columns, INVOICES_EXPORTED.lines, lang);
        return;
      }
      yield columns.map((column) => cellOf(row, line, column, lang));
    }
  }
}

export async function* eachInvoice(
  db: ReadDb,
  mailboxId: number,
  selection: store.Selection,
): AsyncGenerator<InvoiceRow & { content: object }> {
  let after: store.Place | null = null;
  for (;;) {
    const page: (InvoiceRow & { content: object })[] = await store.readWholePage(db, mailboxId, selection, {
      ...{ after, limit: AT_ONCE },
    });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < AT_ONCE) return;
    after = { day: last.listed_on, id: last.id };
  }
}
