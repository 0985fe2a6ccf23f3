import { BlobStoreFullError } from '../../platform/blobs/blob-store.ts';
import { isDatabaseUnavailable } from '../../platform/db/database-errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { type Reply, replies } from '../../platform/smtp/reply.ts';

/** What failed is ours to mend, so the sender is asked to come again. */
export function putOff(log: Logger, error: unknown, what: { message: string } | { session: string }): Reply {
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (error instanceof BlobStoreFullError) {
    log.error({ ...what, reason }, 'Mail was put off: the blob store is full');
    return replies.noRoom;
  }
  if (isDatabaseUnavailable(error)) {
    log.error({ ...what, reason }, 'Mail was put off: the database can not serve');
    return replies.localError;
  }
  log.error({ ...what, reason }, 'Mail was put off: it could not be filed');
  return replies.localError;
}
