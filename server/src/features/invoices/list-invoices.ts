import type { DataOf, MetaOf } from '@bocau/contract/endpoint.ts';
import type {
  InvoiceSum,
  listInvoices as listing,
  sumInvoices as summing,
} from '@bocau/contract/invoices.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { invoiceView } from './invoice.view.ts';
import { readCompanyTaxCode } from './invoices.store.ts';
import * as store from './list-invoices.store.ts';
import { decimalOf, scaled } from './read/decimals.ts';
import { readDate } from './read/read-invoice.ts';

export async function listInvoices(
  db: ReadDb,
  mailboxId: number,
  query: store.Selection & { cursor?: string | undefined; limit?: number | undefined },
): Promise<{ data: DataOf<typeof listing>; meta: MetaOf<typeof listing> }> {
  const { cursor, limit: wanted = LIMITS.pageSize, ...selection } = query;
  const after = cursor === undefined ? null : readCursor(cursor);
  const limit = Math.max(1, Math.min(wanted, LIMITS.pageSizeMax));
  const [rows, sums, failed, company] = await Promise.all([
    store.readInvoicePage(db, mailboxId, selection, { after, limit: limit + 1 }),
    after === null ? store.readSums(db, mailboxId, selection) : [],
    after === null ? countFailed(db, mailboxId, selection) : 0,
    readCompanyTaxCode(db, mailboxId),
  ]);
  const standing = (of: store.ListedSum['standing']) => countOf(sums, of);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    data: page.map(invoiceView),
    meta: {
      next_cursor: last ? encodeCursor([last.listed_on, last.id]) : null,
      totals: totalsOf(sums.filter(counts)),
      tally:
        after === null
          ? {
              failed: selection.state === 'failed' ? standing('valid') : failed,
              duplicate: standing('duplicate'),
              replaced: standing('replaced'),
            }
          : null,
      count: after === null ? sums.reduce((all, { count }) => all + count, 0) : null,
      company_tax_code: company,
    },
  };
}

function counts({ standing }: store.ListedSum): boolean {
  return standing === 'valid';
}

function countOf(sums: store.ListedSum[], standing: store.ListedSum['standing']): number {
  return sums.filter((sum) => sum.standing === standing).reduce((all, { count }) => all + count, 0);
}

/** Those that count although a check failed: sums have them, and say so. Of a list of these alone the sums know it. */
async function countFailed(db: ReadDb, mailboxId: number, selection: store.Selection): Promise<number> {
  if (selection.state !== undefined || selection.counted === 'no') return 0;
  const failed = { ...selection, state: 'failed', counted: 'yes' } as const;
  return store.countInvoices(db, mailboxId, failed, Number.MAX_SAFE_INTEGER);
}

/** Ids as a call names them; all of them have to be there. */
export async function readIds(
  db: ReadDb,
  mailboxId: number,
  ids: string | undefined,
): Promise<string[] | undefined> {
  if (ids === undefined) return undefined;
  const wanted = [...new Set(ids.split(','))];
  const found = await store.countInvoices(
    db,
    mailboxId,
    { direction: 'bought', ids: wanted },
    wanted.length + 1,
  );
  if (found < wanted.length) throw new Failure('not_found', 'There is no such invoice');
  return wanted;
}

export async function sumInvoices(
  db: ReadDb,
  mailboxId: number,
  selection: store.Selection,
): Promise<DataOf<typeof summing>> {
  const sums = (await store.readSums(db, mailboxId, selection)).filter(counts);
  const mixed = sums.some(({ rate }) => rate === null)
    ? await store.readMixedSums(db, mailboxId, selection)
    : [];
  const rates = new Map<string, store.MixedSum>();
  const single = sums.filter(({ rate }) => rate !== null);
  for (const { currency, rate, before_tax, tax } of [...single, ...mixed]) {
    const key = `${currency} ${rate}`;
    const known = rates.get(key);
    rates.set(key, {
      currency,
      rate,
      before_tax: add(known?.before_tax ?? '0', before_tax),
      tax: add(known?.tax ?? '0', tax),
    });
  }
  return { totals: totalsOf(sums), rates: [...rates.values()] };
}

/** Over all rates of each currency. */
function totalsOf(sums: store.RateSum[]): InvoiceSum[] {
  const totals = new Map<string, InvoiceSum>();
  for (const { currency, count, before_tax, tax, total } of sums) {
    const known = totals.get(currency) ?? { currency, count: 0, before_tax: '0', tax: '0', total: '0' };
    totals.set(currency, {
      currency,
      count: known.count + count,
      before_tax: add(known.before_tax, before_tax),
      tax: add(known.tax, tax),
      total: add(known.total, total),
    });
  }
  return [...totals.values()];
}

function add(a: string, b: string): string {
  return decimalOf(scaled(a) + scaled(b));
}

function readCursor(cursor: string): store.Place {
  const [day, id] = decodeCursor(cursor, 2) ?? [];
  if (typeof day !== 'string' || readDate(day) !== day || typeof id !== 'string' || !isId(id))
    throw new Failure('invalid_cursor', 'The cursor is of no list like this');
  return { day, id };
}
