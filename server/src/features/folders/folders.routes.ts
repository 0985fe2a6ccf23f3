import {
  createFolder,
  deleteFolder,
  forceDeleteFolder,
  getFolder,
  getFolderByName,
  getFolderUnreads,
  listFolders,
  placeFolder,
  updateFolder,
} from '@bocau/contract/folders.ts';
import { deleteEmptyFolder, forceDelete } from '../../mail/folder-acts/delete-folder.ts';
import * as save from '../../mail/folder-acts/save-folder.ts';
import { type FolderRow, findFolder, readFolder, readFolders } from '../../mail/folders/folders.store.ts';
import { countsOf, folderTree, folderView } from '../../mail/folders/folders.view.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { readListsMessages } from '../../mail/settings/settings.store.ts';
import { Failure } from '../../platform/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { placeFolder as place } from './place-folder.ts';

export function folderRoutes(deps: ChangeDeps): Route[] {
  const { db } = deps;
  const isSingle = (mailboxId: number) => readListsMessages(db, mailboxId);
  return [
    route(listFolders, async ({ caller }) => {
      const [rows, single] = await Promise.all([readFolders(db, caller.mailbox), isSingle(caller.mailbox)]);
      const starred = rows.find((row) => row.role === 'Starred');
      return {
        data: folderTree(
          rows.filter((row) => row !== starred),
          single,
        ),
        meta: { starred: starred ? countsOf(starred, single) : { total_threads: 0, unread_threads: 0 } },
      };
    }),

    route(getFolder, async ({ caller, params }) => ({
      data: folderView(
        present(await readFolder(db, caller.mailbox, params.id)),
        await isSingle(caller.mailbox),
      ),
    })),

    route(getFolderByName, async ({ caller, query }) => ({
      data: folderView(
        present(await findFolder(db, caller.mailbox, query.name)),
        await isSingle(caller.mailbox),
      ),
    })),

    route(getFolderUnreads, async ({ caller, params }) => {
      const folder = present(await readFolder(db, caller.mailbox, params.id));
      return { data: countsOf(folder, await isSingle(caller.mailbox)) };
    }),

    route(createFolder, async ({ caller, body }) => ({
      data: await save.createFolder(deps, caller.mailbox, body),
    })),

    route(updateFolder, async ({ caller, params, body }) => ({
      data: await save.updateFolder(deps, caller.mailbox, params.id, body),
    })),

    route(placeFolder, async ({ caller, body }) => ({ data: await place(deps, caller.mailbox, body) })),

    route(deleteFolder, async ({ caller, params }) => {
      await deleteEmptyFolder(deps, caller.mailbox, params.id);
      return { data: OK };
    }),

    route(forceDeleteFolder, async ({ caller, body }) => {
      await forceDelete(deps, caller.mailbox, body.folder_id, body.to_folder_id ?? null);
      return { data: OK };
    }),
  ];
}

function present(row: FolderRow | undefined): FolderRow {
  if (!row) throw new Failure('folder_not_found', 'Folder not found');
  return row;
}
