import * as contract from '@bocau/contract/recovery.ts';
import { OK, type Route, route } from '../../../platform/http/routes.ts';
import { originOf } from '../protection/origin-of.ts';
import type { SessionCheck } from '../session-check.ts';
import * as link from './use-link.ts';

type RecoveryDeps = link.LinkDeps & { sessions: SessionCheck };

/** How somebody who has lost the password chooses another. */
export function recoveryRoutes({ sessions, ...deps }: RecoveryDeps): Route[] {
  return [
    route(contract.readResetLink, async ({ body }) => ({ data: await link.showLink(deps, body.token) })),

    route(contract.resetPassword, async ({ body, request }) => {
      const given = { token: body.token, next: body.new_password };
      const { mailbox } = await link.resetPassword(deps, given, originOf(request));
      await sessions.sessionsChanged(mailbox);
      return { data: OK };
    }),
  ];
}
