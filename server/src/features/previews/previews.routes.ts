import { getPreview, preparePreview } from '@bocau/contract/previews.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { Failure } from '../../platform/http/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { sendFile } from '../attachments/send-file.ts';
import * as prepare from './prepare-preview.ts';

type PreviewDeps = prepare.PrepareDeps & { blobs: BlobStore; log: Logger };

export function previewRoutes(deps: PreviewDeps): Route[] {
  return [
    route(preparePreview, async ({ caller, params }) => ({
      data: await prepare.preparePreview(deps, caller.mailboxId, params.id),
    })),

    route(getPreview, async ({ caller, params, request }) => {
      const { state, pdf, ...file } = await prepare.findFile(deps.db, caller.mailboxId, params.id);
      if (state !== 'ready' || pdf === null) {
        throw new Failure('preview_not_ready', 'There is no preview of this file, or not yet');
      }
      const { method, headers } = request;
      const shown = { ...file, name: `${file.name}.pdf`, content_type: 'application/pdf', blob: pdf };
      return sendFile(deps, shown, { inline: true, method, headers });
    }),
  ];
}
