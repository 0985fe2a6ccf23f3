import {
  getDrivePreview,
  getPreview,
  prepareDrivePreview,
  preparePreview,
} from '@bocau/contract/previews.ts';
import { whileShared } from '../../drive/access/while-shared.ts';
import type { ShareWatch } from '../../drive/shares/share-watch.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import * as prepare from './prepare-preview.ts';
import { sendPreview } from './send-preview.ts';

type PreviewDeps = prepare.PrepareDeps & {
  clock: Clock;
  blobs: BlobStore;
  log: Logger;
  shareWatch: ShareWatch;
};

export function previewRoutes(deps: PreviewDeps): Route[] {
  return [
    route(preparePreview, async ({ caller, params }) => {
      const file = await prepare.findFile(deps.db, caller.mailbox, params.id);
      const url = `/api/v2/files/${file.id}/preview.pdf`;
      return { data: await prepare.preparePreview(deps, { file, mailboxId: caller.mailbox, url }) };
    }),

    route(getPreview, async ({ caller, params, request }) =>
      sendPreview(deps, await prepare.findFile(deps.db, caller.mailbox, params.id), request),
    ),

    route(prepareDrivePreview, async ({ caller, params }) => {
      const file = await prepare.findDriveFile(deps.db, caller, params.id);
      const url = `/storage/v1/files/${file.id}/preview.pdf`;
      return { data: await prepare.preparePreview(deps, { file, mailboxId: caller.person, url }) };
    }),

    route(getDrivePreview, async ({ caller, params, request }) => {
      const file = await prepare.findDriveFile(deps.db, caller, params.id);
      const { id, version } = file;
      return whileShared(
        deps,
        caller,
        { id, owner: version.mailboxId },
        await sendPreview(deps, file, request),
      );
    }),
  ];
}
