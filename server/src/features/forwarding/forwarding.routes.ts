import { resendForwardCode, verifyForward } from '@bocau/contract/forwarding.ts';
import { requireFreshProof } from '../../access/fresh-proof.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import * as verify from './verify-forward.ts';

export function forwardingRoutes(deps: SendingDeps): Route[] {
  return [
    route(verifyForward, async ({ caller, body }) => {
      requireFreshProof(caller, deps.clock);
      const said = { code: body.code, email: body.account_to };
      return { data: { ...OK, is_enable: await verify.verifyForward(deps, caller.mailbox, said) } };
    }),

    route(resendForwardCode, async ({ caller, body }) => {
      await verify.resendCode(deps, caller.mailbox, body);
      return { data: OK };
    }),
  ];
}
