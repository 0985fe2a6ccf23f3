import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import type { MailRules } from '../incoming/mail-rules.ts';
import type { ChangeDeps, MailboxChange } from '../mailbox/change-mailbox.ts';

/** Recipients that one mailbox may send to. */
export type SendingLimits = { perHour: number; perDay: number };

type SendingConfig = {
  sending: SendingLimits;
  /** A relay takes all that is not for here. */
  mail: { relay: object | null };
  /** Where a tracked message tells of its opening. */
  http: { publicUrl: string };
};

export type SendingDeps = ChangeDeps & {
  log: Logger;
  blobs: BlobStore;
  parser: MailParser;
  config: SendingConfig;
  /** What follows a message turns true with it, such as the shares that it carries; in the same transaction. */
  messageLeft: (change: MailboxChange, messageId: string) => Promise<void>;
};

export type DeliverLocalDeps = SendingDeps & {
  mailRules: MailRules;
  metrics: Pick<Metrics, 'groupMessages'>;
};
