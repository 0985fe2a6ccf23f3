import type { ComposeModel, SendProblem, SentMail } from './compose-model.ts';
import type { ComposeOptions } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import { createDeferredSends, type DeferredSends } from './deferred-sends.ts';
import type { DraftSaving } from './draft-saving.ts';
import type { FileUploads } from './file-uploads.ts';
import { createSentFollowing } from './follow-sent.ts';
import type { OpenWindow } from './open-window.ts';
import type { Opening } from './opening.ts';
import type { createRecipientChecks } from './recipient-checks.ts';
import { createSendFlow } from './send-flow.ts';
import { createSendUndo } from './send-undo.ts';
import { createSendSettling, type SendSettling } from './settle-send.ts';

export type Sending = {
  acts: Pick<
    ComposeModel,
    'send' | 'sentMails' | 'undoSend' | 'deferredMails' | 'takeBackDeferred' | 'takeFrame'
  >;
  /** Deferred messages: those that wait for the connection. */
  deferred: Pick<DeferredSends, 'resume' | 'resumeAll' | 'flush'>;
  settle: SendSettling['settle'];
  /** The message is in the outbox: keeps its window while it can be undone, and follows its delivery. */
  follow(id: string, mail: SentMail): void;
  stop(): void;
};

type Deps = Pick<ComposeOptions, 'api' | 'clock' | 'online' | 'settings'> & {
  store: ComposeStore;
  saving: DraftSaving;
  uploads: FileUploads;
  opening: Opening;
  checks: ReturnType<typeof createRecipientChecks>;
  problems(id: string): readonly SendProblem[];
  persist(id: string): Promise<void>;
  show(window: OpenWindow): string;
  reopen(id: string): void;
  /** The message is no longer a draft. */
  onSent(mail: SentMail): void;
};

/** Everything from "Send" on: sending now or deferred, undo, and following the delivery. */
export function createSending(deps: Deps): Sending {
  const { store, saving, uploads, opening, online, persist, show, reopen } = deps;
  const following = createSentFollowing(deps);
  const undo = createSendUndo({
    ...deps,
    openDraft: (message) => show(opening.draft(message, 'window')),
  });
  const settling = createSendSettling({ ...deps, undoSend, sent });
  const flow = createSendFlow({
    ...deps,
    recipientsChecked: deps.checks.settle,
    stopUploads: uploads.stopAll,
    defer: (id, send, because) => deferring.defer(id, send, because),
    sent,
  });
  const deferring = createDeferredSends({
    store,
    clock: deps.clock,
    send: flow.sendDeferred,
    running: flow.running,
    undoSend,
    resumeUploads: () => uploads.resume('lost'),
    isOnline: online.isOnline,
    persist,
    reopen(id) {
      reopen(id);
      opening.complete(id);
    },
    save: (id) => void saving.save(id),
    takeBackAttempt: settling.takeBack,
  });

  function follow(id: string, mail: SentMail): void {
    // CW-4: no person closed this window, so the others stay as they are.
    undo.hold(id, mail);
    following.follow(mail);
  }

  function sent(id: string, mail: SentMail): void {
    deps.onSent(mail);
    follow(id, mail);
  }

  async function undoSend(...[messageId, how]: Parameters<ComposeModel['undoSend']>) {
    const outcome = await undo.undo(messageId, how);
    if (outcome.kind === 'undone') following.forget(messageId);
    return outcome;
  }

  return {
    acts: {
      send: flow.send,
      sentMails: undo.sentMails,
      undoSend,
      deferredMails: deferring.list,
      takeBackDeferred: deferring.takeBack,
      takeFrame(frame) {
        following.takeFrame(frame);
        if (frame.event === 'sent') saving.noteSent(frame.data.message_id);
      },
    },
    deferred: deferring,
    settle: settling.settle,
    follow,
    stop() {
      deferring.stop();
      following.stop();
    },
  };
}
