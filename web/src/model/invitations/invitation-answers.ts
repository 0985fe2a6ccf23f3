import type { StandingAnswer } from '@bocau/contract/calendar.ts';
import type { ApiError } from '@bocau/contract/client.ts';
import type { Invitation } from '@bocau/contract/invitations.ts';

/** An answer to the invitation in a file of a message, as data. `before`: what undoes it. */
export type AnswerOperation = {
  kind: 'answer';
  id: string;
  title: string;
  answer: StandingAnswer;
  before: StandingAnswer;
  /** What stood as it was pressed; none where that was an answer to an earlier version. */
  stands?: StandingAnswer;
  /** Of an undo or one that waits: this answer is replaced, and no other that was given since. */
  insteadOf?: StandingAnswer;
};

/** An answer that has begun: the card shows it already. */
export type AnswerAct = {
  /** Settles when the server has answered: true where the answer stands, and its organiser is not told of it yet. */
  readonly settled: Promise<boolean>;
  /** `refused` is announced by an event. One that waits for a connection is `done`. */
  undo(): Promise<'done' | 'nothing' | 'refused'>;
};

export type AnswerEvent =
  | { kind: 'answered'; id: string; invitation: Invitation }
  /** `undoing`: its undo was refused. */
  | { kind: 'refused'; operation: AnswerOperation; error: ApiError; undoing: boolean };

/** Answers that are given on the messages of invitations, on the engine of pending operations. */
export type InvitationAnswers = {
  subscribe(listener: () => void): () => void;
  onEvent(listener: (event: AnswerEvent) => void): () => void;
  /** What the card shows instead of what the server has said; null where nothing is pending. */
  pending(id: string): StandingAnswer | null;
  /** Whether what is pending waits for a connection. */
  isWaiting(id: string): boolean;
  act(operation: AnswerOperation): AnswerAct;
  /** Sends what an earlier page has left unsent. */
  start(): Promise<void>;
  changed(): void;
  connected(): void;
  /** The session has ended: nothing is sent any more, and what is begun is stored for the next one. */
  rest(): void;
  close(): void;
};
