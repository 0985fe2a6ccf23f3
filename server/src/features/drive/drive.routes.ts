import {
  copyDriveFiles,
  createDriveFolder,
  deleteDriveFiles,
  findFreeName,
  getDriveFile,
  getDriveUsage,
  listDriveFiles,
  listDriveTrash,
  listFavorites,
  listVersions,
  moveDriveFiles,
  renameDriveFile,
  restoreDriveFiles,
  restoreVersion,
  searchDrive,
  trashDriveFiles,
} from '@bocau/contract/drive.ts';
import { getDriveChanges } from '@bocau/contract/drive-changes.ts';
import { cancelDriveCopy, listDriveCopies, startDriveCopy } from '@bocau/contract/drive-copies.ts';
import { listDriveDeletions, markDriveDeletionsSeen } from '@bocau/contract/drive-deletions.ts';
import { getSpareVersions, removeSpareVersions } from '@bocau/contract/drive-versions.ts';
import * as shares from '@bocau/contract/shares.ts';
import { requireDrive } from '../../drive/access/reach-entry.ts';
import type { DriveDeps } from '../../drive/change-drive.ts';
import { readDriveNumbers } from '../../drive/drive.store.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { changeEntry, moveEntries } from './change-entries.ts';
import { copyEntries } from './copy-entries.ts';
import { createFolder } from './create-folder.ts';
import { deleteEntries } from './delete-entries.ts';
import { findFreePath } from './find-free-name.ts';
import {
  listFavoriteEntries,
  listNewest,
  listSharedByMe,
  listTrash,
  searchDriveEntries,
} from './list-drive.ts';
import { listFolder } from './list-folder.ts';
import { readDriveChanges } from './read-drive-changes.ts';
import { restoreEntries } from './restore-entries.ts';
import { listFileVersions, restoreFileVersion } from './restore-version.ts';
import { showEntry } from './show-entries.ts';
import { keepLatestVersions, showSpareVersions } from './spare-versions.ts';
import { cancelCopy, listCopies, startCopy } from './start-copy.ts';
import { listDeletions, markSeen } from './told-deletions.ts';
import { trashEntries } from './trash-entries.ts';

export function driveRoutes(deps: DriveDeps): Route[] {
  const { db } = deps;
  return [
    route(listDriveFiles, async ({ caller, query }) => {
      const isWhole = query.folder_id === undefined && query.path === undefined;
      if (!isWhole || query.sort !== 'created_at') return listFolder(db, caller, query);
      const { data, meta } = await listNewest(db, caller, query);
      return { data, meta: { ...meta, breadcrumb: [], permission: 'OWNER' as const, total: null } };
    }),

    route(getDriveFile, async ({ caller, params }) => ({ data: await showEntry(db, caller, params.id) })),

    route(listFavorites, ({ caller, query }) => listFavoriteEntries(db, caller, query)),

    route(shares.listSharedByMe, ({ caller, query }) => listSharedByMe(db, caller, query)),

    route(listDriveTrash, ({ caller, query }) => listTrash(db, caller, query)),

    route(searchDrive, ({ caller, query }) => searchDriveEntries(db, caller, query)),

    route(createDriveFolder, async ({ caller, body }) => ({ data: await createFolder(deps, caller, body) })),

    route(renameDriveFile, async ({ caller, params, body }) => ({
      data: await changeEntry(deps, caller, params.id, body),
    })),

    route(moveDriveFiles, async ({ caller, body }) => ({ data: await moveEntries(deps, caller, body) })),

    route(copyDriveFiles, async ({ caller, body }) => ({ data: await copyEntries(deps, caller, body) })),

    route(startDriveCopy, async ({ caller, body }) => ({ data: await startCopy(deps, caller, body) })),

    route(listDriveCopies, async ({ caller }) => ({ data: await listCopies(db, caller) })),

    route(cancelDriveCopy, async ({ caller, params }) => {
      await cancelCopy(deps, caller, params.id);
      return { data: OK };
    }),

    route(trashDriveFiles, async ({ caller, body }) => {
      await trashEntries(deps, caller, body.ids);
      return { data: OK };
    }),

    route(restoreDriveFiles, async ({ caller, body }) => ({
      data: await restoreEntries(deps, caller, body.ids),
    })),

    route(deleteDriveFiles, async ({ caller, body }) => {
      await deleteEntries(deps, caller, body.ids);
      return { data: OK };
    }),

    route(listDriveDeletions, async ({ caller }) => ({ data: await listDeletions(db, caller) })),

    route(markDriveDeletionsSeen, async ({ caller, body }) => {
      await markSeen(deps, caller, body.ids);
      return { data: OK };
    }),

    route(listVersions, async ({ caller, params }) => ({
      data: await listFileVersions(db, caller, params.id),
    })),

    route(restoreVersion, async ({ caller, params }) => ({
      data: await restoreFileVersion(deps, caller, params),
    })),

    route(getSpareVersions, async ({ caller }) => ({ data: await showSpareVersions(db, caller) })),

    route(removeSpareVersions, async ({ caller, body }) => ({
      data: await keepLatestVersions(deps, caller, body.file_id),
    })),

    route(getDriveUsage, async ({ caller }) => {
      await requireDrive(db, caller);
      const { used_bytes, reserved_bytes, quota_bytes } = await readDriveNumbers(db, caller.person);
      return { data: { used_bytes, reserved_bytes, quota_bytes } };
    }),

    route(findFreeName, async ({ caller, query }) => ({
      data: { next_path_naive: await findFreePath(db, caller, query) },
    })),

    route(getDriveChanges, async ({ caller, query }) => ({
      data: await readDriveChanges(db, caller, query.since ?? null),
    })),
  ];
}
