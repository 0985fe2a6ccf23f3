import type { ApiClient } from '@bocau/contract/client.ts';
import { announceDriveEvent } from '../../features/drive/begin-drive-act.ts';
import { browserOnline } from '../../lib/browser-online.ts';
import { createDriveModel } from '../../model/drive/create-drive-model.ts';
import type { DriveModel } from '../../model/drive/drive-model.ts';
import type { SessionModel } from '../../model/session/session-model.ts';
import { browserClock } from '../browser/browser-clock.ts';
import { pageStorage } from '../browser/page-storage.ts';
import { tabId } from '../browser/tab-id.ts';

let opened: { session: SessionModel; drive: DriveModel } | null = null;

/**
 * The signed-in user's drive; a single one while the session is open, so that operations continue, and can be
 * undone, on other pages. It uses the calling page's client, so that a forbidden call is reported there.
 */
export function openDrive(session: SessionModel, api: ApiClient): DriveModel {
  if (opened?.session === session) return opened.drive;
  opened?.drive.close();
  const drive = createDriveModel({
    api,
    clock: browserClock,
    storage: pageStorage,
    online: browserOnline,
    owner: session.user()?.email ?? '',
    tabId: tabId(),
  });
  drive.onEvent(announceDriveEvent);
  session.join({
    // The event only announces a change: the drive itself fetches what changed since its number.
    frames: { drive_changed: drive.changed },
    connected: drive.connected,
    closed() {
      // The next user of this page has the same client: nothing of this drive may continue with it.
      drive.close();
      if (opened?.drive === drive) opened = null;
    },
  });
  opened = { session, drive };
  return drive;
}
