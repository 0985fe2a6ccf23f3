import type { ComposeWindow } from './compose-model.ts';
import type { ComposeOptions } from './compose-options.ts';
import { createComposeStore } from './compose-store.ts';
import { createDraftDeleting } from './draft-deleting.ts';
import { createDraftSaving } from './draft-saving.ts';
import { createFileUploads } from './file-uploads.ts';
import { createKeptFiles } from './kept-files.ts';
import type { OpenWindow } from './open-window.ts';
import { createOpening } from './opening.ts';
import { createPersistedWindows } from './persisted-windows.ts';
import { createRecipientChecks } from './recipient-checks.ts';
import { sendProblems } from './send-problems.ts';
import { correctSenders, createSenders } from './senders.ts';
import { createSending } from './sending.ts';
import { createSignatures } from './signatures.ts';
import { createUploadWaits } from './upload-waits.ts';
import { createWindowLayout } from './window-layout.ts';

/** Creates the parts of the compose model and wires their dependencies. */
export function createComposeParts(options: ComposeOptions) {
  const { api, clock, storage, locks, settings, user, online } = options;
  const { email } = user();
  const store = createComposeStore();
  /** Drafts that were sent or removed here, while the mailbox may still show them. */
  const goneDrafts = new Set<string>();
  const persisted = createPersistedWindows(store, { storage, locks, clock, email });
  /** Dependencies that most parts share; each picks what it names. */
  const base = { ...options, email, store, persist: (id: string) => persisted.persistNow(id) };
  const layout = createWindowLayout(store, options.viewport);
  const senders = createSenders({
    ...base,
    told: (list) => correctSenders(store, list, options.messagesOf),
  });
  const signatures = createSignatures({ ...base, told: store.notify });
  const saving = createDraftSaving({ ...base, finalizeSend: (id) => sending.settle(id) });
  const keptFiles = createKeptFiles({ storage, email });
  const uploads = createFileUploads({
    ...base,
    kept: keptFiles,
    account: () => user().email,
    settled(id) {
      if (store.get(id)?.deferred) sending.deferred.resume(id);
      else void saving.save(id);
    },
  });
  const waits = createUploadWaits(store, online.isReached);
  const checks = createRecipientChecks(store, api, clock);
  const opening = createOpening({ ...base, senders: senders.list, own: senders.addresses, signatureFor });
  const sending = createSending({
    ...{ ...base, saving, uploads, opening, checks, problems, show, reopen },
    onSent: ({ messageId }) => goneDrafts.add(messageId),
  });
  const deleting = createDraftDeleting({ ...base, saving, hide: layout.hide, reopen });

  function signatureFor(view: Pick<ComposeWindow, 'action' | 'from'>): string | null {
    return signatures.forMessage(view, senders.list());
  }

  function problems(id: string, find = sendProblems) {
    const view = store.get(id)?.view;
    if (!view) return [];
    return find(view, settings(), { send: user().enable_smtp === 1, hasSender: view.from !== '' });
  }

  function show(window: OpenWindow): string {
    const { id } = window.view;
    layout.add(window);
    checks.check();
    opening.complete(id);
    return id;
  }

  function reopen(id: string): void {
    goneDrafts.delete(store.get(id)?.view.messageId ?? '');
    store.update(id, { closing: false });
    layout.setState(id, 'pin');
  }

  return {
    ...{ store, goneDrafts, persisted, layout, senders, signatures, saving, keptFiles, uploads, waits },
    ...{ checks, opening, sending, deleting, signatureFor, problems, show, reopen },
  };
}
