import type { ImportDeps } from '../import-mail.ts';
import type { FolderListing, ImapSource } from './imap-source.ts';
import type { LineBreaks } from './line-breaks.ts';
import type { MovedFolder, MoveReport } from './move-report.ts';
import type { SourceFolder } from './plan-folders.ts';

const MB = 1024 * 1024;

export type Move = {
  mailboxId: number;
  /** USER@HOST: what passes are remembered by. */
  sourceName: string;
  /** Bytes of the largest message that is taken. */
  largestMessage: number;
  lineBreaks: LineBreaks;
};

export type Folder = SourceFolder & { id: string; listing: FolderListing; row: MovedFolder };
/** What its parts share. */
export type Pass = {
  deps: ImportDeps;
  move: Move;
  source: ImapSource;
  report: MoveReport;
  folders: Map<string, Folder>;
  /** All folders of the source that were ever listed: what is remembered of one that was removed or renamed counts. */
  everListed: Set<string>;
  /** Folders that could not be read this time: what is remembered of them stands. */
  unread: Set<string>;
  /** Google's ids of messages that a folder before had. */
  seenIds: Set<string>;
  done(count: number): void;
};

export function tooLarge(size: number, { largestMessage }: Move): string {
  return `It has ${Math.ceil(size / MB)} MB; a message may have ${Math.floor(largestMessage / MB)} MB`;
}

/** Whether a folder lists the message: its UIDs are in order. */
export function includes(sorted: Uint32Array, uid: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] as number) < uid) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === uid;
}
