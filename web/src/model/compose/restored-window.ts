import type { ComposeFile } from './compose-model.ts';
import { isUploading, type OpenWindow, recipientsOf } from './open-window.ts';
import { hasWords } from './own-words.ts';

/** As it comes back after a reload: what was under way then is not any more. */
export function asRestored(window: OpenWindow, how: 'as-left' | 'aside'): OpenWindow {
  const { view } = window;
  const isPutAside = how === 'aside' && view.windowState !== 'mini';
  const isCreated = view.messageId !== null;
  const status =
    view.status === 'deleting' || view.status === 'sent' ? view.status : isCreated ? 'saved' : 'empty';
  return {
    ...window,
    // What a program of before kept has none.
    deferred: window.deferred ?? null,
    // A send that nobody waits for any more shows its window again unless it turns out to be done.
    closing: window.closing && window.sendAttempt === null,
    view: {
      ...view,
      ...(isPutAside && { windowState: 'mini', windowPrevState: view.windowState }),
      takesFocus: false,
      status,
      fault: null,
      conflict: null,
      awaitsFiles: false,
      attachmentFiles: view.attachmentFiles.map(withoutSource),
    },
  };
}

/** A new message put aside before anything was written in it: there is nothing to come back. */
export function isPutAsideEmpty({ view, sendAttempt, sent }: OpenWindow): boolean {
  const isNew = view.action === 'new' && view.messageId === null && sendAttempt === null && sent === null;
  const isEmpty =
    !view.unsaved && view.subject === '' && recipientsOf(view).length === 0 && !hasWords(view.body);
  return isNew && isEmpty && view.windowState === 'mini';
}

/** What was on its way goes on where its bytes were kept, as what waited for the connection does. */
function withoutSource(file: ComposeFile): ComposeFile {
  if (isUploading(file)) return { ...file, uploadState: 'offline', uploadedPercent: 0 };
  return file.canRetry ? { ...file, uploadState: 'failed', uploadedPercent: 0, canRetry: false } : file;
}
