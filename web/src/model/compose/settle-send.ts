import { ApiError } from '@bocau/contract/client.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { ModelClock } from '../engine/environment.ts';
import { asApiError, isUnreachable } from '../engine/retry.ts';
import type { SendKind, SentMail, TakeBackOutcome, UndoOutcome } from './compose-model.ts';
import type { ComposeApi } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import type { SendAttempt } from './open-window.ts';
import { isOfVersion, isQueuedOrSent, sentMailOf } from './send-flow.ts';

export type SendSettling = {
  /** Determines the result of a send without an answer; false while that is unknown. */
  settle(id: string): Promise<boolean>;
  /** The same for a user who takes the message back. */
  takeBack(id: string): Promise<TakeBackOutcome>;
};

type Deps = {
  store: ComposeStore;
  api: ComposeApi;
  clock: ModelClock;
  undoSend(messageId: string, how: SendKind): Promise<UndoOutcome>;
  /** The message is in the outbox, and its window closes. */
  sent(id: string, sent: SentMail): void;
};

/** Determines the result of sends without an answer, before anything is saved or sent again. */
export function createSendSettling({ store, api, clock, undoSend, sent }: Deps): SendSettling {
  const runs = new Map<string, Promise<TakeBackOutcome>>();

  function unsettled(id: string, error: ApiError): TakeBackOutcome {
    store.update(id, { view: { fault: error } });
    return { kind: 'unsettled', windowId: id };
  }

  /** `undone`: it is a draft. */
  async function run(id: string, asked: SendAttempt, messageId: string): Promise<TakeBackOutcome> {
    let message: Message | null = null;
    try {
      message = (await api.getMessage({ params: { id: messageId }, query: {} })).data;
    } catch (thrown) {
      const error = asApiError(thrown);
      if (isUnknown(error)) return unsettled(id, error);
    }
    // It may have been taken back meanwhile.
    const attempt = store.get(id)?.sendAttempt ?? asked;
    if (!message || !isQueuedOrSent(message)) {
      forget(id, attempt);
      return { kind: 'undone', windowId: id };
    }
    if (attempt.takenBack) {
      const outcome = await undoSend(messageId, attempt.how.type);
      if (outcome.kind === 'refused' && isUnknown(outcome.error)) return unsettled(id, outcome.error);
      if (outcome.kind === 'undone') forget(id, attempt);
      if (outcome.kind !== 'refused') return outcome;
    }
    const window = store.get(id);
    if (window?.revision === attempt.revision && isOfVersion(message, window.version)) {
      const mail = sentMailOf(attempt, message, clock.now());
      sent(id, mail);
      store.emit({ kind: 'sent-after-all', sent: mail });
    } else {
      // Another version was sent than the window holds; the next save learns that the draft is gone.
      store.update(id, { sendAttempt: null, view: { fault: null } });
      store.changeContent(id, {});
    }
    return tooLate();
  }

  function forget(id: string, { takenBack }: SendAttempt): void {
    store.update(id, { sendAttempt: null, view: { fault: null } });
    // The unanswered call may still arrive: the new revision makes it older than the next save.
    if (takenBack) store.changeContent(id, {});
  }

  function begin(id: string): Promise<TakeBackOutcome> | null {
    const window = store.get(id);
    if (!window?.sendAttempt || window.view.messageId === null) return null;
    const begun = run(id, window.sendAttempt, window.view.messageId).finally(() => runs.delete(id));
    runs.set(id, begun);
    return begun;
  }

  return {
    async settle(id) {
      const waits = store.get(id)?.sendAttempt?.takenBack === 'unsettled';
      const outcome = await (runs.get(id) ?? begin(id));
      if (waits && outcome?.kind === 'undone') store.emit({ kind: 'deferred-opened', windowId: id, outcome });
      return outcome?.kind !== 'unsettled';
    },
    async takeBack(id) {
      const outcome = await (runs.get(id) ?? begin(id));
      const sendAttempt = store.get(id)?.sendAttempt;
      if (outcome?.kind === 'unsettled' && sendAttempt)
        store.update(id, { sendAttempt: { ...sendAttempt, takenBack: 'unsettled' } });
      return outcome ?? { kind: 'undone', windowId: id };
    },
  };
}

export function tooLate(): TakeBackOutcome {
  return { kind: 'refused', error: new ApiError(409, 'not_undoable', 'It was sent') };
}

function isUnknown(error: ApiError): boolean {
  return isUnreachable(error) || error.status === 401;
}
