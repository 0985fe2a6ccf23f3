import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import type { Db } from '../../tables.ts';

export type ScrubDeps = {
  db: Db;
  clock: Clock;
  log: Logger;
  blobs: BlobStore;
  parser: MailParser;
  /** 0 verifies only suspected blobs. */
  bytesPerSecond: number;
};
