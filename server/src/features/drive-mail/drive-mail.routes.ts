import {
  attachDriveFiles as attachEndpoint,
  attachStoredFiles,
  saveToDrive as saveEndpoint,
} from '@bocau/contract/cloud-drive.ts';
import type { DriveDeps } from '../../drive/change-drive.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { fileView } from '../../mail/messages/messages.view.ts';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { attachDriveFiles } from './attach-drive-files.ts';
import { saveToDrive } from './save-to-drive.ts';

export function driveMailRoutes(deps: ChangeDeps & DriveDeps & { blobs: BlobStore }): Route[] {
  return [
    ...[attachEndpoint, attachStoredFiles].map((endpoint) =>
      route(endpoint, async ({ caller, body }) => {
        const files = await attachDriveFiles(deps, caller, body.hrefs);
        return { data: files.map(fileView) };
      }),
    ),

    route(saveEndpoint, async ({ caller, params, body }) => {
      const { file, found } = await saveToDrive(deps, caller, params.id, body);
      const { drive_file } = fileView(file);
      if (!drive_file) throw new Error('a saved file has no address');
      return { data: { drive_file, found } };
    }),
  ];
}
