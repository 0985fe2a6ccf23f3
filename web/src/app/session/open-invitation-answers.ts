import { createInvitationAnswers } from '../../model/invitations/create-invitation-answers.ts';
import { announceAnswerEvent } from '../../parts/previews/answer-invitation.ts';
import { openOnce } from './open-once.ts';

export const openInvitationAnswers = openOnce({
  create: createInvitationAnswers,
  announce: announceAnswerEvent,
  frame: 'calendar_changed',
});
