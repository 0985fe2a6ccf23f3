import type { InvoiceMark, InvoiceMarks } from '@bocau/contract/invoices.ts';

/** As a row keeps them: `mark` is the one that leads, which is all that the release before knows. */
export type KeptMarks = {
  mark: InvoiceMark | null;
  also_booked: boolean | null;
  also_paid: boolean | null;
};

/** That release writes `mark` alone: where it took the mark away, nothing stands beside it any more. */
export function marksOf({ mark, also_booked, also_paid }: KeptMarks): InvoiceMarks {
  return {
    booked: mark === 'booked' || (mark !== null && also_booked === true),
    paid: mark === 'paid' || (mark !== null && also_paid === true),
    query: mark === 'query',
  };
}

/** A question leads, as what is in question is not accepted (IV-9, IV-23). */
export function keptMarks({ booked, paid, query }: InvoiceMarks): KeptMarks {
  const mark = query ? 'query' : paid ? 'paid' : booked ? 'booked' : null;
  return { mark, also_booked: booked && mark !== 'booked', also_paid: paid && mark !== 'paid' };
}

/** These alone. */
export function onlyMarks(marks: readonly InvoiceMark[]): InvoiceMarks {
  return { booked: marks.includes('booked'), paid: marks.includes('paid'), query: marks.includes('query') };
}
