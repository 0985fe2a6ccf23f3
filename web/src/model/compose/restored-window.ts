import type { ComposeFile } from './compose-model.ts';
import { isUploading, type OpenWindow, recipientsOf } from './open-window.ts';
import { hasWords } from './own-words.ts';

/** A window as restored after a reload: whatever was in flight then no longer is. */
export function asRestored(window: OpenWindow, how: 'as-left' | 'aside'): OpenWindow {
  const { view } = window;
  const isPutAside = how === 'aside' && view.windowState !== 'mini';
  const isCreated = view.messageId !== null;
  const status =
    view.status === 'deleting' || view.status === 'sent' ? view.status : isCreated ? 'saved' : 'empty';
  return {
    ...window,
    // Windows that an older release stored lack this field.
    deferred: window.deferred ?? null,
    // A window that was closing with an unsettled send shows again, unless the send turns out to be done.
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

/** A minimised new message that is still empty: nothing to restore. */
export function isPutAsideEmpty({ view, sendAttempt, sent }: OpenWindow): boolean {
  const isNew = view.action === 'new' && view.messageId === null && sendAttempt === null && sent === null;
  const isEmpty =
    !view.unsaved && view.subject === '' && recipientsOf(view).length === 0 && !hasWords(view.body);
  return isNew && isEmpty && view.windowState === 'mini';
}

/** An upload in flight continues where its bytes were stored, like one that waited for the connection. */
function withoutSource(file: ComposeFile): ComposeFile {
  if (isUploading(file)) return { ...file, uploadState: 'offline', uploadedPercent: 0 };
  return file.canRetry ? { ...file, uploadState: 'failed', uploadedPercent: 0, canRetry: false } : file;
}
