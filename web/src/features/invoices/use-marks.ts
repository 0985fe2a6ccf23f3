import type { Invoice, InvoiceDetail, InvoiceMark } from '@bocau/contract/invoices.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { portions } from '../../lib/portions.ts';
import { createStore } from '../../lib/store.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import type { InvoicePages } from './use-invoices.ts';

type Change = { mark: InvoiceMark | null } | { note: string };
type Step = { id: string; change: Change; before: Change };

/** How many acts are not answered yet: what is read meanwhile may be older than what they show. */
export const marksUnderWay = createStore(0);

/** Notes one by one, and marks by what they become, as many as a call takes. */
function callsOf(steps: readonly Step[]): Step[][] {
  const alike = Map.groupBy(steps, ({ id, change }) => ('note' in change ? id : `${change.mark}`));
  return [...alike.values()].flatMap((some) => portions(some, LIMITS.idsPerCall));
}

/** Marks and notes: shown at once, sent one after another, taken back where the server refuses. */
export function useMarks() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();

  return useMemo(() => {
    let last: Promise<unknown> = Promise.resolve();
    /** Notes that could not be saved, by their invoices: their dialog opens with them. */
    const unsaved = new Map<string, string>();

    function show(id: string, change: Change): void {
      const changed = <I extends Invoice>(invoice: I): I =>
        invoice.id === id ? { ...invoice, ...change } : invoice;
      queries.setQueriesData<InvoicePages>(
        { queryKey: ['invoices'] },
        (pages) => pages && { ...pages, invoices: pages.invoices.map(changed) },
      );
      queries.setQueryData<InvoiceDetail>(['invoice', id], (invoice) => invoice && changed(invoice));
    }

    async function apply(steps: readonly Step[]): Promise<void> {
      const [{ id, change }] = steps as [Step];
      if ('note' in change) await api.markInvoice({ params: { id }, body: change });
      else await api.markInvoices({ body: { ids: steps.map((step) => step.id), mark: change.mark } });
    }

    async function send(steps: readonly Step[], failed: string): Promise<void> {
      const refused: Step[] = [];
      marksUnderWay.set(marksUnderWay.get() + 1);
      for (const some of callsOf(steps)) {
        try {
          await apply(some);
          for (const { id, change } of some) if ('note' in change) unsaved.delete(id);
        } catch {
          refused.push(...some);
        }
      }
      marksUnderWay.set(marksUnderWay.get() - 1);
      for (const { id, change, before } of refused) {
        show(id, before);
        if ('note' in change) unsaved.set(id, change.note);
      }
      if (refused.length > 0) notify({ text: failed, tone: 'danger', seconds: 8 });
      // Lists by mark no longer hold what they held; the one on the screen stays as it is read.
      void queries.invalidateQueries({ queryKey: ['invoices'], refetchType: 'none' });
    }

    /** In the order of the acts, so that the last one is what stays. */
    function begin(steps: readonly Step[], failed: string): void {
      for (const { id, change } of steps) show(id, change);
      last = last.then(() => send(steps, failed));
    }

    const undoOf = (steps: readonly Step[]) =>
      steps.map(({ id, change, before }) => ({ id, change: before, before: change }));

    return {
      noteOf: ({ id, note }: Invoice): string => unsaved.get(id) ?? note,
      mark(invoices: readonly Invoice[], mark: InvoiceMark | null): void {
        const steps = invoices
          .filter((invoice) => invoice.mark !== mark)
          .map((invoice) => ({ id: invoice.id, change: { mark }, before: { mark: invoice.mark } }));
        if (steps.length === 0) return;
        begin(steps, t('invoices.marks.failed'));
        notify({
          text: t('invoices.marks.marked', {
            mark: t(`invoices.marks.${mark ?? 'none'}`),
            count: steps.length,
          }),
          undo: () => begin(undoOf(steps), t('invoices.marks.failed')),
        });
      },
      note(invoice: Invoice, note: string): void {
        if (invoice.note === note) return;
        const steps = [{ id: invoice.id, change: { note }, before: { note: invoice.note } }];
        begin(steps, t('invoices.marks.noteFailed'));
        notify({
          text: t('invoices.marks.noted'),
          undo: () => begin(undoOf(steps), t('invoices.marks.noteFailed')),
        });
      },
    };
  }, [api, queries, t]);
}
