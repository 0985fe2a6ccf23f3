import type { ComposeModel } from './compose-model.ts';
import type { ComposeStore } from './compose-store.ts';
import type { DraftSaving } from './draft-saving.ts';
import type { FileUploads } from './file-uploads.ts';
import { hasUploads, type OpenWindow } from './open-window.ts';
import type { PersistedWindows } from './persisted-windows.ts';
import type { Sending } from './sending.ts';

type Deps = {
  store: ComposeStore;
  persisted: PersistedWindows;
  uploads: FileUploads;
  saving: DraftSaving;
  sending: Sending;
};

/** What would be lost if the page closed now. */
export function createUnsavedMessages(deps: Deps): Pick<ComposeModel, 'hasUnsaved' | 'saveAll'> {
  const { store, persisted, uploads, saving, sending } = deps;

  /** Deferred, and stored where it survives closing the page. */
  const isKept = ({ view, deferred }: OpenWindow) =>
    deferred !== null && persisted.isPersisted(view.id) && uploads.areKept(view.id);

  return {
    hasUnsaved: () => store.all().some((window) => isLeft(window) && !isKept(window)),
    async saveAll() {
      await sending.deferred.flush();
      await Promise.all(store.all().map(({ view }) => saving.save(view.id)));
      return !store.all().some((window) => isLeft(window) || hasUploads(window.view));
    },
  };
}

function isLeft({ view, sendAttempt, deferred }: OpenWindow): boolean {
  const isUnderWay = view.status === 'deleting' || view.status === 'sending';
  return view.unsaved || isUnderWay || sendAttempt !== null || deferred !== null;
}
