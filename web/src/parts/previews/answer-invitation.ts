import type { ApiError } from '@bocau/contract/client.ts';
import type { Invitation, InvitationAnswer } from '@bocau/contract/invitations.ts';
import { errorWords } from '../../i18n/error-words.ts';
import { say } from '../../i18n/i18n.ts';
import type { AnswerEvent, InvitationAnswers } from '../../model/invitations/invitation-answers.ts';
import { announceAct } from '../acts/announce-act.ts';
import { notify } from '../notices/notify.ts';

type Pressed = {
  fileId: string;
  /** As it was read. */
  invitation: Invitation;
  answer: InvitationAnswer;
};

/** CL-391: the notice of an answer takes it back as long as its organiser is not told of it. */
export function answerInvitation(
  answers: InvitationAnswers,
  { fileId: id, invitation, answer }: Pressed,
): void {
  const { answered, title: given } = invitation;
  const before = answers.pending(id) ?? (answered?.to_this ? answered.answer : 'waiting');
  if (before === answer) return;
  const isKnown = answered === null || answered.to_this || answers.pending(id) !== null;
  const title = given || say('invitation.noTitle');
  const act = answers.act({ kind: 'answer', id, title, answer, before, ...(isKnown && { stands: before }) });
  announceAct(
    {
      settled: act.settled,
      async undo() {
        const undone = await act.undo();
        if (undone === 'refused') throw new Error('The undo of an answer was refused');
        return undone === 'done';
      },
      // It is announced already.
      refused: () => undefined,
    },
    say(`invitation.given.${answer}`, { title }),
    { isTold: () => true, tells: answers.isWaiting(id) ? say('invitation.goesLater') : undefined },
  );
}

/** CL-402: what the server refuses is said, wherever the person is by then. */
export function announceAnswerEvent(event: AnswerEvent): void {
  if (event.kind !== 'refused') return;
  const { error, operation, undoing } = event;
  const { title } = operation;
  const text = undoing
    ? undoRefused(error)
    : `${say('invitation.answerRefused', { title })} ${whyRefused(error)}`;
  notify({ text, tone: 'danger', seconds: 8 });
}

function undoRefused(error: ApiError): string {
  if (error.code === 'invitation_closed') return say('invitation.answerStands');
  if (error.code === 'event_changed') return say('invitation.answerSince');
  return whyRefused(error);
}

function whyRefused(error: ApiError): string {
  if (error.code === 'event_changed') return say('invitation.answeredElsewhere');
  // Elsewhere it is said of a draft.
  return error.code === 'sending_disabled' ? say('composeWindow.notes.disabled') : errorWords(say, error);
}
