import { handle, type TaskHandler } from '../../platform/jobs/task.ts';
import { type MakeDeps, makePreview } from './make-preview.ts';
import { previewTask } from './preview-task.ts';

export function previewHandlers(deps: MakeDeps): TaskHandler[] {
  return [handle(previewTask, (payload, run) => makePreview(deps, payload, run))];
}
