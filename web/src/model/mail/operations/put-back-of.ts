import type { Operation, PutBack, RowsByList } from './operation.ts';
import type { MailBegun, MailTarget } from './operation-kind.ts';
import { isInFolder } from './places.ts';

const NONE: RowsByList = new Map();

/** The step that undoes a move; null when nothing moved. */
export function putBackOf(
  operation: Operation,
  targets: readonly MailTarget[],
  begun: MailBegun,
): PutBack | null {
  const { answer: done, unclear } = begun;
  if (done?.moves.length === 0 && !unclear) return null;
  const threads = targets.map(({ row: thread, listId: folderId }) => {
    const before = begun.before.get(thread.id) ?? NONE;
    const after = begun.after.get(thread.id) ?? NONE;
    return {
      thread,
      folderId,
      before: [...before],
      left: foldersOf(before).filter((list) => !after.has(list)),
      entered: foldersOf(after).filter((list) => !before.has(list)),
    };
  });
  return { kind: 'put-back', operation, threads, done, unclear };
}

function foldersOf(rows: RowsByList): string[] {
  return [...rows].filter(isInFolder).map(([list]) => list);
}
