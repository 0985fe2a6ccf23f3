import { announceDriveEvent } from '../../features/drive/begin-drive-act.ts';
import { createDriveModel } from '../../model/drive/create-drive-model.ts';
import { openOnce } from './open-once.ts';

export const openDrive = openOnce({
  create: createDriveModel,
  announce: announceDriveEvent,
  frame: 'drive_changed',
});
