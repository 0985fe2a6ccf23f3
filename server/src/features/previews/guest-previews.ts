import type { FastifyRequest } from 'fastify';
import type { EntryRow } from '../../drive/entries/entries.store.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Bytes } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import { canPreview, findVersion, type PrepareDeps, preparePreview } from './prepare-preview.ts';
import { sendPreview } from './send-preview.ts';

type GuestPreviewDeps = PrepareDeps & { blobs: BlobStore; log: Logger };

/** Office documents for who came by a link, which the caller has judged. All guests of a drive have one turn together. */
export function createGuestPreviews(deps: GuestPreviewDeps) {
  return {
    /** Null: it is no such document, or is not shown here. Without being wanted, none is made. */
    async stateOf(mailboxId: number, entry: EntryRow, isWanted: boolean) {
      const file = await findVersion(deps.db, mailboxId, entry);
      if (!canPreview(deps, file)) return null;
      if (!isWanted && file.state !== 'ready') return 'offered';
      const { state } = await preparePreview(deps, { file, mailboxId: -mailboxId, url: '' });
      return state === 'unavailable' ? null : state;
    },

    /** Null where there is none yet. */
    async send(mailboxId: number, entry: EntryRow, request: FastifyRequest): Promise<Bytes | null> {
      const file = await findVersion(deps.db, mailboxId, entry);
      return file.state !== 'ready' || file.has_virus ? null : sendPreview(deps, file, request);
    },
  };
}
