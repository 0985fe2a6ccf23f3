import { cancelBulk, getBulk, listBulk, startBulk, undoBulk } from '@bocau/contract/bulk.ts';
import { runFilter } from '@bocau/contract/filters.ts';
import { markFolder } from '@bocau/contract/folders.ts';
import {
  deleteLabel as deleteLabelEndpoint,
  removeEmptyLabel as removeEmptyLabelEndpoint,
} from '@bocau/contract/labels.ts';
import { deleteNewsletters } from '@bocau/contract/newsletters.ts';
import { deleteLargeMessages } from '@bocau/contract/storage.ts';
import { emptyTrash, emptyTrashLegacy } from '@bocau/contract/threads.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { readBulkJob, readLatestJobs } from './bulk.store.ts';
import { bulkView } from './bulk.view.ts';
import { deleteLabel, removeEmptyLabel } from './delete-label.ts';
import { deleteOfSender } from './delete-of-sender.ts';
import * as bulk from './start-bulk.ts';
import { startFilter } from './start-filter.ts';

/** As many as the history of a page shows. */
const LATEST_JOBS = 20;

export function bulkRoutes(deps: ChangeDeps): Route[] {
  return [
    route(startBulk, async ({ caller, body }) => ({
      data: { id: await bulk.startBulk(deps, caller.mailbox, body) },
    })),

    route(listBulk, async ({ caller }) => {
      const jobs = await readLatestJobs(deps.db, caller.mailbox, LATEST_JOBS);
      const now = unixSeconds(deps.clock);
      return { data: jobs.map((job) => bulkView(job, now)) };
    }),

    route(getBulk, async ({ caller, params }) => {
      const job = await readBulkJob(deps.db, caller.mailbox, params.id);
      if (!job) throw bulk.jobNotFound();
      return { data: bulkView(job, unixSeconds(deps.clock)) };
    }),

    route(cancelBulk, async ({ caller, params }) => {
      await bulk.cancelBulk(deps, caller.mailbox, params.id);
      return { data: OK };
    }),

    route(undoBulk, async ({ caller, params }) => {
      await bulk.undoBulk(deps, caller.mailbox, params.id);
      return { data: { id: params.id } };
    }),

    route(deleteLabelEndpoint, async ({ caller, params }) => ({
      data: { id: await deleteLabel(deps, caller.mailbox, params.id) },
    })),

    route(removeEmptyLabelEndpoint, async ({ caller, params }) => ({
      data: { removed: await removeEmptyLabel(deps, caller.mailbox, params.id) },
    })),

    route(deleteNewsletters, async ({ caller, body }) => ({
      data: { id: await deleteOfSender(deps, caller.mailbox, { email: body.email, what: 'newsletters' }) },
    })),

    route(deleteLargeMessages, async ({ caller, body }) => ({
      data: { id: await deleteOfSender(deps, caller.mailbox, { email: body.email, what: 'large' }) },
    })),

    route(runFilter, async ({ caller, params, body }) => ({
      data: { id: await startFilter(deps, caller.mailbox, params.id, body.in) },
    })),

    route(markFolder, async ({ caller, body }) => {
      const action = body.is_read ? 'read' : 'unread';
      const where = { in: body.folder_id };
      return { data: { id: await bulk.startBulk(deps, caller.mailbox, { where, action }) } };
    }),

    route(emptyTrash, async ({ caller }) => ({ data: { id: await empty(deps, caller.mailbox) } })),
    route(emptyTrashLegacy, async ({ caller }) => ({ data: { id: await empty(deps, caller.mailbox) } })),
  ];
}

function empty(deps: ChangeDeps, mailboxId: number): Promise<string> {
  return bulk.startBulk(deps, mailboxId, { where: { in: 'Trash' }, action: 'delete' });
}
