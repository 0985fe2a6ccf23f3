import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import type { FolderCounts } from '../../mail/messages/folder-counts.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { Logger } from '../../platform/logger.ts';
import type { MailParser } from '../../platform/mime/parse-pool.ts';
import type { Turns } from '../../platform/take-turns.ts';
import type { ProgramSessions } from '../session/program-sessions.ts';
import type { MailboxWakes } from './mailbox-wakes.ts';

export type ImapDeps = ChangeDeps & {
  log: Logger;
  blobs: BlobStore;
  parser: MailParser;
  programs: ProgramSessions;
  wakes: MailboxWakes;
  folderCounts: FolderCounts;
  turns: Turns;
  /** Where a password may be shown without TLS. */
  allowsPlaintextAuth(address: string): boolean;
  /** The largest message that is taken in. */
  maxBytes: number;
  /** How the server greets. */
  name: string;
};
