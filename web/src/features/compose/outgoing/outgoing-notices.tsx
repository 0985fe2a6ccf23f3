import { useDeferredNotices } from './use-deferred-notices.ts';
import { useResultNotices } from './use-result-notices.ts';
import { useUndoNotices } from './use-undo-notices.ts';

/**
 * SD-10 to SD-13, SC-4, SD-19: what becomes of a message after its window has closed, with undo if possible.
 */
export function OutgoingNotices() {
  useUndoNotices();
  useDeferredNotices();
  useResultNotices();
  return null;
}
