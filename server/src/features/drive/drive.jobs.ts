import type { DriveDeps } from '../../drive/change-drive.ts';
import { purgeDriveTask } from '../../drive/purge/enqueue-purge.ts';
import { driveTextsTask } from '../../drive/texts/unread-text.ts';
import { DRIVE } from '../../kernel/drive.ts';
import { pruneThingsJournal } from '../../kernel/things-changed.store.ts';
import type { FileTextDeps } from '../../mail/file-texts/read-file-texts.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { emptyOldDriveTrash, removeSpareVersions } from './clean-drives.ts';
import { purgeDrive } from './purge-drive.ts';
import { enqueueUnreadDrives, readDriveTexts } from './read-drive-texts.ts';
import { copyTask, runCopy } from './run-copy.ts';

const options = { maxAttempts: 6, priority: 20, lane: 'slow' as const };
const emptyDriveTrashTask = defineTask('drive_trash', options);
const cleanDrivesTask = defineTask('drive_clean', options);
const unreadDrivesTask = defineTask('drive_unread', options);

/** In UTC; night in Vietnam. */
export const driveCron: CronJob[] = [
  { task: emptyDriveTrashTask, at: '27 * * * *', catchUpHours: 1 },
  { task: cleanDrivesTask, at: '57 18 * * *', catchUpHours: 24 },
  { task: unreadDrivesTask, at: '42 * * * *', catchUpHours: 1 },
];

export function driveHandlers(deps: DriveDeps & FileTextDeps): TaskHandler[] {
  return [
    handle(driveTextsTask, ({ mailbox_id }, run) => readDriveTexts(deps, mailbox_id, run)),
    handle(unreadDrivesTask, (_payload, { signal }) => enqueueUnreadDrives(deps.db, signal)),
    handle(copyTask, (payload, run) => runCopy(deps, payload, run)),
    handle(purgeDriveTask, (payload, { signal }) => purgeDrive(deps, payload, signal)),
    handle(emptyDriveTrashTask, (_payload, { signal }) => emptyOldDriveTrash(deps, signal)),
    handle(cleanDrivesTask, async (_payload, { signal }) => {
      await removeSpareVersions(deps, signal);
      await pruneThingsJournal(deps.db, DRIVE.journal, unixSeconds(deps.clock));
    }),
  ];
}
