import { answerInvitation, getInvitation } from '@bocau/contract/invitations.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import * as answer from './answer-invitation.ts';
import { openInvitation } from './show-invitation.ts';

export function invitationRoutes(deps: SendingDeps): Route[] {
  return [
    route(getInvitation, async ({ caller, params }) => ({
      data: (await openInvitation(deps, caller.mailbox, params.id))?.shown ?? null,
    })),

    route(answerInvitation, async ({ caller, params, body }) => ({
      data: await answer.answerInvitation(deps, caller.mailbox, params.id, body.answer),
    })),
  ];
}
