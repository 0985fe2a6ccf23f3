import type { Message } from '@bocau/contract/messages.ts';
import type {
  ComposeChange,
  ComposeModel,
  ComposeWindow,
  Prefill,
  Sender,
  SendKind,
  SentMail,
  UndoOutcome,
  WindowPlace,
  WindowState,
} from './compose-model.ts';
import type { ComposeOptions } from './compose-options.ts';
import { createComposeStore } from './compose-store.ts';
import { createDeferredSends } from './deferred-sends.ts';
import { contentOf } from './draft-content.ts';
import { createDraftDeleting } from './draft-deleting.ts';
import { createDraftSaving, fingerprintOfMessage } from './draft-saving.ts';
import { createFileUploads } from './file-uploads.ts';
import { createSentFollowing } from './follow-sent.ts';
import { createKeptFiles } from './kept-files.ts';
import { prefillFromMailto } from './mailto.ts';
import { hasUploads, isLocked, type OpenWindow } from './open-window.ts';
import { createOpening, mergedContent } from './opening.ts';
import { createPersistedWindows } from './persisted-windows.ts';
import { createRecipientChecks } from './recipient-checks.ts';
import { createRecipientActs } from './recipient-fields.ts';
import { type AnswerAction, answerSender } from './reply-fields.ts';
import { asRestored, isPutAsideEmpty } from './restored-window.ts';
import { createSendFlow, isQueuedOrSent } from './send-flow.ts';
import { problemsWhileWriting, sendProblems } from './send-problems.ts';
import { createSendUndo } from './send-undo.ts';
import { createSenders } from './senders.ts';
import { createSendSettling } from './settle-send.ts';
import { createSignatures } from './signatures.ts';
import { createUploadWaits } from './upload-waits.ts';
import { arrange, toggled, WIDE_SCREEN, withoutWindow, withState } from './window-states.ts';

/** A window whose tab has died without being followed by another is taken over after this, or twice this. */
const LOOK_FOR_LEFT_EVERY_MS = 30_000;

/** Puts the parts together; see ComposeModel for what they do. */
export function createComposeModel(options: ComposeOptions): ComposeModel {
  const { api, clock, storage, locks, newId, settings, user } = options;
  const { email } = user();
  const store = createComposeStore();
  let viewport = options.viewport;
  let disposed = false;
  /** Drafts that were sent or removed here, while the mailbox may still show them as drafts. */
  const goneDrafts = new Set<string>();

  const persisted = createPersistedWindows(store, { storage, locks, clock, email });
  const persist = (id: string) => persisted.persistNow(id);
  const senders = createSenders({ api, storage, clock, email, told: takeSender });
  const signatures = createSignatures({ api, storage, clock, email, settings, told: store.notify });
  const signatureFor = (view: Pick<ComposeWindow, 'action' | 'from'>) =>
    signatures.forMessage(view, senders.list());
  const saving = createDraftSaving({
    store,
    api,
    clock,
    newId,
    persist,
    finalizeSend: (id) => settling.settle(id),
  });
  const keptFiles = createKeptFiles({ storage, email });
  const uploads = createFileUploads({
    store,
    upload: options.upload,
    kept: keptFiles,
    online: options.online,
    account: () => options.user().email,
    newId,
    settled(id) {
      if (store.get(id)?.deferred) deferring.resume(id);
      else void saving.save(id);
    },
  });
  const waits = createUploadWaits(store, options.online.isReached);
  const checks = createRecipientChecks(store, api, clock);
  const opening = createOpening({
    store,
    api,
    clock,
    newId,
    settings,
    senders: senders.list,
    own: senders.addresses,
    signatureFor,
  });
  const following = createSentFollowing({ store, api, clock });
  const sendUndo = createSendUndo({
    store,
    api,
    clock,
    openDraft: (message) => show(opening.draft(message, 'window')),
    reopen,
  });
  const settling = createSendSettling({ store, api, clock, undoSend, sent });
  const sending = createSendFlow({
    store,
    api,
    clock,
    saving,
    online: options.online,
    settings,
    problems,
    recipientsChecked: checks.settle,
    stopUploads: uploads.stopAll,
    persist,
    defer: (id, send, because) => deferring.defer(id, send, because),
    sent,
  });
  const deferring = createDeferredSends({
    store,
    clock,
    send: sending.sendDeferred,
    running: sending.running,
    undoSend,
    resumeUploads: () => uploads.resume('lost'),
    isOnline: options.online.isOnline,
    persist,
    reopen(id) {
      reopen(id);
      opening.complete(id);
    },
    save: (id) => void saving.save(id),
    takeBackAttempt: settling.takeBack,
  });
  const deleting = createDraftDeleting({ store, api, clock, saving, newId, hide, reopen });

  const stopListening = options.online.onChange(() => {
    if (!options.online.isOnline() || disposed) return;
    uploads.resume('all');
    deferring.resumeAll();
    saving.resume();
    opening.resume();
    deleting.resume();
    senders.load();
    signatures.load();
  });
  let looking: { stop(): void } | null = null;

  function sent(id: string, mail: SentMail): void {
    goneDrafts.add(mail.messageId);
    // CW-4: nobody closed a window, so that the others stay as they are.
    sendUndo.hold(id, mail);
    following.follow(mail);
  }

  const maySend = () => user().enable_smtp === 1;

  function show(window: OpenWindow): string {
    const { id } = window.view;
    store.add(window);
    if (window.view.place === 'window') {
      const state = viewport < WIDE_SCREEN ? 'full' : 'pin';
      store.arrange(withState(store.views(), id, state, viewport));
      store.update(id, { view: { windowPrevState: state } });
    }
    checks.check();
    opening.complete(id);
    return id;
  }

  function hide(id: string): void {
    store.arrange(withoutWindow(store.views(), id, viewport));
  }

  function reopen(id: string): void {
    goneDrafts.delete(store.get(id)?.view.messageId ?? '');
    store.update(id, { closing: false });
    setState(id, 'pin');
  }

  /** A person asks for it. */
  function setState(id: string, state: WindowState): void {
    store.update(id, { view: { takesFocus: true } });
    store.arrange(withState(store.views(), id, state, viewport));
  }

  function toggle(id: string): void {
    store.update(id, { view: { takesFocus: true } });
    store.arrange(toggled(store.views(), id, viewport));
  }

  /** The window that has this already comes to the front, or goes down when it is there. */
  function showKnown(fits: (window: OpenWindow) => boolean, place: WindowPlace): string | null {
    const known = store.all().find((window) => !window.sent && !isLocked(window.view) && fits(window));
    if (!known) return null;
    const { id } = known.view;
    const { windowState, place: lies } = known.view;
    if (known.deferred) {
      void deferring
        .takeBack(id)
        .then((outcome) => store.emit({ kind: 'deferred-opened', windowId: id, outcome }));
    } else if (known.closing) reopen(id);
    else if (lies === 'window' && (place === 'window' || windowState === 'mini')) toggle(id);
    return id;
  }

  function openNew(prefill: Prefill = {}): string | null {
    return maySend() ? show(opening.fresh(prefill)) : null;
  }

  function openReply(message: Message, action: AnswerAction, place: WindowPlace): string | null {
    if (!maySend()) return null;
    const isAnswer = (other: string) => (other === 'forward') === (action === 'forward') && other !== 'new';
    const known = showKnown(({ view }) => view.answers === message.id && isAnswer(view.action), place);
    if (known !== null) return known;
    const draft = options
      .messagesOf(message.thread_id)
      .find(
        (other) =>
          other.draft?.answers === message.id &&
          isAnswer(other.draft.action) &&
          !isQueuedOrSent(other) &&
          !goneDrafts.has(other.id),
      );
    return draft ? openDraft(draft, place) : show(opening.answer(message, action, place));
  }

  function openDraft(message: Message, place: WindowPlace): string | null {
    goneDrafts.delete(message.id);
    const isHere = ({ view }: OpenWindow) => view.messageId === message.id;
    const lies = store.all().find(isHere)?.view.place;
    const known = showKnown(isHere, place);
    // In a thread that may not be before the reader any more.
    if (known !== null && lies === 'thread' && place === 'window') setPlace(known, place);
    return known ?? show(opening.draft(message, place));
  }

  function setPlace(id: string, place: WindowPlace): void {
    store.update(id, { view: { place } });
    if (place === 'window') reopen(id);
  }

  /** Sender accounts came after windows were opened: those whose sender nobody chose get the right one. */
  function takeSender(list: readonly Sender[]): void {
    for (const { view, senderChosen } of store.all()) {
      if (senderChosen || view.messageId !== null) continue;
      const answered = view.answers === null ? null : answeredMessage(view.threadId, view.answers);
      if (answered === undefined) continue;
      const from = answerSender(answered, list);
      if (from !== view.from) store.update(view.id, { view: { from } });
    }
    store.notify();
  }

  function answeredMessage(threadId: string | null, id: string): Message | undefined {
    return threadId === null ? undefined : options.messagesOf(threadId).find((message) => message.id === id);
  }

  /** `how`: as they were after a reload; aside where they come from another tab into one that is used. */
  async function takeOver(how: 'as-left' | 'aside'): Promise<void> {
    for (const left of await persisted.takeOver()) {
      const window = asRestored(left, how);
      const { id } = window.view;
      store.add(window);
      await uploads.restore(id);
      if (isPutAsideEmpty(window)) store.remove(id);
      else if (window.sent) {
        sendUndo.hold(id, window.sent);
        following.follow(window.sent);
      } else if (window.view.status === 'deleting') deleting.goOn(id);
      else if (window.deferred) deferring.resume(id);
      else if (window.sendAttempt || window.view.unsaved || window.closing) void saving.save(id);
      if (!window.sent && !window.deferred) opening.complete(id);
    }
    if (options.online.isOnline()) uploads.resume('lost');
    store.arrange(arrange(store.views(), viewport, null));
    checks.check();
  }

  function problems(id: string, find = sendProblems) {
    const view = store.get(id)?.view;
    if (!view) return [];
    const hasSender = view.from !== '';
    return find(view, settings(), { send: maySend(), hasSender });
  }

  function change(id: string, patch: ComposeChange): void {
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
  }

  async function close(id: string): Promise<void> {
    const window = store.get(id);
    // Which of two texts stays is to be said first.
    if (!window || window.view.conflict) return;
    hide(id);
    store.update(id, { closing: true });
    if (window.view.loading) store.remove(id);
    else if (!isLocked(window.view)) await saving.save(id);
  }

  async function resolveConflict(id: string, choice: 'mine' | 'theirs' | 'both'): Promise<void> {
    const window = store.get(id);
    const newer = window?.view.conflict;
    if (!window || !newer) return;
    const rebased = { version: newer.draft?.version ?? null, base: fingerprintOfMessage(newer), tried: [] };
    const { bodyRevision } = window.view;
    const resolved = { conflict: null, bodyRevision: bodyRevision + (choice === 'mine' ? 0 : 1) };
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
  }

  /** A message that waits to be sent is not sent when it is not what it was. */
  function edits<Rest extends unknown[], Answer>(act: (id: string, ...rest: Rest) => Answer) {
    return (id: string, ...rest: Rest): Answer => {
      waits.giveUp(id, 'edited');
      return act(id, ...rest);
    };
  }

  /** Whoever changes a message need not think of saving it: the screens tell of a change when typing rests. */
  function thenSave<Rest extends unknown[], Answer>(act: (id: string, ...rest: Rest) => Answer) {
    return (id: string, ...rest: Rest): Answer => {
      const answer = act(id, ...rest);
      const window = store.get(id);
      if (window?.view.unsaved && !window.view.conflict && !isLocked(window.view)) void saving.save(id);
      return answer;
    };
  }

  const recipients = createRecipientActs(store, checks.check);
  const isLeft = ({ view, sendAttempt, deferred }: OpenWindow) =>
    view.unsaved ||
    view.status === 'deleting' ||
    view.status === 'sending' ||
    sendAttempt !== null ||
    deferred !== null;
  /** It waits where it outlives the page. */
  const isKept = ({ view, deferred }: OpenWindow) =>
    deferred !== null && persisted.isPersisted(view.id) && uploads.areKept(view.id);

  async function undoSend(messageId: string, how?: SendKind): Promise<UndoOutcome> {
    const outcome = await sendUndo.undo(messageId, how);
    if (outcome.kind === 'undone') following.forget(messageId);
    return outcome;
  }

  return {
    subscribe: store.subscribe,
    onEvent: store.onEvent,
    async boot() {
      await Promise.all([senders.restore(), signatures.restore()]);
      senders.load();
      signatures.load();
      await takeOver('as-left');
      void keptFiles.sweep().catch(() => undefined);
      looking = clock.every(LOOK_FOR_LEFT_EVERY_MS, () => void takeOver('aside'));
    },
    windows: store.views,
    window: (id) => store.views().find((view) => view.id === id) ?? null,
    senders: senders.list,
    loadSenders() {
      senders.load();
      signatures.load();
    },
    signatures: signatures.list,
    signatureFor(id) {
      const view = store.get(id)?.view;
      return view ? signatureFor(view) : null;
    },
    openNew,
    openReply,
    openDraft,
    openMailto: (url) => openNew(prefillFromMailto(url)),
    setState,
    toggle,
    setPlace,
    setViewport(width) {
      viewport = width;
      store.arrange(arrange(store.views(), viewport, null));
    },
    close,
    change: thenSave(change),
    save: saving.save,
    addRecipients: thenSave(edits(recipients.addRecipients)),
    removeRecipient: thenSave(edits(recipients.removeRecipient)),
    moveRecipient: thenSave(edits(recipients.moveRecipient)),
    takeRecipientBack: thenSave(edits(recipients.takeRecipientBack)),
    addFiles: edits(uploads.add),
    addStoredFiles: thenSave(edits(uploads.addStored)),
    sourceOf: uploads.source,
    removeFile: thenSave(edits(uploads.remove)),
    retryFile: uploads.retry,
    uploadInlineImage: edits(uploads.addInline),
    async deleteDraft(id) {
      const messageId = store.get(id)?.view.messageId;
      if (messageId) goneDrafts.add(messageId);
      waits.giveUp(id, 'deleted');
      uploads.stopAll(id);
      return deleting.remove(id);
    },
    resolveConflict: edits(resolveConflict),
    problems: (id) => problems(id),
    problemsWhileWriting: (id) => problems(id, problemsWhileWriting),
    send: sending.send,
    awaitUploads: waits.begin,
    stopAwaiting: waits.giveUp,
    sentMails: sendUndo.sentMails,
    undoSend,
    deferredMails: deferring.list,
    takeBackDeferred: deferring.takeBack,
    takeFrame(frame) {
      following.takeFrame(frame);
      if (frame.event === 'sent') saving.noteSent(frame.data.message_id);
    },
    hasUnsaved: () => store.all().some((window) => isLeft(window) && !isKept(window)),
    async saveAll() {
      await deferring.flush();
      await Promise.all(store.all().map(({ view }) => saving.save(view.id)));
      return !store.all().some((window) => isLeft(window) || hasUploads(window.view));
    },
    persistNow: () => persisted.persistNow(),
    async dispose() {
      disposed = true;
      looking?.stop();
      stopListening();
      checks.stop();
      saving.stop();
      deferring.stop();
      deleting.stop();
      opening.stop();
      senders.stop();
      signatures.stop();
      waits.stop();
      following.stop();
      await persisted.dispose();
    },
  };
}
