import type { StandingAnswer } from '@bocau/contract/calendar.ts';
import type { ApiClient } from '@bocau/contract/client.ts';
import type { Invitation } from '@bocau/contract/invitations.ts';
import type { ClaimTab, KeyValueStorage, ModelClock, Online } from '../engine/environment.ts';
import { createNotifier } from '../engine/notifier.ts';
import type { OperationKind } from '../engine/noun.ts';
import { createOperationQueue, type OperationQueue } from '../engine/operation-queue.ts';
import { createOverlay } from '../engine/overlay.ts';
import { firstOf, type PendingOperation } from '../engine/pending-operation.ts';
import { createPersistedOperations } from '../engine/persisted-operations.ts';
import type { AnswerAct, AnswerEvent, AnswerOperation, InvitationAnswers } from './invitation-answers.ts';

type Options = {
  api: Pick<ApiClient, 'answerInvitation'>;
  clock: ModelClock;
  storage: KeyValueStorage;
  online: Online;
  /** Who answers: unsent answers are persisted under this name. */
  owner: string;
  tabId: string;
  claim?: ClaimTab | undefined;
};

/** The engine knows lists of rows; all answers are one of them. */
const ANSWERS = 'answers';

type AnswerRow = { readonly id: string; readonly answer: StandingAnswer };

type Answers = {
  row: AnswerRow;
  detail: { id: string };
  operation: AnswerOperation;
  answer: { invitation: Invitation };
  lists: object;
  counts: { answers: number };
};

type Pending = PendingOperation<Answers>;

/** CL-417: each is sent, in their order: the one that was pressed last stands. */
const KIND: OperationKind<Answers> = {
  targets: ({ id, before }) => [{ row: { id, answer: before }, listId: ANSWERS }],
  changeRows: ({ id, answer }) => new Map([[ANSWERS, { id, answer }]]),
  changeDetail: (_operation, _target, detail) => detail,
  inverse: ({ answer, before, ...operation }) => ({
    ...operation,
    ...{ answer: before, before: answer, insteadOf: answer },
  }),
};

export function createInvitationAnswers(options: Options): InvitationAnswers {
  const { api, clock, storage, online, owner, tabId, claim } = options;
  const notifier = createNotifier<AnswerEvent>();
  let isResting = false;
  let starting: Promise<void> | null = null;
  const overlay = createOverlay<Answers>({
    kindOf: () => KIND,
    lists: () => ({}),
    resolve: (id) => id,
    rowsOf: () => new Map(),
    addImplied: () => undefined,
    count: () => ({ answers: 1 }),
  });
  const persisted = createPersistedOperations<Answers>({
    queue: (): OperationQueue<Answers> => queue,
    ...{ storage, clock, tabId, claim, name: 'invitation-answers' },
  });
  const queue: OperationQueue<Answers> = createOperationQueue<Answers>({
    kindOf: () => KIND,
    async send({ id, answer, insteadOf }) {
      const body = { answer, ...(insteadOf && { instead_of: insteadOf }) };
      return { invitation: (await api.answerInvitation({ params: { id }, body })).data };
    },
    lists: () => ({}),
    resolve: (id) => id,
    ...{ overlay, batch: notifier.batch, clock, isOnline: online.isOnline },
    changed() {
      persisted.changed();
      tell();
    },
    refused(pending, error) {
      const { operation } = firstOf(pending);
      notifier.emit({ kind: 'refused', operation, error, undoing: pending.undoes !== null });
    },
    confirmed({ operation: { id }, answer }) {
      if (answer) notifier.emit({ kind: 'answered', id, invitation: answer.invitation });
    },
    // What the server has answered says all that there is to know.
    sync: () => queue.drop(queue.answered()),
  });
  const stopListening = online.onChange(() => {
    if (online.isOnline()) resume();
    else tell();
  });

  function tell(): void {
    notifier.batch(() => undefined);
  }

  function resume(): void {
    if (!isResting) queue.resume();
  }

  function rest(): void {
    isResting = true;
    queue.pause();
  }

  const pendingOf = (id: string) => queue.unanswered().filter(({ operation }) => operation.id === id);

  const isWaiting = (id: string) =>
    pendingOf(id).some(({ state, attempts }) => state === 'waiting' && (attempts > 0 || !online.isOnline()));

  /** When the server has answered the undo, or it is seen to wait for a connection. */
  function undone(pending: Pending): Promise<boolean> {
    const { id } = pending.operation;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const look = () => {
      if (isWaiting(id)) resolve(true);
    };
    const stop = notifier.subscribe(look);
    look();
    void queue.undone(pending).then(resolve);
    return promise.finally(stop);
  }

  function actOf(pending: Pending): AnswerAct {
    return {
      settled: pending.settled.then(
        (isDone) => isDone && pending.answer?.invitation.answered?.untold === true,
      ),
      async undo() {
        if (!queue.undo(pending)) return 'nothing';
        const isUnsent = pending.state === 'gone' && pending.answer === null;
        return isUnsent || (await undone(pending)) ? 'done' : 'refused';
      },
    };
  }

  return {
    subscribe: notifier.subscribe,
    onEvent: notifier.onEvent,
    pending: (id) => pendingOf(id).at(-1)?.operation.answer ?? null,
    isWaiting,
    act(operation) {
      // CL-435: it may be sent hours later, when another device has given another answer.
      const { id, stands } = operation;
      const isLate = stands !== undefined && (!online.isOnline() || isWaiting(id));
      return actOf(queue.begin(isLate ? { ...operation, insteadOf: stands } : operation));
    },
    start() {
      starting ??= persisted.restore(owner).then(resume);
      return starting;
    },
    changed: () => undefined,
    connected: resume,
    rest,
    close() {
      rest();
      persisted.close();
      stopListening();
    },
  };
}
