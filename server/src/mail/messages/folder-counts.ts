import type { ReadDb } from '../../tables.ts';
import {
  type FolderMark,
  type FolderState,
  type Ready,
  readFolderMarks,
  readFolderStates,
} from './folder-states.store.ts';

/**
 * What folders hold, which is counted over all of their messages: kept in this process for as long as their highest modseq
 * says that nothing has changed. Mail programs ask for it over and over, of many folders.
 */
export type FolderCounts = {
  read(db: ReadDb, mailboxId: number, folderIds: string[]): Promise<(FolderState & Ready)[]>;
};

/** About 6 MB. */
const MOST_KEPT = 20_000;

export function createFolderCounts(mostKept = MOST_KEPT): FolderCounts {
  // The one that was used last is the last.
  const kept = new Map<string, FolderState & Ready>();

  function keep(key: string, state: FolderState & Ready): void {
    kept.delete(key);
    kept.set(key, state);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
  }

  return {
    async read(db, mailboxId, folderIds) {
      const states: (FolderState & Ready)[] = [];
      const changed: string[] = [];
      for (const mark of await readFolderMarks(db, mailboxId, folderIds)) {
        const key = `${mailboxId} ${mark.folder_id}`;
        const state = kept.get(key);
        if (state !== undefined && isAsIn(state, mark)) {
          keep(key, state);
          states.push(state);
        } else changed.push(mark.folder_id);
      }
      const counted = changed.length === 0 ? [] : await readFolderStates(db, mailboxId, changed);
      for (const state of counted) if (state.ready) keep(`${mailboxId} ${state.folder_id}`, state);
      return [...states, ...counted];
    },
  };
}

function isAsIn(state: FolderState, mark: FolderMark & Ready): boolean {
  return (
    mark.ready &&
    state.uid_validity === mark.uid_validity &&
    state.uid_next === mark.uid_next &&
    state.highest_modseq === mark.highest_modseq
  );
}
