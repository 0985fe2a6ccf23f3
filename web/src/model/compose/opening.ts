import type { Message } from '@bocau/contract/messages.ts';
import type { ModelClock } from '../engine/environment.ts';
import { asApiError, createRetry, isUnreachable } from '../engine/retry.ts';
import type { ComposeWindow, Prefill, Sender, WindowPlace } from './compose-model.ts';
import type { ComposeApi, ComposeSettings } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import { composeFileOf, contentOf, initialOf } from './draft-content.ts';
import { fingerprintOfMessage } from './draft-saving.ts';
import type { OpenWindow } from './open-window.ts';
import { paragraphs, signatureBlock } from './own-words.ts';
import { isUndisclosed, recipientOf, recipientsFromText, withoutDuplicates } from './recipient-text.ts';
import {
  type AnswerAction,
  answerReferences,
  answerSender,
  answerSubject,
  answerTargets,
} from './reply-fields.ts';
import { isQueuedOrSent } from './send-flow.ts';

export type Opening = {
  fresh(prefill: Prefill): OpenWindow;
  answer(message: Message, action: AnswerAction, place: WindowPlace): OpenWindow;
  draft(message: Message, place: WindowPlace): OpenWindow;
  /** Fetches what a window lacks: its quote, or the newest version of a draft that was not edited here. */
  complete(id: string): void;
  resume(): void;
  stop(): void;
};

type Deps = {
  store: ComposeStore;
  api: ComposeApi;
  clock: ModelClock;
  newId(): string;
  settings(): ComposeSettings;
  senders(): readonly Sender[];
  own(): ReadonlySet<string>;
  signatureFor(view: Pick<ComposeWindow, 'action' | 'from'>): string | null;
};

export function createOpening({
  store,
  api,
  clock,
  newId,
  settings,
  senders,
  own,
  signatureFor,
}: Deps): Opening {
  const retries = new Map<string, ReturnType<typeof createRetry>>();

  function blank(): ComposeWindow {
    const { tracking } = settings();
    return {
      id: newId(),
      windowState: 'pin',
      windowPrevState: 'pin',
      place: 'window',
      takesFocus: true,
      threadId: null,
      messageId: null,
      action: 'new',
      answers: null,
      loading: false,
      from: answerSender(null, senders()),
      to: [],
      cc: [],
      bcc: [],
      shown: { cc: false, bcc: false },
      subject: '',
      subjectEditable: true,
      body: '',
      bodyRevision: 0,
      quoted: false,
      quote: null,
      attachmentFiles: [],
      inReplyTo: null,
      references: [],
      tracking,
      important: false,
      receipt: false,
      followUp: null,
      status: 'empty',
      unsaved: false,
      fault: null,
      conflict: null,
      awaitsFiles: false,
    };
  }

  /** ST-9 */
  function beginning(view: ComposeWindow): string {
    const signature = signatureFor(view);
    return signature === null ? '' : signatureBlock(signature);
  }

  function windowOf(view: ComposeWindow): OpenWindow {
    return {
      view,
      openedAt: clock.now(),
      clientKey: view.id,
      creationTried: false,
      version: null,
      revision: 0,
      savedRevision: 0,
      base: null,
      tried: [],
      initial: initialOf(view),
      senderChosen: false,
      closing: false,
      sendAttempt: null,
      deferred: null,
      sent: null,
    };
  }

  async function fetchQuote({ view }: OpenWindow): Promise<void> {
    if (view.answers === null) return;
    const action = view.action === 'forward' ? 'forward' : 'reply';
    const { data } = await api.getQuote({ params: { id: view.answers }, query: { action } });
    const now = store.get(view.id);
    if (now && now.view.quote === null && now.view.quoted)
      store.update(view.id, { view: { quote: data.html } });
  }

  /** The draft may have been saved elsewhere since it was read: the newest wins if nothing was typed here. */
  async function fetchDraft({ view, revision }: OpenWindow): Promise<void> {
    if (view.messageId === null) return;
    const { data } = await api.getMessage({ params: { id: view.messageId }, query: {} });
    const now = store.get(view.id);
    if (!now || now.revision !== revision || now.view.unsaved || now.view.status === 'saving') return;
    if (now.sendAttempt) return;
    if (isQueuedOrSent(data)) return store.remove(view.id);
    applyDraft(now, data);
  }

  async function fetchMissing(id: string): Promise<void> {
    const window = store.get(id);
    if (!window) return;
    try {
      if (window.view.messageId !== null && !window.view.unsaved) await fetchDraft(window);
      else if (window.view.quoted && window.view.quote === null) await fetchQuote(window);
      retries.delete(id);
    } catch (thrown) {
      const error = asApiError(thrown);
      if (isUnreachable(error)) {
        const retry = retries.get(id) ?? createRetry(clock);
        retries.set(id, retry);
        retry.later(() => void fetchMissing(id), error.retryAfter);
      } else if (error.code === 'message_not_found') {
        missing(id);
      }
      store.update(id, { view: { fault: error } });
    }
  }

  /** The draft of an unedited window is gone, or the original of an answer. */
  function missing(id: string): void {
    const window = store.get(id);
    if (!window) return;
    if (window.view.messageId !== null && !window.view.unsaved) store.remove(id);
    else store.update(id, { view: { quoted: false } });
  }

  function applyDraft(window: OpenWindow, message: Message): void {
    const { view } = window;
    const content = contentOf(message);
    const isOther = content.body !== view.body;
    store.update(view.id, {
      version: message.draft?.version ?? null,
      base: fingerprintOfMessage(message),
      view: {
        ...content,
        bodyRevision: view.bodyRevision + (isOther ? 1 : 0),
        threadId: message.thread_id,
        quote: message.draft?.quote ?? null,
        inReplyTo: message.in_reply_to,
        references: message.references,
        status: 'saved',
        loading: false,
        fault: null,
      },
    });
  }

  return {
    fresh(prefill) {
      const view = blank();
      const people = (text = '') => withoutDuplicates(recipientsFromText(text));
      return windowOf({
        ...view,
        to: people(prefill.to),
        cc: people(prefill.cc),
        bcc: people(prefill.bcc),
        subject: prefill.subject ?? '',
        attachmentFiles: (prefill.files ?? []).map(composeFileOf),
        body: `${prefill.body ? paragraphs(prefill.body) : ''}${beginning(view)}`,
      });
    },
    answer(message, action, place) {
      const files = action === 'forward' ? message.files.filter(({ inlineImage }) => !inlineImage) : [];
      const view = { ...blank(), action, from: answerSender(message, senders()) };
      return windowOf({
        ...view,
        ...answerTargets(message, action, own()),
        ...answerReferences(message),
        place,
        answers: message.id,
        threadId: action === 'forward' ? null : message.thread_id,
        body: beginning(view),
        subject: answerSubject(message.subject, action),
        subjectEditable: action === 'forward',
        quoted: true,
        attachmentFiles: files.map(composeFileOf),
      });
    },
    draft(message, place) {
      const isCollapsed = message.body === null || message.draft === null;
      const action = message.draft?.action ?? (message.in_reply_to === null ? 'new' : 'reply');
      const content = contentOf(message);
      const window = windowOf({
        ...blank(),
        ...content,
        to: content.to.filter(({ email }) => !isUndisclosed(email)),
        place,
        action,
        messageId: message.id,
        threadId: message.thread_id,
        answers: message.draft?.answers ?? null,
        loading: isCollapsed,
        subjectEditable: action === 'new' || action === 'forward',
        quote: message.draft?.quote ?? null,
        inReplyTo: message.in_reply_to,
        references: message.references,
        status: 'saved',
      });
      return {
        ...window,
        version: message.draft?.version ?? null,
        base: isCollapsed ? null : fingerprintOfMessage(message),
        initial: { recipients: [], subject: '', body: '', files: [] },
        senderChosen: true,
      };
    },
    complete: (id) => void fetchMissing(id),
    resume() {
      for (const [id, retry] of retries) {
        retry.reset();
        void fetchMissing(id);
      }
    },
    stop() {
      for (const retry of retries.values()) retry.reset();
    },
  };
}

/** Merges both texts of a conflict into one window. */
export function mergedContent(view: ComposeWindow, newer: Message) {
  const theirs = contentOf(newer);
  const both = (field: 'to' | 'cc' | 'bcc') =>
    withoutDuplicates([...view[field], ...theirs[field].map(recipientOf)]);
  const known = new Set(view.attachmentFiles.map(({ id }) => id));
  return {
    to: both('to'),
    cc: both('cc'),
    bcc: both('bcc'),
    subject: view.subject.trim() === '' ? theirs.subject : view.subject,
    body: `${view.body}<hr>${theirs.body}`,
    attachmentFiles: [...view.attachmentFiles, ...theirs.attachmentFiles.filter(({ id }) => !known.has(id))],
  };
}
