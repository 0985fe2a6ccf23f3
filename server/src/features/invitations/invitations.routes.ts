import { answerInvitation, getInvitation, proposeInvitationTime } from '@bocau/contract/invitations.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import * as answer from './answer-invitation.ts';
import * as proposal from './propose-invitation-time.ts';
import { openInvitation } from './show-invitation.ts';

export function invitationRoutes(deps: proposal.ProposeDeps): Route[] {
  return [
    route(getInvitation, async ({ caller, params }) => ({
      data: (await openInvitation(deps, caller.mailbox, params.id))?.shown ?? null,
    })),

    route(answerInvitation, async ({ caller, params, body }) => ({
      data: await answer.answerInvitation(deps, caller.mailbox, params.id, body.answer),
    })),

    route(proposeInvitationTime, async ({ caller, params, body }) => ({
      data: await proposal.proposeInvitationTime(deps, caller.mailbox, params.id, body),
    })),
  ];
}
