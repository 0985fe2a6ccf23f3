import {
  downloadDriveFile,
  downloadDriveVersion,
  downloadDriveZip,
  uploadDriveFile,
} from '@bocau/contract/drive-uploads.ts';
import { mayReadVersion, reachEntry } from '../../drive/access/reach-entry.ts';
import { whileShared } from '../../drive/access/while-shared.ts';
import { fileNotFound } from '../../drive/entries/entry-path.ts';
import type { ShareWatch } from '../../drive/shares/share-watch.ts';
import { DRIVE_FORM } from '../../drive/uploads/take-form-file.ts';
import { type DriveFileDeps, sendDriveFile } from '../../drive/versions/send-drive-file.ts';
import { readVersion } from '../../drive/versions/versions.store.ts';
import { sendDriveZip, type ZipRoot } from '../../drive/zips/send-drive-zip.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { readForm } from '../../platform/http/read-form.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { type FormUploadDeps, type TakeFile, uploadForm } from './upload-form.ts';
import { viewTaken } from './view-taken.ts';

export function driveTransferRoutes(
  deps: DriveFileDeps & FormUploadDeps & { shareWatch: ShareWatch },
): Route[] {
  const { db } = deps;

  async function findVersion(caller: SessionCaller, entryId: string, versionId?: string) {
    const reached = await reachEntry(db, caller, entryId, 'READ');
    const { mailboxId, entry } = reached;
    const wanted = versionId ?? entry.version_id;
    const version =
      wanted === null || !mayReadVersion(reached, wanted)
        ? undefined
        : await readVersion(db, mailboxId, wanted);
    if (version?.entry_id !== entry.id) throw fileNotFound();
    return { name: entry.name, version };
  }

  return [
    route(uploadDriveFile, async ({ caller, request }) => {
      const read = (take: TakeFile) => readForm(request, take, DRIVE_FORM);
      return { data: await viewTaken(db, await uploadForm(deps, caller, read)) };
    }),

    route(downloadDriveFile, async ({ caller, params, query, request }) => {
      const { name, version } = await findVersion(caller, params.id);
      const { method, headers } = request;
      const wanted = { inline: query.inline === '1', method, headers };
      const bytes = await sendDriveFile(deps, version, name, wanted);
      return whileShared(deps, caller, { id: params.id, owner: version.mailbox_id }, bytes);
    }),

    route(downloadDriveVersion, async ({ caller, params, request }) => {
      const { name, version } = await findVersion(caller, params.id, params.version);
      const { method, headers } = request;
      const bytes = await sendDriveFile(deps, version, name, { method, headers });
      return whileShared(deps, caller, { id: params.id, owner: version.mailbox_id }, bytes);
    }),

    route(downloadDriveZip, async ({ caller, query, request }) => {
      const ids = [...new Set(query.ids.split(',').filter((id) => id !== ''))];
      if (ids.length === 0) throw fileNotFound();
      const roots: ZipRoot[] = [];
      for (const id of ids) roots.push(await reachEntry(db, caller, id, 'READ'));
      const bytes = sendDriveZip(deps, roots, { method: request.method, withViruses: true });
      for (const { mailboxId: owner, entry } of roots)
        whileShared(deps, caller, { id: entry.id, owner }, bytes);
      return bytes;
    }),
  ];
}
