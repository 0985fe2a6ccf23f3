import type { DriveDeps } from '../../drive/change-drive.ts';
import { expireUploads } from '../../drive/uploads/expire-uploads.ts';
import { type CronJob, defineTask, handle, type TaskHandler } from '../../platform/jobs/task.ts';

/** Runs after all interactive work. */
export const expireUploadsTask = defineTask('expire_uploads', { maxAttempts: 6, priority: 20, lane: 'slow' });

export const driveTransferCron: CronJob[] = [{ task: expireUploadsTask, at: '22 * * * *', catchUpHours: 1 }];

export function driveTransferHandlers(deps: DriveDeps): TaskHandler[] {
  return [handle(expireUploadsTask, (_payload, { signal }) => expireUploads(deps, signal))];
}
