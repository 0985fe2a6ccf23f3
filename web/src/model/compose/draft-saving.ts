import type { ApiError } from '@bocau/contract/client.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { ModelClock } from '../engine/environment.ts';
import { asApiError, createRetry, isUnreachable } from '../engine/retry.ts';
import type { ComposeWindow, SaveHow } from './compose-model.ts';
import type { ComposeApi } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import {
  carriedFiles,
  contentOf,
  draftInputOf,
  fingerprintOf,
  hasContent,
  withServerFiles,
} from './draft-content.ts';
import { isLocked, type OpenWindow } from './open-window.ts';

export type DraftSaving = {
  /**
   * Saves now, or once more after the save in flight; resolves when that has been tried. `evenEmpty`: creates
   * a draft even of an empty message, because it is to be sent.
   */
  save(id: string, how?: SaveHow): Promise<void>;
  /** The draft was sent or scheduled, here or elsewhere. */
  noteSent(messageId: string, how: 'sent' | 'scheduled'): void;
  /** The connection is back. */
  resume(): void;
  /** Resolves when no save of the window is in flight, and none will start by itself. */
  rest(id: string): Promise<void>;
  /** Ends all retries. */
  stop(): void;
};

const CLOSES_WITHIN_MS = 1_000;

type Deps = {
  store: ComposeStore;
  api: ComposeApi;
  clock: ModelClock;
  newId(): string;
  /** Persists the window's state in the browser's storage before the server is asked. */
  persist(id: string): Promise<void>;
  /** Settles a send attempt without an answer; false while its result is unknown. */
  finalizeSend(id: string): Promise<boolean>;
};

type Line = {
  running: Promise<void> | null;
  again: boolean;
  evenEmpty: SaveHow['evenEmpty'];
  retry: ReturnType<typeof createRetry>;
};

/** Autosave of drafts: each window has one save in flight; changes made meanwhile are saved after it. */
export function createDraftSaving({ store, api, clock, newId, persist, finalizeSend }: Deps): DraftSaving {
  const lines = new Map<string, Line>();
  let stopped = false;

  function lineOf(id: string): Line {
    const line = lines.get(id) ?? {
      running: null,
      again: false,
      evenEmpty: false,
      retry: createRetry(clock),
    };
    lines.set(id, line);
    return line;
  }

  function save(id: string, how?: SaveHow): Promise<void> {
    if (!store.get(id)) return Promise.resolve();
    const line = lineOf(id);
    if (how?.evenEmpty) line.evenEmpty = how.evenEmpty;
    line.again = true;
    line.running ??= Promise.resolve().then(() => run(id, line));
    return line.running;
  }

  async function run(id: string, line: Line): Promise<void> {
    let isStuck = false;
    while (line.again && !isStuck && !stopped) {
      line.again = false;
      isStuck = !(await saveOnce(id, line));
    }
    // Set synchronously with the end of the last round, so that a save requested later starts its own run.
    line.running = null;
    line.evenEmpty = false;
    finishClosing(id);
    if (!store.get(id)) lines.delete(id);
  }

  /** False when another round would be useless for now. */
  async function saveOnce(id: string, line: Line): Promise<boolean> {
    const window = store.get(id);
    if (!window || !isDue(window, line.evenEmpty !== false)) return true;
    if (window.sendAttempt && !(await finalizeSend(id))) {
      later(id, line);
      return false;
    }
    const due = store.get(id);
    if (!due || !isDue(due, line.evenEmpty !== false)) return true;
    try {
      await (due.view.messageId === null ? create(due, line) : patch(due, due.view.messageId));
      line.retry.reset();
      return true;
    } catch (thrown) {
      return recover(id, line, asApiError(thrown));
    }
  }

  function later(id: string, line: Line, seconds?: number | null): void {
    if (!stopped) line.retry.later(() => void save(id), seconds);
  }

  async function create(window: OpenWindow, line: Line): Promise<void> {
    const { id, answers, action, inReplyTo, references } = window.view;
    const isForMerge = line.evenEmpty === 'for a merge' && !hasContent(window);
    store.update(id, { creationTried: true, isForMerge, view: { status: 'creating' } });
    await persist(id);
    const { data } = await api.createDraft({
      body: {
        ...draftInputOf(window.view),
        client_key: window.clientKey,
        action,
        ...(answers === null ? { in_reply_to: inReplyTo, references: [...references] } : { answers }),
      },
    });
    // A repeated call returns the draft of the first one, which may be older than the window.
    const isAll = !window.creationTried || fingerprintOfMessage(data) === fingerprintOf(window.view);
    taken(window, data, isAll, 'created');
    if (!isAll) line.again = true;
  }

  async function patch(window: OpenWindow, messageId: string): Promise<void> {
    const { id } = window.view;
    store.update(id, {
      tried: [...window.tried, fingerprintOf(window.view)],
      view: { status: 'saving' },
    });
    await persist(id);
    const { data } = await api.saveDraft({
      params: { id: messageId },
      body: { ...draftInputOf(window.view), ...(window.version === null ? {} : { version: window.version }) },
    });
    taken(window, data, true, 'saved');
  }

  /** The server has what this save sent; what was typed meanwhile is still to be saved. */
  function taken(asked: OpenWindow, message: Message, isAll: boolean, status: 'created' | 'saved'): void {
    const { id } = asked.view;
    const now = store.get(id);
    if (!now) return;
    const files = withServerFiles(now.view, message);
    store.update(id, {
      version: message.draft?.version ?? null,
      base: fingerprintOfMessage(message),
      tried: [],
      savedRevision: isAll ? asked.revision : -1,
      view: {
        ...files,
        bodyRevision:
          now.view.bodyRevision + (files.body === undefined || files.body === now.view.body ? 0 : 1),
        status: isLocked(now.view) ? now.view.status : status,
        messageId: message.id,
        threadId: message.thread_id,
        inReplyTo: message.in_reply_to,
        references: message.references,
        quote: message.draft?.quote ?? now.view.quote,
        fault: null,
      },
    });
  }

  /** True when another round is worthwhile at once. */
  async function recover(id: string, line: Line, error: ApiError): Promise<boolean> {
    const window = store.get(id);
    if (!window) return false;
    const back = statusAfterFailure(window);
    if (error.code === 'draft_conflict') return meetNewer(id, line, error);
    if (error.code === 'file_not_found' && (await dropLostFiles(window))) {
      line.again = true;
      return true;
    }
    if (
      error.code === 'message_not_found' &&
      window.view.messageId === null &&
      window.view.answers !== null
    ) {
      leaveOriginal(window);
      line.again = true;
      return true;
    }
    if (
      error.code === 'not_a_draft' ||
      (error.code === 'message_not_found' && window.view.messageId !== null)
    ) {
      beginAnew(window, error.code === 'not_a_draft' ? 'sent' : 'removed');
      line.again = true;
      return true;
    }
    store.update(id, { view: { fault: error, status: back } });
    if (error.status === 401) store.emit({ kind: 'session-ended' });
    else if (isUnreachable(error)) later(id, line, error.retryAfter);
    // A window that cannot be saved must not disappear.
    else if (window.closing) store.update(id, { closing: false, view: { takesFocus: false } });
    return false;
  }

  async function meetNewer(id: string, line: Line, error: ApiError): Promise<boolean> {
    const window = store.get(id);
    if (!window || window.view.messageId === null) return false;
    const newer = newerDraftOf(error) ?? (await fetched(window.view.messageId));
    const now = store.get(id);
    if (!now) return false;
    if (!newer) {
      store.update(id, { view: { fault: error, status: statusAfterFailure(now) } });
      later(id, line);
      return false;
    }
    const print = fingerprintOfMessage(newer);
    const isOwn = print === now.base || now.tried.includes(print) || print === fingerprintOf(now.view);
    if (isOwn) {
      // Our own save whose answer was lost, or a new version number for the same content.
      store.update(id, {
        version: newer.draft?.version ?? null,
        base: print,
        tried: [],
        view: { status: 'saved', fault: null },
      });
      line.again = true;
      return true;
    }
    const takesFocus = !window.closing && now.view.takesFocus;
    store.update(id, { closing: false, view: { conflict: newer, status: 'saved', fault: null, takesFocus } });
    store.emit({ kind: 'conflict', windowId: id });
    return false;
  }

  async function fetched(messageId: string): Promise<Message | null> {
    const answer = await api.getMessage({ params: { id: messageId }, query: {} }).catch(() => null);
    return answer?.data ?? null;
  }

  /** The server removes unattached files after a day, and a window may come back later than that. */
  async function dropLostFiles(window: OpenWindow): Promise<boolean> {
    const lost = new Set<string>();
    for (const file of carriedFiles(window.view)) {
      try {
        await api.getFile({ params: { id: file.id } });
      } catch (error) {
        if (asApiError(error).code === 'file_not_found') lost.add(file.id);
      }
    }
    const now = store.get(window.view.id);
    if (lost.size === 0 || !now) return false;
    const files = now.view.attachmentFiles.map((file) =>
      file.id !== null && lost.has(file.id)
        ? { ...file, id: null, uploadState: 'failed' as const, canRetry: false }
        : file,
    );
    store.changeContent(window.view.id, { attachmentFiles: files });
    for (const file of files.filter(
      ({ uploadState, key }) => uploadState === 'failed' && wasIn(now.view, key),
    )) {
      store.emit({ kind: 'upload-failed', windowId: window.view.id, file });
    }
    return true;
  }

  /**
   * The answered message is gone: its quote, which only the server had rendered, becomes part of the text.
   */
  function leaveOriginal({ view }: OpenWindow): void {
    const takesQuote = view.quoted && view.quote !== null;
    store.changeContent(
      view.id,
      { quoted: false, body: takesQuote ? `${view.body}${view.quote}` : view.body },
      { answers: null, quote: null, bodyRevision: view.bodyRevision + (takesQuote ? 1 : 0) },
    );
  }

  /** The draft was sent or removed elsewhere: what was written since becomes a new draft. */
  function beginAnew({ view }: OpenWindow, because: 'sent' | 'removed'): void {
    store.update(view.id, {
      clientKey: newId(),
      creationTried: false,
      version: null,
      base: null,
      tried: [],
      savedRevision: -1,
      view: { messageId: null, status: 'empty', fault: null, conflict: null },
    });
    store.emit({ kind: 'draft-gone', windowId: view.id, because });
  }

  /** By another tab or device: an unchanged window closes with it; unsaved changes become a new draft. */
  function noteSent(messageId: string, how: 'sent' | 'scheduled'): void {
    const window = store.all().find(({ view }) => view.messageId === messageId);
    if (!window || window.sendAttempt || window.sent || window.deferred || isLocked(window.view)) return;
    const { id, unsaved, conflict } = window.view;
    if (conflict) beginAnew(window, 'sent');
    if (conflict || unsaved) return void save(id);
    // The editor passes on the last keystrokes as the window closes.
    store.update(id, { closing: true });
    store.emit({ kind: 'draft-gone', windowId: id, because: how });
    clock.after(CLOSES_WITHIN_MS, () => void save(id));
  }

  function finishClosing(id: string): void {
    const window = store.get(id);
    if (window?.closing && !window.view.unsaved && !isLocked(window.view)) store.remove(id);
  }

  return {
    save,
    noteSent,
    resume() {
      for (const window of store.all()) {
        lines.get(window.view.id)?.retry.reset();
        if (window.sendAttempt || (window.view.unsaved && window.view.fault)) void save(window.view.id);
      }
    },
    async rest(id) {
      const line = lines.get(id);
      line?.retry.reset();
      if (line) line.again = false;
      await line?.running;
      line?.retry.reset();
    },
    stop() {
      stopped = true;
      for (const line of lines.values()) line.retry.reset();
    },
  };
}

function isDue(window: OpenWindow, evenEmpty: boolean): boolean {
  const { view } = window;
  if (view.conflict || view.loading || isLocked(view)) return false;
  if (window.sendAttempt) return true;
  if (view.messageId === null) return evenEmpty || hasContent(window);
  return window.revision !== window.savedRevision;
}

export function fingerprintOfMessage(message: Message): string {
  return fingerprintOf(contentOf(message));
}

function statusAfterFailure({ view, version }: OpenWindow): ComposeWindow['status'] {
  if (view.status !== 'creating' && view.status !== 'saving') return view.status;
  if (view.messageId === null) return 'empty';
  return version === null ? 'created' : 'saved';
}

function newerDraftOf({ details }: ApiError): Message | null {
  const { draft } = details;
  return typeof draft === 'object' && draft !== null && 'thread_id' in draft ? (draft as Message) : null;
}

function wasIn({ attachmentFiles }: ComposeWindow, key: string): boolean {
  return attachmentFiles.some((file) => file.key === key && file.uploadState === 'uploaded');
}
