import {
  answerInvitation,
  getInvitation,
  proposeInvitationTime,
  takeAnswer,
} from '@bocau/contract/invitations.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import * as answer from './answer-invitation.ts';
import * as proposal from './propose-invitation-time.ts';
import { openInvitation } from './show-invitation.ts';
import * as take from './take-answer.ts';

export function invitationRoutes(deps: answer.AnswerDeps & proposal.ProposeDeps): Route[] {
  return [
    route(getInvitation, async ({ caller, params }) => ({
      data: (await openInvitation(deps, caller.mailbox, params.id))?.shown ?? null,
    })),

    route(answerInvitation, async ({ caller, params, body }) => ({
      data: await answer.answerInvitation(deps, caller.mailbox, params.id, body),
    })),

    route(takeAnswer, async ({ caller, params }) => ({
      data: await take.takeAnswer(deps, caller.mailbox, params.id),
    })),

    route(proposeInvitationTime, async ({ caller, params, body }) => ({
      data: await proposal.proposeInvitationTime(deps, caller.mailbox, params.id, body),
    })),
  ];
}
