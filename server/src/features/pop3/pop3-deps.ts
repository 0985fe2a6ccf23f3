import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ProgramSessions } from '../session/program-sessions.ts';

export type Pop3Deps = ChangeDeps & {
  log: Logger;
  blobs: BlobStore;
  programs: ProgramSessions;
  /** Where a password may be shown without TLS. */
  allowsPlaintextAuth(address: string): boolean;
  /** How the server greets. */
  name: string;
};
