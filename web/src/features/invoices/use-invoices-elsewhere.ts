import { useEffect } from 'react';
import { after } from '../../lib/timers.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import { INVOICES_A_PAGE, type InvoicePages } from './use-invoices.ts';
import { marksUnderWay } from './use-marks.ts';

/** Mail comes in bursts, and reading its invoices too. */
const PAUSE_MS = 500;

/**
 * Invoices that are read or marked while the list is open, here or on another page, come into it. A list of which more pages
 * were loaded stays as it is read until it is opened again.
 */
export function useInvoicesElsewhere(address: string): void {
  const session = useSessionModel();
  const queries = useQueries();
  useEffect(() => {
    let stop: () => void = () => undefined;
    function later(): void {
      stop();
      stop = after(PAUSE_MS, () => (marksUnderWay.get() > 0 ? later() : readAgain()));
    }
    function readAgain(): void {
      const shown = queries.getQueryData<InvoicePages>(['invoices', address]);
      const isOnePage = shown === undefined || shown.invoices.length <= INVOICES_A_PAGE;
      void queries.invalidateQueries({
        queryKey: ['invoices'],
        refetchType: isOnePage ? 'active' : 'none',
      });
    }
    const leave = session.join({
      frames: {
        changes: ({ threads }) => {
          if (threads.length > 0) later();
        },
        refetch: later,
      },
    });
    return () => {
      stop();
      leave();
    };
  }, [session, queries, address]);
}
