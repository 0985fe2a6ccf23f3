import { announceDriveEvent } from '../../features/drive/begin-drive-act.ts';
import { browserOnline } from '../../lib/browser-online.ts';
import { createDriveModel } from '../../model/drive/create-drive-model.ts';
import type { DriveModel } from '../../model/drive/drive-model.ts';
import type { MailModel } from '../../model/mail/mail-model.ts';
import { browserClock } from '../browser/browser-clock.ts';
import { tabId } from '../browser/browser-model.ts';
import { pageStorage } from '../browser/page-storage.ts';
import type { Session } from './session.ts';

let opened: { mail: MailModel; drive: DriveModel } | null = null;

/**
 * The drive of whoever the mailbox is of; one for as long as the mailbox is open, so that what was begun on its page
 * goes on, and can be undone, on others. The session's socket announces its changes.
 */
export function openDrive(mail: MailModel, session: Session): DriveModel {
  if (opened?.mail === mail) return opened.drive;
  opened?.drive.close();
  const drive = createDriveModel({
    api: session.api,
    clock: browserClock,
    storage: pageStorage,
    online: browserOnline,
    owner: mail.user()?.email ?? '',
    tabId: tabId(),
  });
  drive.onEvent(announceDriveEvent);
  const stopListening = session.frames.onFrame(({ event }) => {
    if (event === 'drive_changed') drive.changed();
  });
  mail.onEvent((event) => {
    if (event.kind !== 'closed') return;
    stopListening();
    // Who signs in next in this page has the same calls: nothing of this drive may go on with them.
    drive.close();
    if (opened?.drive === drive) opened = null;
  });
  let { state } = mail.connection();
  mail.subscribe(() => {
    const before = state;
    ({ state } = mail.connection());
    if (state === 'online' && before !== 'online') drive.connected();
  });
  opened = { mail, drive };
  return drive;
}
