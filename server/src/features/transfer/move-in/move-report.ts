export type MovedFolder = {
  folder: string;
  /** The name of the target folder. */
  to: string;
  in_source: number;
  copied: number;
  already_there: number;
  /** Also in another folder of the source, from which they are imported. */
  elsewhere: number;
  refused: number;
  /** Listed at first, but gone when fetched: removed, or moved to where the next pass finds them. */
  left_meanwhile: number;
  /**
   * How many of those imported, now or before, are in the mailbox at the end; users may have deleted some
   * since.
   */
  here: number;
};

export type RefusedMessage = { folder: string; uid: number | null; reason: string };

export type MoveReport = {
  folders: MovedFolder[];
  refused: RefusedMessage[];
  /** Refused ones that exceed the list. */
  more_refused: number;
  /** Why it ended early. */
  stopped: string | null;
};

const LISTED_AT_MOST = 10_000;

export function refuse(
  report: MoveReport,
  row: MovedFolder,
  { uid, reason, count = 1 }: { uid: number | null; reason: string; count?: number },
): void {
  row.refused += count;
  if (report.refused.length < LISTED_AT_MOST) report.refused.push({ folder: row.folder, uid, reason });
  else report.more_refused += count;
}

/** Whether the move is complete: each message is accounted for, and what was just copied was found again. */
export function isWhole({ folders, refused, stopped }: MoveReport): boolean {
  if (stopped !== null || refused.length > 0) return false;
  return folders.every(
    ({ in_source, copied, already_there, elsewhere, left_meanwhile, here }) =>
      copied + already_there + elsewhere === in_source && left_meanwhile === 0 && here >= copied,
  );
}
