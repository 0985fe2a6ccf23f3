import type { FastifyRequest } from 'fastify';
import { sendFile } from '../../mail/attachments/send-file.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { Failure } from '../../platform/failure.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PreviewedFile } from './previews.store.ts';

/** The PDF made of an office document. */
export function sendPreview(
  deps: { blobs: BlobStore; log: Logger },
  file: PreviewedFile,
  { method, headers }: FastifyRequest,
): Promise<Bytes> {
  if (file.state !== 'ready' || file.pdf === null) {
    throw new Failure('preview_not_ready', 'The preview of this file is not available or not ready');
  }
  const { id, size, pdf } = file;
  const shown = {
    ...{ id, size, name: `${file.name}.pdf`, content_type: 'application/pdf' },
    ...{ blob: pdf, held: null },
  };
  return sendFile(deps, shown, { inline: true, method, headers });
}
