import type { ChangeSet } from '@bocau/contract/changes.ts';
import type { Message } from '@bocau/contract/messages.ts';
import type { ComposeModel, SendProblem, SentMail } from './compose-model.ts';
import type { ComposeOptions } from './compose-options.ts';
import type { ComposeStore } from './compose-store.ts';
import { createDeferredSends, type DeferredSends } from './deferred-sends.ts';
import type { DraftSaving } from './draft-saving.ts';
import type { FileUploads } from './file-uploads.ts';
import { createSentFollowing } from './follow-sent.ts';
import { isLocked, type OpenWindow } from './open-window.ts';
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
  const undo = createSendUndo({
    ...deps,
    openDraft: (message) => show(opening.draft(message, 'window')),
  });
  // Or each reload would tell it again for as long as the window is kept.
  const following = createSentFollowing({ ...deps, told: undo.drop });
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

  /** Looks at open drafts that their conversations name no longer: one that was scheduled elsewhere closes. */
  async function noteScheduled({ threads }: ChangeSet): Promise<void> {
    const changed = new Set<string | null>(threads.map(({ id }) => id));
    const drafts = new Set(threads.flatMap(({ rows }) => rows.flatMap(({ thread }) => thread.draft_ids)));
    for (const { view } of store.all()) {
      const { messageId: id } = view;
      if (!changed.has(view.threadId) || id === null || drafts.has(id) || isLocked(view)) continue;
      const answer = await deps.api.getMessage({ params: { id }, query: {} }).catch(() => null);
      if (answer && isScheduled(answer.data)) saving.noteSent(id, 'scheduled');
    }
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
        if (frame.event === 'sent') saving.noteSent(frame.data.message_id, 'sent');
        if (frame.event === 'changes') void noteScheduled(frame.data);
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

/** By its time alone: what is sent at once closes windows elsewhere when it can no longer be undone. */
function isScheduled({ intended_time, period }: Message): boolean {
  return intended_time !== null || period !== null;
}
