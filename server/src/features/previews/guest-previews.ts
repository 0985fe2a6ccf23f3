import type { FastifyRequest } from 'fastify';
import type { EntryRow } from '../../drive/entries/entries.store.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { canPreview, findVersion, type PrepareDeps, preparePreview } from './prepare-preview.ts';
import { sendPreview } from './send-preview.ts';

type GuestPreviewDeps = PrepareDeps & { blobs: BlobStore; log: Logger };

/**
 * Previews of office documents for guests of a link, who are authorized by the caller. All guests of a drive
 * share one slot.
 */
export function createGuestPreviews(deps: GuestPreviewDeps) {
  return {
    /** Null when it is not an office document, or is not shown here. A conversion starts only if wanted. */
    async stateOf(mailboxId: number, entry: EntryRow, isWanted: boolean) {
      const file = await findVersion(deps.db, mailboxId, entry);
      if (!canPreview(deps, file)) return null;
      if (!isWanted && file.state !== 'ready') return 'offered';
      const { state } = await preparePreview(deps, { file, mailboxId: -mailboxId, url: '' });
      return state === 'unavailable' ? null : state;
    },

    /** Null when there is none yet. */
    async send(mailboxId: number, entry: EntryRow, request: FastifyRequest): Promise<Bytes | null> {
      const file = await findVersion(deps.db, mailboxId, entry);
      return file.state !== 'ready' || file.has_virus ? null : sendPreview(deps, file, request);
    },
  };
}
