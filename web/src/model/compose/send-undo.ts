import type { Message } from '@bocau/contract/messages.ts';
import type { ModelClock } from '../engine/environment.ts';
import { asApiError, isUnreachable } from '../engine/retry.ts';
import type { SendKind, SentMail, UndoOutcome } from './compose-model.ts';
import type { ComposeApi } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import { fingerprintOfMessage } from './draft-saving.ts';
import type { OpenWindow } from './open-window.ts';
import { isQueuedOrSent, windowOfSent } from './send-flow.ts';
import { waiter } from './waiting.ts';

export type SendUndo = {
  undo(messageId: string, how?: SendKind): Promise<UndoOutcome>;
  /** Keeps the window as it was until the message can no longer be undone. */
  hold(id: string, sent: SentMail): void;
  /** Drops the window of a message that can no longer be undone. */
  drop(messageId: string): void;
  sentMails(): readonly SentMail[];
};

type Deps = {
  store: ComposeStore;
  api: ComposeApi;
  clock: ModelClock;
  openDraft(message: Message): string;
  /** Shows a window that was hidden. */
  reopen(id: string): void;
};

/** The server holds a delayed message longer than the offer is shown: retries fit into this margin. */
const PAUSES_MS = [100, 200, 400, 800, 1600, 3200];
/** Keeps the window after the offer ends, for an undo that was begun in time. */
const HELD_AFTER_MS = 15_000;

export function createSendUndo({ store, api, clock, openDraft, reopen }: Deps): SendUndo {
  const runs = new Map<string, Promise<UndoOutcome>>();
  const wait = waiter(clock);
  let shown: readonly SentMail[] = [];

  async function run(messageId: string, how: SendKind): Promise<UndoOutcome> {
    for (let failures = 0; ; ) {
      try {
        return undone(messageId, await takeBack(messageId, how));
      } catch (thrown) {
        const error = asApiError(thrown);
        const pause = PAUSES_MS[failures];
        if (isUnreachable(error) && pause !== undefined) {
          failures++;
          await wait(pause);
          continue;
        }
        // A call without an answer may have succeeded.
        const message = failures > 0 ? await read(messageId) : null;
        if (message?.is_draft && !isQueuedOrSent(message)) return undone(messageId, message);
        // Drops the window if the message is gone; if that is unknown, undo may still be retried for a while.
        clock.after(isUnreachable(error) ? HELD_AFTER_MS : 0, () => drop(messageId));
        return { kind: 'refused', error };
      }
    }
  }

  async function takeBack(id: string, how: SendKind): Promise<Message> {
    if (how === 'schedule') return (await api.cancelSchedule({ params: { id } })).data;
    if (how === 'period') return (await api.cancelPeriodic({ params: { id } })).data;
    return (await api.undoSendMail({ body: { msg_id: id } })).data;
  }

  async function read(id: string): Promise<Message | null> {
    const answer = await api.getMessage({ params: { id }, query: {} }).catch(() => null);
    return answer?.data ?? null;
  }

  function undone(messageId: string, message: Message): UndoOutcome {
    const window = windowOfSent(store.all(), messageId) ?? windowOfAttempt(messageId);
    if (!window) return { kind: 'undone', windowId: openDraft(message) };
    store.update(window.view.id, {
      sent: null,
      sendAttempt: null,
      closing: false,
      version: message.draft?.version ?? window.version,
      base: fingerprintOfMessage(message),
      tried: [],
      // Its writer may have edited it since the unanswered call.
      savedRevision: window.sendAttempt?.revision ?? window.revision,
      view: { status: 'saved', fault: null, threadId: message.thread_id },
    });
    reopen(window.view.id);
    return { kind: 'undone', windowId: window.view.id };
  }

  function windowOfAttempt(messageId: string): OpenWindow | undefined {
    return store.all().find(({ view, sendAttempt }) => sendAttempt !== null && view.messageId === messageId);
  }

  function drop(messageId: string): void {
    const window = windowOfSent(store.all(), messageId);
    if (window && !runs.has(messageId)) store.remove(window.view.id);
  }

  return {
    drop,
    undo(messageId, how) {
      const running = runs.get(messageId);
      if (running !== undefined) return running;
      const known = windowOfSent(store.all(), messageId)?.sent?.how;
      const begun = run(messageId, how ?? known ?? 'send').finally(() => runs.delete(messageId));
      runs.set(messageId, begun);
      return begun;
    },
    hold(id, sent) {
      const { undoUntil } = sent;
      if (undoUntil === null) return store.remove(id);
      store.update(id, {
        sent,
        sendAttempt: null,
        deferred: null,
        view: { status: 'sent', fault: null, messageId: sent.messageId, threadId: sent.threadId },
      });
      const left = Math.max(0, undoUntil - clock.now());
      // Screens that show the offer are notified when it ends.
      clock.after(left, store.notify);
      clock.after(left + HELD_AFTER_MS, () => drop(sent.messageId));
    },
    sentMails() {
      const now = clock.now();
      const mails = store.all().flatMap(({ sent }) => (sent && (sent.undoUntil ?? 0) > now ? [sent] : []));
      if (mails.length !== shown.length || mails.some((mail, index) => mail !== shown[index])) shown = mails;
      return shown;
    },
  };
}
