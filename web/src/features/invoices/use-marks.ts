import {
  INVOICE_MARKS,
  type Invoice,
  type InvoiceDetail,
  type InvoiceMarks,
} from '@bocau/contract/invoices.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { useMemo } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { portions } from '../../lib/portions.ts';
import { createStore } from '../../lib/store.ts';
import { markWords } from '../../parts/invoices/mark-words.ts';
import { useApi } from '../../parts/mailbox/use-api.ts';
import { notify } from '../../parts/notices/notify.ts';
import { useQueries } from '../../parts/queries/use-query.ts';
import { useSessionModel } from '../../parts/session/use-session-model.ts';
import type { InvoicePages } from './use-invoices.ts';

type Change = { marks: Partial<InvoiceMarks> } | { note: string };
type Step = { id: string; change: Change; before: Change };

/** How many acts are not answered yet: what is read meanwhile may be older than what they show. */
export const marksUnderWay = createStore(0);

/** Notes one by one, and marks by what they become, as many as a call takes. */
function callsOf(steps: readonly Step[]): Step[][] {
  const alike = Map.groupBy(steps, ({ id, change }) =>
    'note' in change ? id : JSON.stringify(change.marks),
  );
  return [...alike.values()].flatMap((some) => portions(some, LIMITS.idsPerCall));
}

/** Marks and notes: shown at once, sent one after another, taken back where the server refuses. */
export function useMarks() {
  const { t } = useTranslation();
  const api = useApi();
  const queries = useQueries();
  const session = useSessionModel();

  return useMemo(() => {
    let last: Promise<unknown> = Promise.resolve();
    /** Notes that could not be saved, by their invoices: their dialog opens with them. */
    const unsaved = new Map<string, string>();

    function show(id: string, change: Change): void {
      const changed = <I extends Invoice>(invoice: I): I =>
        invoice.id !== id
          ? invoice
          : 'note' in change
            ? { ...invoice, note: change.note }
            : { ...invoice, marks: { ...invoice.marks, ...change.marks } };
      queries.setQueriesData<InvoicePages>(
        { queryKey: ['invoices'] },
        (pages) => pages && { ...pages, invoices: pages.invoices.map(changed) },
      );
      queries.setQueryData<InvoiceDetail>(['invoice', id], (invoice) => invoice && changed(invoice));
    }

    async function apply(steps: readonly Step[]): Promise<void> {
      const [{ id, change }] = steps as [Step];
      if ('note' in change) await api.markInvoice({ params: { id }, body: change });
      else await api.markInvoices({ body: { ids: steps.map((step) => step.id), marks: change.marks } });
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

    /** In the order of the acts, so that the last one is what stays; refused at once without a connection, as it is not kept. */
    function begin(steps: readonly Step[], failed: string): boolean {
      if (session.connection().state === 'lost') {
        notify({ text: t('invoices.marks.offline'), tone: 'danger', seconds: 8 });
        return false;
      }
      for (const { id, change } of steps) show(id, change);
      last = last.then(() => send(steps, failed));
      return true;
    }

    const undoOf = (steps: readonly Step[]) =>
      steps.map(({ id, change, before }) => ({ id, change: before, before: change }));

    return {
      noteOf: ({ id, note }: Invoice): string => unsaved.get(id) ?? note,
      /** These change; what else an invoice is marked as stays. */
      mark(invoices: readonly Invoice[], marks: Partial<InvoiceMarks>): void {
        const named = INVOICE_MARKS.filter((mark) => marks[mark] !== undefined);
        const steps = invoices
          .filter((invoice) => named.some((mark) => invoice.marks[mark] !== marks[mark]))
          .map((invoice) => {
            const before = Object.fromEntries(named.map((mark) => [mark, invoice.marks[mark]]));
            return { id: invoice.id, change: { marks }, before: { marks: before } };
          });
        if (steps.length === 0 || !begin(steps, t('invoices.marks.failed'))) return;
        const isSet = named.some((mark) => marks[mark]);
        const isCleared = !isSet && named.length === INVOICE_MARKS.length;
        notify({
          text: t(isSet || isCleared ? 'invoices.marks.marked' : 'invoices.marks.unmarked', {
            mark: isCleared ? t('invoices.marks.none') : markWords(t, named),
            count: steps.length,
          }),
          undo: () => void begin(undoOf(steps), t('invoices.marks.failed')),
        });
      },
      /** False where it is refused, so that what was typed stays. */
      note(invoice: Invoice, note: string): boolean {
        if (invoice.note === note) return true;
        const steps = [{ id: invoice.id, change: { note }, before: { note: invoice.note } }];
        if (!begin(steps, t('invoices.marks.noteFailed'))) return false;
        notify({
          text: t('invoices.marks.noted'),
          undo: () => void begin(undoOf(steps), t('invoices.marks.noteFailed')),
        });
        return true;
      },
    };
  }, [api, queries, session, t]);
}
