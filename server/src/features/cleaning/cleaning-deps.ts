import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ChangeDeps } from '../mailbox/change-mailbox.ts';

export type CleaningDeps = ChangeDeps & { blobs: BlobStore; log: Logger };
