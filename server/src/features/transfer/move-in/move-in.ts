import type { ImportDeps } from '../import-mail.ts';
import { QuotaReachedError } from './file-step.ts';
import { openImapSource } from './imap-source.ts';
import { rememberLineBreaks } from './line-breaks.ts';
import { moveMailbox } from './move-mailbox.ts';
import type { MoveReport } from './move-report.ts';
import { type SourceAddress, sourceName } from './source-address.ts';
import { SourceError } from './source-errors.ts';
import { SOURCE_LIMITS } from './source-limits.ts';

export type MoveIn = {
  mailboxId: number;
  from: SourceAddress;
  password: string;
  /** Size limit of a message in bytes. */
  largestMessage: number;
};

export type MoveProgress = { start(total: number): void; show(done: number): void };

/** How many consecutive passes may fail without having copied anything. */
const FAILURES_IN_VAIN = 3;
/** The same for a message fetched alone: it is refused in the end, unless the server returns none at all. */
const MESSAGES_IN_VAIN = 5;
const FIRST_PAUSE_MS = 2_000;

/**
 * Moves a mailbox over from another provider. After a broken connection it reconnects, and continues with
 * what is missing. A permanent failure is reported; internal errors are thrown.
 */
export async function moveIn(
  deps: ImportDeps,
  { from, password, ...given }: MoveIn,
  progress: MoveProgress,
  limits = SOURCE_LIMITS,
): Promise<MoveReport> {
  const move = { ...given, sourceName: sourceName(from), lineBreaks: rememberLineBreaks() };
  const copiedBefore = new Map<string, number>();
  for (let [failures, atOne] = [0, 0]; ; ) {
    const breaksBefore = move.lineBreaks.breaksAtOne();
    const report: MoveReport = { folders: [], refused: [], more_refused: 0, stopped: null };
    const isLast = await onePass(report);
    const copied = report.folders.reduce((sum, folder) => sum + folder.copied, 0);
    if (copied > 0) [failures, atOne] = [0, 0];
    else if (move.lineBreaks.breaksAtOne() > breaksBefore) atOne += 1;
    else failures += 1;
    if (isLast || failures >= FAILURES_IN_VAIN || atOne >= MESSAGES_IN_VAIN) {
      addCopied(report, copiedBefore);
      return report;
    }
    for (const row of report.folders) {
      copiedBefore.set(row.folder, (copiedBefore.get(row.folder) ?? 0) + row.copied);
    }
    await deps.clock.sleep(FIRST_PAUSE_MS * 2 ** failures);
  }

  /** False when another pass may get further. */
  async function onePass(report: MoveReport): Promise<boolean> {
    let source: Awaited<ReturnType<typeof openImapSource>> | null = null;
    try {
      source = await openImapSource({ clock: deps.clock, ...move }, from, password, limits);
      await moveMailbox(deps, source, move, report, progress);
      return true;
    } catch (error) {
      if (!(error instanceof SourceError || error instanceof QuotaReachedError)) throw error;
      report.stopped = error.message;
      return error instanceof QuotaReachedError || error.lasting;
    } finally {
      await source?.close();
    }
  }
}

/** Messages copied by interrupted passes were known already in the last one. */
function addCopied(report: MoveReport, copiedBefore: ReadonlyMap<string, number>): void {
  for (const row of report.folders) {
    const copied = Math.min(copiedBefore.get(row.folder) ?? 0, row.already_there);
    row.copied += copied;
    row.already_there -= copied;
  }
}
