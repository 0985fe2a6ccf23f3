import type { Invoice, InvoiceSum } from '@bocau/contract/invoices.ts';
import { useState } from 'react';
import { type InvoiceSelection, invoicesAddress } from '../../parts/invoices/invoices-address.ts';
import { invoicesSeen } from '../../parts/invoices/invoices-seen.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { useQueries, useQuery } from '../../parts/queries/use-query.ts';

export const INVOICES_A_PAGE = 100;

/** How many of what is counted have a check that failed, and how many are not counted. */
export type Tally = { failed: number; duplicate: number; replaced: number };

export type InvoicePages = {
  invoices: readonly Invoice[];
  next: string | null;
  totals: readonly InvoiceSum[];
  tally: Tally | null;
  /** How many the whole list has. */
  count: number | null;
  company: string | null;
};

const NONE: readonly Invoice[] = [];

/** The invoices of a selection, a page at a time. */
export function useInvoices(selection: InvoiceSelection) {
  const api = useApi();
  const queries = useQueries();
  const address = invoicesAddress(selection);
  const queryKey = ['invoices', address];
  const [loading, setLoading] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);

  async function read(cursor: string | null, signal?: AbortSignal): Promise<InvoicePages> {
    const page = cursor === null ? {} : { cursor };
    const { data, meta } = await api.listInvoices(
      { query: { ...selection, ...page, limit: String(INVOICES_A_PAGE) } },
      signal,
    );
    if (data.length > 0) invoicesSeen.set(true);
    return {
      ...{ invoices: data, next: meta.next_cursor },
      ...{ totals: meta.totals, tally: meta.tally, count: meta.count, company: meta.company_tax_code },
    };
  }

  const { data, error, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => read(null, signal),
    // It would take away the pages that were loaded since, and move what is read.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const next = data?.next ?? null;

  async function more(): Promise<void> {
    if (next === null || loading === next) return;
    setLoading(next);
    setFailed(null);
    try {
      const page = await read(next);
      queries.setQueryData<InvoicePages>(queryKey, (before) =>
        before?.next === next
          ? { ...before, next: page.next, invoices: [...before.invoices, ...page.invoices] }
          : before,
      );
    } catch {
      setFailed(next);
    } finally {
      setLoading(null);
    }
  }

  return {
    ...{ address, data, error, isError, more, retry: () => void refetch() },
    invoices: data?.invoices ?? NONE,
    hasMore: next !== null,
    moreFailed: next !== null && failed === next,
  };
}
