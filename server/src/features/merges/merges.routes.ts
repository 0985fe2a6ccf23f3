import { LIMITS } from '@bocau/contract/limits.ts';
import { MERGE_LIMITS } from '@bocau/contract/merge-limits.ts';
import * as contract from '@bocau/contract/merges.ts';
import type { AttachmentRow } from '../../mail/attachments/attachments.store.ts';
import { createExportTurns } from '../../platform/http/export-turns.ts';
import { whileClientStays } from '../../platform/http/leaving-client.ts';
import { type FormFile, readForm } from '../../platform/http/read-form.ts';
import { readFormFile } from '../../platform/http/read-form-file.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { changeMerge, changeMergeRow, deleteMerge, keepFiles } from './change-merge.ts';
import { addRefusals, listRefusals, removeRefusals } from './change-refusals.ts';
import { checkMerge } from './check-merge.ts';
import { createFromUpload, createMerge } from './create-merge.ts';
import { exportMerge } from './export-merge.ts';
import { mergeAgain } from './merge-again.ts';
import type { TableDeps } from './merge-deps.ts';
import { readReport } from './merge-rows.store.ts';
import { refuseBegun, requireMerge, requireMergeFor } from './merge-text.ts';
import { readMerges } from './merges.store.ts';
import { rowView, showMerge, showMerges, showWholeMerge } from './merges.view.ts';
import { listOwnFiles, removeOwnFile } from './own-files.ts';
import { previewMerge, testMerge } from './preview-merge.ts';
import { controlMerge, startMerge } from './start-merge.ts';
import { createTableTurns } from './table-turns.ts';

type ReadFiles = (take: (file: FormFile) => Promise<void>) => Promise<Map<string, string>>;
export type MergeRouteDeps = TableDeps & {
  /** Takes files of a form as uploads are taken: scanned, with a type, and counted. */
  uploadFiles: (mailboxId: number, read: ReadFiles) => Promise<AttachmentRow[]>;
};

export function mergeRoutes(deps: MergeRouteDeps): Route[] {
  const { db } = deps;
  const turns = createTableTurns();
  const exportInTurn = createExportTurns(deps.clock);

  return [
    route(contract.listMerges, async ({ caller }) => ({
      data: await showMerges(deps, caller.mailbox, await readMerges(db, caller.mailbox)),
    })),

    route(contract.createMerge, async ({ caller, body, request }) => {
      const made = await whileClientStays(request, (signal) =>
        turns.make(
          caller.person,
          async () => signal.throwIfAborted(),
          () => createMerge(deps, caller, body, signal),
        ),
      );
      return { data: await showMerge(deps, caller.mailbox, made) };
    }),

    route(contract.uploadMergeTable, async ({ caller, query, request }) => {
      const made = await whileClientStays(request, (signal) =>
        turns.make(
          caller.person,
          () => readFormFile(request, MERGE_LIMITS.tableBytes),
          ({ bytes, name }) =>
            createFromUpload(deps, caller, { draftId: query.draft_id, name, bytes }, signal),
        ),
      );
      return { data: await showMerge(deps, caller.mailbox, made) };
    }),

    route(contract.listMergeRefusals, ({ caller, query }) => listRefusals(db, caller.mailbox, query)),

    route(contract.addMergeRefusals, async ({ caller, body }) => {
      await addRefusals(db, caller, body);
      return { data: OK };
    }),

    route(contract.removeMergeRefusals, async ({ caller, body }) => {
      await removeRefusals(db, caller.mailbox, body);
      return { data: OK };
    }),

    route(contract.getMerge, async ({ caller, params }) => ({
      data: await showWholeMerge(deps, caller.mailbox, await requireMerge(db, caller.mailbox, params.id)),
    })),

    route(contract.changeMerge, async ({ caller, params, body }) => {
      const changed = await changeMerge(deps, caller, params.id, body);
      return { data: await showMerge(deps, caller.mailbox, changed) };
    }),

    route(contract.deleteMerge, async ({ caller, params }) => {
      await deleteMerge(deps, caller.mailbox, params.id);
      return { data: OK };
    }),

    route(contract.addMergeFiles, async ({ caller, params, request }) => {
      refuseBegun(await requireMerge(db, caller.mailbox, params.id));
      const files = await deps.uploadFiles(caller.mailbox, (take) => readForm(request, take));
      return { data: await keepFiles(deps, caller.mailbox, params.id, files) };
    }),

    route(contract.listMergeFiles, async ({ caller, params }) => {
      const merge = await requireMergeFor(db, caller, params.id);
      return {
        data: await turns.check(caller.person, () => listOwnFiles(db, caller.mailbox, merge, caller.at)),
      };
    }),

    route(contract.removeMergeFile, async ({ caller, params, body }) => {
      await removeOwnFile(deps, caller.mailbox, params.id, body.name);
      return { data: OK };
    }),

    route(contract.listMergeRows, async ({ caller, params, query }) => {
      const merge = await requireMerge(db, caller.mailbox, params.id);
      const { after = 0, limit = LIMITS.pageSize, ...filter } = query;
      const most = Math.min(Math.max(limit, 1), LIMITS.pageSizeMax);
      const key = { mailboxId: caller.mailbox, mergeId: merge.id };
      const rows = await readReport(db, key, {
        ...filter,
        after: Math.min(after, MERGE_LIMITS.rows),
        limit: most + 1,
      });
      const page = rows.slice(0, most);
      return {
        data: page.map((row) => rowView(merge, row)),
        meta: { next_after: rows.length > most ? (page.at(-1)?.row ?? null) : null },
      };
    }),

    route(contract.changeMergeRow, async ({ caller, params, body }) => {
      const { merge, row } = await turns.check(caller.person, () =>
        changeMergeRow(deps, caller, params, body),
      );
      return { data: rowView(merge, row) };
    }),

    route(contract.previewMerge, async ({ caller, params }) => ({
      data: await previewMerge(deps, caller, params),
    })),

    route(contract.testMerge, async ({ caller, params }) => {
      await testMerge(deps, caller, params);
      return { data: OK };
    }),

    route(contract.checkMerge, async ({ caller, params, request }) => ({
      data: await whileClientStays(request, (signal) =>
        turns.check(caller.person, () => checkMerge({ ...deps, signal }, caller, params.id)),
      ),
    })),

    route(contract.startMerge, async ({ caller, params, body }) => {
      const started = await turns.check(caller.person, () => startMerge(deps, caller, params.id, body));
      return { data: await showMerge(deps, caller.mailbox, started) };
    }),

    route(contract.controlMerge, async ({ caller, params, body }) => ({
      data: await showMerge(deps, caller.mailbox, await controlMerge(deps, caller.mailbox, params.id, body)),
    })),

    route(contract.mergeAgain, async ({ caller, params }) => ({
      data: await showMerge(deps, caller.mailbox, await mergeAgain(deps, caller, params.id)),
    })),

    route(contract.exportMerge, ({ caller, params, query, request }) =>
      exportInTurn(caller.person, request, () => exportMerge(db, caller.mailbox, params.id, query)),
    ),
  ];
}
