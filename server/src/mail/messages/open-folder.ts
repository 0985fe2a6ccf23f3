import { isId } from '../../platform/ids.ts';
import type { ChangeDeps } from '../mailbox/change-mailbox.ts';
import { prepareFolders } from '../mailbox/number-folders.ts';
import type { FolderCounts } from './folder-counts.ts';
import {
  type ChangePlace,
  type FolderChanges,
  type FolderState,
  readChangesOfFolder,
  readFolderMarks,
} from './folder-states.store.ts';
import { type NewestMessages, readNewest } from './folder-uids.store.ts';

type FolderDeps = ChangeDeps & { folderCounts: FolderCounts };

/** An older release that changes mail beside this one may do so between a preparation and the look that follows. */
const ATTEMPTS = 5;

/** Opens a folder for mail programs; undefined where there is none. Its messages get their uids now, if they have none. */
export async function openFolder(
  deps: FolderDeps,
  mailboxId: number,
  folderId: string,
): Promise<FolderState | undefined> {
  const [state] = await stateOfFolders(deps, mailboxId, [folderId]);
  return state;
}

/** The same where only its uids matter, whatever it holds: answers their validity. */
export async function giveUids(
  deps: ChangeDeps,
  mailboxId: number,
  folderId: string,
): Promise<number | undefined> {
  const found = await whenReady(
    deps,
    mailboxId,
    [folderId],
    async () => readFolderMarks(deps.db, mailboxId, [folderId]),
    ([mark]) => mark?.ready !== false,
  );
  return found[0]?.uid_validity;
}

/** What mail programs ask of many folders at once; what is no folder is left out. */
export async function stateOfFolders(
  deps: FolderDeps,
  mailboxId: number,
  folderIds: string[],
): Promise<FolderState[]> {
  const ids = folderIds.filter(isId);
  return whenReady(
    deps,
    mailboxId,
    ids,
    () => deps.folderCounts.read(deps.db, mailboxId, ids),
    (states) => states.every(({ ready }) => ready),
  );
}

/**
 * What happened in a folder since a modseq: at most `limit` changes, by modseq and uid. Where there are so many, the rest
 * lies behind the last of them.
 */
export async function changesOfFolder(
  deps: ChangeDeps,
  mailboxId: number,
  folderId: string,
  since: ChangePlace,
  limit: number,
): Promise<FolderChanges | undefined> {
  if (!isId(folderId)) return undefined;
  return whenReady(
    deps,
    mailboxId,
    [folderId],
    () => readChangesOfFolder(deps.db, mailboxId, folderId, since, limit),
    (changes) => changes?.ready !== false,
  );
}

/** What a POP3 session numbers: the newest messages of a folder, at most so many; none where there is no such folder. */
export async function newestOfFolder(
  deps: ChangeDeps,
  mailboxId: number,
  folderId: string,
  limit: number,
): Promise<NewestMessages> {
  const newest = await whenReady(
    deps,
    mailboxId,
    [folderId],
    () => readNewest(deps.db, mailboxId, folderId, limit),
    (found) => found?.ready !== false,
  );
  return newest ?? { ids: Buffer.alloc(0), sizes: [] };
}

async function whenReady<Read>(
  deps: ChangeDeps,
  mailboxId: number,
  folderIds: string[],
  read: () => Promise<Read>,
  isReady: (read: Read) => boolean,
): Promise<Read> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await read();
    if (isReady(found) || attempt === ATTEMPTS) return found;
    await prepareFolders(deps, mailboxId, folderIds);
  }
}
