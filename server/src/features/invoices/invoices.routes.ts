import {
  exportInvoiceFiles,
  exportInvoicesAsCsv,
  exportInvoicesAsXlsx,
  getInvoice,
  listInvoices,
  listMessageInvoices,
  markInvoice,
  markInvoices,
  sumInvoices,
} from '@bocau/contract/invoices.ts';
import type { FileDeps } from '../../mail/attachments/send-file.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { createExportTurns } from '../../platform/http/export-turns.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { exportFiles } from './export-files.ts';
import { exportTable } from './export-invoices.ts';
import * as list from './list-invoices.ts';
import * as act from './mark-invoices.ts';
import * as show from './show-invoice.ts';

export function invoiceRoutes(deps: FileDeps & ChangeDeps): Route[] {
  const { db } = deps;
  const inTurn = createExportTurns(deps.clock);
  return [
    route(listInvoices, ({ caller, query }) => list.listInvoices(db, caller.mailbox, query)),

    route(sumInvoices, async ({ caller, query: { ids, ...selection } }) => ({
      data: await list.sumInvoices(db, caller.mailbox, {
        ...selection,
        ids: await list.readIds(db, caller.mailbox, ids),
      }),
    })),

    route(getInvoice, async ({ caller, params }) => ({
      data: await show.showInvoice(db, caller.mailbox, params.id),
    })),

    route(listMessageInvoices, async ({ caller, params }) => ({
      data: await show.showMessageInvoices(db, caller.mailbox, params.id),
    })),

    route(markInvoice, async ({ caller, params, body }) => ({
      data: await act.markInvoice(deps, caller.mailbox, params.id, body),
    })),

    route(markInvoices, async ({ caller, body: { ids, ...marks } }) => ({
      data: { changed: await act.markInvoices(deps, caller.mailbox, ids, marks) },
    })),

    route(exportInvoicesAsXlsx, ({ caller, query, request }) =>
      inTurn(caller.person, request, () => exportTable(deps, caller.mailbox, query, 'xlsx')),
    ),

    route(exportInvoicesAsCsv, ({ caller, query, request }) =>
      inTurn(caller.person, request, () => exportTable(deps, caller.mailbox, query, 'csv')),
    ),

    route(exportInvoiceFiles, ({ caller, query, request }) =>
      inTurn(caller.person, request, () => exportFiles(deps, caller.mailbox, query)),
    ),
  ];
}
