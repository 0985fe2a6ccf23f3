import type { ImportDeps } from '../import-mail.ts';
import type { FolderListing, ImapSource } from './imap-source.ts';
import type { LineBreaks } from './line-breaks.ts';
import type { MovedFolder, MoveReport } from './move-report.ts';
import type { SourceFolder } from './plan-folders.ts';

const MB = 1024 * 1024;

export type Move = {
  mailboxId: number;
  /** USER@HOST: the key under which passes are remembered. */
  sourceName: string;
  /** Size limit of a message in bytes. */
  largestMessage: number;
  lineBreaks: LineBreaks;
};

export type Folder = SourceFolder & { id: string; listing: FolderListing; row: MovedFolder };
/** State shared by the parts of a pass. */
export type Pass = {
  deps: ImportDeps;
  move: Move;
  source: ImapSource;
  report: MoveReport;
  folders: Map<string, Folder>;
  /** All folders of the source ever listed: messages remembered from a removed or renamed one still count. */
  everListed: Set<string>;
  /** Folders unreadable in this pass: what is remembered of them stays valid. */
  unread: Set<string>;
  /** Gmail ids of messages in earlier folders. */
  seenIds: Set<string>;
  done(count: number): void;
};

export function tooLarge(size: number, { largestMessage }: Move): string {
  return `It has ${Math.ceil(size / MB)} MB; a message may have ${Math.floor(largestMessage / MB)} MB`;
}

/** Whether a folder lists the message: its UIDs are sorted. */
export function includes(sorted: Uint32Array, uid: number): boolean {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((sorted[middle] as number) < uid) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === uid;
}
