import { roleOf } from '@bocau/contract/folder-roles.ts';
import type { Folder } from '@bocau/contract/folders.ts';
import { LIMITS } from '@bocau/contract/limits.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { newId } from '../../platform/ids.ts';
import type { ReadDb } from '../../tables.ts';
import { cleanFolderName, isSystemName, pathKey } from '../folders/folder-names.ts';
import {
  countFolders,
  type FolderRow,
  findFolder,
  insertFolder,
  moveFolderPath,
  readFolder,
  readSubfolders,
} from '../folders/folders.store.ts';
import { folderView } from '../folders/folders.view.ts';
import { type ChangeDeps, changeMailbox, type MailboxChange } from '../mailbox/change-mailbox.ts';
import { readListsMessages } from '../settings/settings.store.ts';

type FolderInput = { name: string; display_name?: string | undefined };
type Place = { parent_id: string | null; name: string; path: string };

export async function createFolder(deps: ChangeDeps, mailboxId: number, input: FolderInput): Promise<Folder> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const place = await findPlace(change.tx, mailboxId, input);
    if ((await countFolders(change.tx, mailboxId)) >= LIMITS.foldersPerMailbox) {
      throw new Failure('folder_not_allowed', `A mailbox can have up to ${LIMITS.foldersPerMailbox} folders`);
    }
    const row = { id: newId(deps.clock), role: null, position: null, ...place };
    if (!(await insertFolder(change.tx, mailboxId, row, change.now))) throw alreadyExists(place.path);
    change.journal('folder', row.id);
    const none = { total_threads: 0, unread_threads: 0, total_messages: 0, unread_messages: 0 };
    return folderView({ ...row, ...none }, false);
  });
}

/** Renames a folder or moves it below another one, with its subfolders. */
export async function updateFolder(
  deps: ChangeDeps,
  mailboxId: number,
  id: string,
  input: FolderInput,
): Promise<Folder> {
  return changeMailbox(deps, mailboxId, async (change) => {
    const row = await ownFolder(change.tx, mailboxId, id);
    const given = input.display_name === undefined ? besides(row, input.name) : input;
    const single = await readListsMessages(change.tx, mailboxId);
    return folderView(await changePath(change, row, given), single);
  });
}

/** Changes the name or parent of a folder and the paths of all its subfolders. */
export async function changePath(
  { tx, mailboxId, journal }: MailboxChange,
  row: FolderRow,
  input: FolderInput,
): Promise<FolderRow> {
  const place = await findPlace(tx, mailboxId, input);
  const stays = place.parent_id === row.parent_id;
  if (!stays && pathKey(`${place.path}/`).startsWith(pathKey(`${row.path}/`))) {
    throw new Failure('folder_not_allowed', 'A folder cannot be moved into itself');
  }
  if (!stays) await checkDepth(tx, mailboxId, row.path, place.path);
  const taken = await findFolder(tx, mailboxId, place.path);
  if (taken && taken.id !== row.id && pathKey(taken.path) === pathKey(place.path))
    throw alreadyExists(place.path);
  for (const changed of await moveFolderPath(tx, mailboxId, row, place)) journal('folder', changed);
  return { ...row, ...place, position: stays ? row.position : null };
}

/** A folder created by the user; throws otherwise. */
export async function ownFolder(db: ReadDb, mailboxId: number, id: string): Promise<FolderRow> {
  const row = await readFolder(db, mailboxId, id);
  if (!row) throw new Failure('folder_not_found', 'Folder not found');
  if (row.role !== null) throw new Failure('folder_is_system', 'System folders cannot be changed');
  return row;
}

function besides(row: FolderRow, name: string): FolderInput {
  return { name, display_name: row.path.slice(0, row.path.length - row.name.length) + name };
}

/** The parent that the path names before its last slash, and the name below it. */
async function findPlace(db: ReadDb, mailboxId: number, input: FolderInput): Promise<Place> {
  const name = cleanFolderName(input.name);
  if (name === '') {
    throw invalidInput('A folder needs a name', { field: 'name', problem: 'is empty', rule: 'missing' });
  }
  if (name === '.' || name === '..') {
    throw invalidInput('A path would read as another one', {
      field: 'name',
      problem: 'is dots',
      rule: 'invalid',
    });
  }
  const path = input.display_name ?? name;
  const slash = path.lastIndexOf('/');
  if (slash === -1) {
    if (isSystemName(name)) throw alreadyExists(name);
    return { parent_id: null, name, path: name };
  }
  const parent = await findFolder(db, mailboxId, path.slice(0, slash));
  if (!parent) throw new Failure('folder_not_found', 'The parent folder does not exist');
  if (parent.role !== null && !roleOf(parent.role)?.nests) {
    throw new Failure('folder_not_allowed', 'This system folder cannot have subfolders');
  }
  if (depthOf(parent.path) >= LIMITS.folderDepth) throw tooDeep();
  return { parent_id: parent.id, name, path: `${parent.path}/${name}` };
}

/** Checks the depth of the subfolders that move with the folder. */
async function checkDepth(db: ReadDb, mailboxId: number, from: string, to: string): Promise<void> {
  const below = await readSubfolders(db, mailboxId, from);
  const height = Math.max(0, ...below.map((row) => depthOf(row.path) - depthOf(from)));
  if (depthOf(to) + height > LIMITS.folderDepth) throw tooDeep();
}

function depthOf(path: string): number {
  return path.split('/').length;
}

function tooDeep(): Failure {
  return new Failure('folder_not_allowed', `Folders can be nested up to ${LIMITS.folderDepth} levels deep`);
}

function alreadyExists(path: string): Failure {
  return new Failure('already_exists', 'A folder with this name already exists', { details: { path } });
}
