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
 * The drive of whoever is signed in; one for as long as the session is open, so that what was begun on its page goes on,
 * and can be undone, on others. Its calls are the page's: what is forbidden in it is told where it was asked for.
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
    // The socket only says that there is something: what changed since its number, the drive asks by itself.
    frames: { drive_changed: drive.changed },
    connected: drive.connected,
    closed() {
      // Who signs in next in this page has the same calls: nothing of this drive may go on with them.
      drive.close();
      if (opened?.drive === drive) opened = null;
    },
  });
  opened = { session, drive };
  return drive;
}
