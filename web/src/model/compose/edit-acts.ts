import type { ComposeModel } from './compose-model.ts';
import type { ComposeStore } from './compose-store.ts';
import { contentOf } from './draft-content.ts';
import { type DraftSaving, fingerprintOfMessage } from './draft-saving.ts';
import type { FileUploads } from './file-uploads.ts';
import { isLocked } from './open-window.ts';
import { mergedContent } from './opening.ts';
import { createRecipientActs } from './recipient-fields.ts';
import type { UploadWaits } from './upload-waits.ts';

type EditActs = Pick<
  ComposeModel,
  | 'change'
  | 'addRecipients'
  | 'removeRecipient'
  | 'moveRecipient'
  | 'takeRecipientBack'
  | 'addFiles'
  | 'addStoredFiles'
  | 'removeFile'
  | 'uploadInlineImage'
  | 'resolveConflict'
>;

type Deps = {
  store: ComposeStore;
  saving: DraftSaving;
  uploads: FileUploads;
  waits: UploadWaits;
  checks: { check(): void };
};

/**
 * Every edit of a message. The caller need not think of saving; screens report a change when typing pauses.
 */
export function createEditActs({ store, saving, uploads, waits, checks }: Deps): EditActs {
  const recipients = createRecipientActs(store, checks.check);

  /** An edit cancels a send that waits for uploads: the message is no longer the one that was to be sent. */
  function edits<Rest extends unknown[], Answer>(act: (id: string, ...rest: Rest) => Answer) {
    return (id: string, ...rest: Rest): Answer => {
      waits.giveUp(id, 'edited');
      return act(id, ...rest);
    };
  }

  function thenSave<Rest extends unknown[], Answer>(act: (id: string, ...rest: Rest) => Answer) {
    return (id: string, ...rest: Rest): Answer => {
      const answer = act(id, ...rest);
      const window = store.get(id);
      if (window?.view.unsaved && !window.view.conflict && !isLocked(window.view)) void saving.save(id);
      return answer;
    };
  }

  const change: EditActs['change'] = (id, patch) => {
    const window = store.get(id);
    if (!window || window.view.loading || isLocked(window.view)) return;
    const { shown, subjectEditable, ...content } = patch;
    const view = { ...(shown && { shown }), ...(subjectEditable !== undefined && { subjectEditable }) };
    const isOther = (Object.keys(content) as (keyof typeof content)[]).some(
      (key) => content[key] !== window.view[key],
    );
    if (isOther) waits.giveUp(id, 'edited');
    if (isOther) store.changeContent(id, content, view);
    else if (Object.keys(view).length > 0) store.update(id, { view });
    if (content.from !== undefined) store.update(id, { senderChosen: true });
  };

  const resolveConflict: EditActs['resolveConflict'] = async (id, choice) => {
    const window = store.get(id);
    const newer = window?.view.conflict;
    if (!window || !newer) return;
    const rebased = { version: newer.draft?.version ?? null, base: fingerprintOfMessage(newer), tried: [] };
    const { bodyRevision } = window.view;
    const resolved = {
      conflict: null,
      isUnsent: false,
      bodyRevision: bodyRevision + (choice === 'mine' ? 0 : 1),
    };
    if (choice === 'theirs') {
      store.update(id, {
        ...rebased,
        savedRevision: window.revision,
        view: { ...contentOf(newer), ...resolved, quote: newer.draft?.quote ?? null, status: 'saved' },
      });
      return;
    }
    store.update(id, rebased);
    store.changeContent(id, choice === 'both' ? mergedContent(window.view, newer) : {}, resolved);
    checks.check();
    await saving.save(id);
  };

  return {
    change: thenSave(change),
    addRecipients: thenSave(edits(recipients.addRecipients)),
    removeRecipient: thenSave(edits(recipients.removeRecipient)),
    moveRecipient: thenSave(edits(recipients.moveRecipient)),
    takeRecipientBack: thenSave(edits(recipients.takeRecipientBack)),
    addFiles: edits(uploads.add),
    addStoredFiles: thenSave(edits(uploads.addStored)),
    removeFile: thenSave(edits(uploads.remove)),
    uploadInlineImage: edits(uploads.addInline),
    resolveConflict: edits(resolveConflict),
  };
}
