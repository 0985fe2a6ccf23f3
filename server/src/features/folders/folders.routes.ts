import {
  createFolder,
  deleteFolder,
  forceDeleteFolder,
  getFolder,
  getFolderByName,
  getFolderUnreads,
  listFolders,
  updateFolder,
} from '@bocau/contract/folders.ts';
import { Failure } from '../../platform/http/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import type { ChangeDeps } from '../mailbox/change-mailbox.ts';
import { deleteEmptyFolder, forceDelete } from './delete-folder.ts';
import { type FolderRow, findFolder, readFolder } from './find-folder.ts';
import { readFolders } from './folders.store.ts';
import { folderTree, folderView } from './folders.view.ts';
import * as save from './save-folder.ts';

export function folderRoutes(deps: ChangeDeps): Route[] {
  const { db } = deps;
  return [
    route(listFolders, async ({ caller }) => {
      const rows = await readFolders(db, caller.mailboxId);
      const { total_threads = 0, unread_threads = 0 } = rows.find((row) => row.role === 'Starred') ?? {};
      return {
        data: folderTree(rows.filter((row) => row.role !== 'Starred')),
        meta: { starred: { total_threads, unread_threads } },
      };
    }),

    route(getFolder, async ({ caller, params }) => ({
      data: folderView(present(await readFolder(db, caller.mailboxId, params.id))),
    })),

    route(getFolderByName, async ({ caller, query }) => ({
      data: folderView(present(await findFolder(db, caller.mailboxId, query.name))),
    })),

    route(getFolderUnreads, async ({ caller, params }) => {
      const { unread_threads, total_threads } = present(await readFolder(db, caller.mailboxId, params.id));
      return { data: { unread_threads, total_threads } };
    }),

    route(createFolder, async ({ caller, body }) => ({
      data: await save.createFolder(deps, caller.mailboxId, body),
    })),

    route(updateFolder, async ({ caller, params, body }) => ({
      data: await save.updateFolder(deps, caller.mailboxId, params.id, body),
    })),

    route(deleteFolder, async ({ caller, params }) => {
      await deleteEmptyFolder(deps, caller.mailboxId, params.id);
      return { data: OK };
    }),

    route(forceDeleteFolder, async ({ caller, body }) => {
      await forceDelete(deps, caller.mailboxId, body.folder_id, body.to_folder_id ?? null);
      return { data: OK };
    }),
  ];
}

function present(row: FolderRow | undefined): FolderRow {
  if (!row) throw new Failure('folder_not_found', 'There is no such folder');
  return row;
}
