import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Logger } from '../../platform/logger.ts';

export type CleaningDeps = ChangeDeps & {
  blobs: BlobStore;
  log: Logger;
  config: { blobGraceSeconds: number };
};
