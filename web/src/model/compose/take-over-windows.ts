import type { ComposeStore } from './compose-store.ts';
import type { DraftDeleting } from './draft-deleting.ts';
import type { DraftSaving } from './draft-saving.ts';
import type { FileUploads } from './file-uploads.ts';
import type { OpenWindow } from './open-window.ts';
import type { Opening } from './opening.ts';
import type { PersistedWindows } from './persisted-windows.ts';
import { asRestored, isPutAsideEmpty } from './restored-window.ts';
import type { Sending } from './sending.ts';

type Deps = {
  store: ComposeStore;
  persisted: PersistedWindows;
  uploads: FileUploads;
  saving: DraftSaving;
  sending: Sending;
  deleting: DraftDeleting;
  opening: Opening;
};

/**
 * Takes over windows that no living tab owns. `how`: as they were, after a reload; minimised, when they come
 * from another tab into one that is in use.
 */
export async function takeOverWindows(deps: Deps, how: 'as-left' | 'aside'): Promise<void> {
  const { store, uploads } = deps;
  for (const left of await deps.persisted.takeOver()) {
    const window = asRestored(left, how);
    const { id } = window.view;
    store.add(window);
    await uploads.restore(id);
    if (isPutAsideEmpty(window)) store.remove(id);
    else goOn(deps, window);
    if (!window.sent && !window.deferred) deps.opening.complete(id);
  }
}

/** Continues what was in flight when its tab closed. */
function goOn({ sending, deleting, saving }: Deps, window: OpenWindow): void {
  const { id, status, unsaved } = window.view;
  if (window.sent) sending.follow(id, window.sent);
  else if (status === 'deleting') deleting.goOn(id);
  else if (window.deferred) sending.deferred.resume(id);
  else if (window.sendAttempt || unsaved || window.closing) void saving.save(id);
}
