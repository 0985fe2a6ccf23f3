import { getPreview, preparePreview } from '@bocau/contract/previews.ts';
import { sendFile } from '../../mail/attachments/send-file.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { Failure } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import * as prepare from './prepare-preview.ts';

type PreviewDeps = prepare.PrepareDeps & { blobs: BlobStore; log: Logger };

export function previewRoutes(deps: PreviewDeps): Route[] {
  return [
    route(preparePreview, async ({ caller, params }) => ({
      data: await prepare.preparePreview(deps, caller.mailbox, params.id),
    })),

    route(getPreview, async ({ caller, params, request }) => {
      const { state, pdf, ...file } = await prepare.findFile(deps.db, caller.mailbox, params.id);
      if (state !== 'ready' || pdf === null) {
        throw new Failure('preview_not_ready', 'The preview of this file is not available or not ready');
      }
      const { method, headers } = request;
      const shown = {
        ...file,
        name: `${file.name}.pdf`,
        content_type: 'application/pdf',
        blob: pdf,
        held: null,
      };
      return sendFile(deps, shown, { inline: true, method, headers });
    }),
  ];
}
