import type { ApiError } from '@bocau/contract/client.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import type { DriveEvent, DriveModel } from '../../model/drive/drive-model.ts';
import type { DriveOperation } from '../../model/drive/drive-noun.ts';
import { announceAct } from '../../parts/acts/announce-act.ts';
import { notify } from '../../parts/notices/notify.ts';

/** Applies the act optimistically and synchronously; the notice, the key `z` and the history can undo it. */
export function beginDriveAct(model: DriveModel, operation: DriveOperation, words: string): void {
  announceAct(model.act(operation), words);
}

/** Announces acts whose outcome differs from what was shown; refused ones are already rolled back. */
export function announceDriveEvent(event: DriveEvent): void {
  if (event.kind === 'renamed') {
    const [first] = event.entries;
    const one = event.entries.length === 1 && first;
    const text = one
      ? say('drive.done.renamedOne', one)
      : say('drive.done.renamed', { count: event.entries.length });
    notify({ text, seconds: 8 });
    return;
  }
  const { operation, error, undoing } = event;
  const what = undoing ? 'undo' : operation.kind;
  const name = operation.kind === 'rename' ? operation.file.name : '';
  announceFailure(say(`drive.refused.${what}`, { name }), error);
}

/** Names the person who is editing a file, so that the user can ask them. */
function failureWords(error: ApiError): string {
  const { holder, name } = error.details;
  return error.code === 'file_locked' && typeof holder === 'string' && typeof name === 'string'
    ? say('drive.refused.heldBy', { holder, name })
    : errorWords(say, error);
}

export function announceFailure(words: string, error: ApiError): void {
  notify({ text: `${words} ${failureWords(error)}`, tone: 'danger', seconds: 8 });
}
