import type { DriveFile, DriveSort, DriveStep } from '@bocau/contract/drive.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { type DriveCaller, reachFolder } from '../../drive/access/reach-entry.ts';
import { readDriveOwner } from '../../drive/drive-owner.store.ts';
import { type EntryRow, findByPath } from '../../drive/entries/entries.store.ts';
import { fileNotFound, pathKeys, pathOf } from '../../drive/entries/entry-path.ts';
import { driveFileView } from '../../drive/entries/entry-view.ts';
import { countEntries, type FolderCursor, readFolderPage } from '../../drive/entries/lists.store.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { isId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';

export type FolderQuery = {
  path?: string | undefined;
  folder_id?: string | undefined;
  sort?: DriveSort | undefined;
  descending?: boolean | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

export type ListedFolder = {
  data: DriveFile[];
  meta: {
    next_cursor: string | null;
    breadcrumb: DriveStep[];
    permission: 'OWNER' | 'WRITE' | 'READ';
    total: number | null;
  };
};

/** A page of a folder, given by its id or by its path in the caller's own drive. */
export async function listFolder(db: ReadDb, caller: DriveCaller, query: FolderQuery): Promise<ListedFolder> {
  const { sort = 'name', cursor } = query;
  const descending =
    query.descending ?? (sort === 'size' || sort === 'last_modified' || sort === 'created_at');
  const folderId = query.folder_id ?? (await idOfPath(db, caller, query.path));
  const after = cursor === undefined ? null : readCursor(cursor, sort, descending);
  const limit = pageLimit(query.limit);
  const { mailboxId, id, chain, permission } = await reachFolder(db, caller, folderId, 'READ');
  const page = { parentId: id, sort, descending, after, limit: limit + 1 };
  const [rows, owner, total] = await Promise.all([
    readFolderPage(db, mailboxId, page),
    readDriveOwner(db, mailboxId),
    countEntries(db, mailboxId, id),
  ]);
  if (!owner) throw fileNotFound();
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  const around = { owner, folderPath: pathOf(chain), permission };
  return {
    data: shown.map((row) => driveFileView(row, around)),
    meta: {
      next_cursor: last ? encodeCursor([sort, descending, last.is_folder, last.value, last.id]) : null,
      breadcrumb: stepsOf(chain),
      permission,
      total,
    },
  };
}

export function stepsOf(chain: readonly EntryRow[]): DriveStep[] {
  return chain.map(({ id, name }) => ({ id, name })).reverse();
}

export function pageLimit(limit: number = LIMITS.pageSize): number {
  return Math.min(Math.max(limit, 1), LIMITS.drivePageMax);
}

/** Null for the top. */
export async function idOfPath(
  db: ReadDb,
  { person }: DriveCaller,
  path: string | undefined,
): Promise<string | null> {
  const keys = path === undefined ? [] : pathKeys(path);
  if (keys === null) throw fileNotFound();
  if (keys.length === 0) return null;
  const found = await findByPath(db, person, keys);
  if (found === undefined) throw fileNotFound();
  return found;
}

function readCursor(cursor: string, sort: DriveSort, descending: boolean): FolderCursor {
  const [itsSort, itsDescending, isFolder, value, id] = decodeCursor(cursor, 5) ?? [];
  if (itsSort !== sort || itsDescending !== descending) throw invalidCursor();
  if (typeof isFolder !== 'boolean' || typeof id !== 'string' || !isId(id)) throw invalidCursor();
  const isNumber = sort !== 'name';
  if (isNumber ? !Number.isSafeInteger(value) : typeof value !== 'string') throw invalidCursor();
  return { isFolder, value: value as string | number, id };
}

export function invalidCursor(): Failure {
  return new Failure('invalid_cursor', 'The cursor is not one of this list');
}
