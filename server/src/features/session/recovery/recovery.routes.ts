import * as contract from '@bocau/contract/recovery.ts';
import { requireFreshProof } from '../../../access/fresh-proof.ts';
import { type PhoneCodeDeps, phoneMethods } from '../../../identity/phone/send-phone-code.ts';
import type { SendingDeps } from '../../../mail/outbox/sending-deps.ts';
import type { SessionCaller } from '../../../platform/caller.ts';
import { OK, type Route, route } from '../../../platform/http/routes.ts';
import { originOf } from '../protection/origin-of.ts';
import type { SessionCheck } from '../session-check.ts';
import { hashToken, newToken } from '../tokens.ts';
import { requirePhoneRecovery, verifyRecoveryCode } from './recover-by-phone.ts';
import * as recovery from './recovery-address.ts';
import { requestLink } from './request-link.ts';
import * as link from './use-link.ts';

type RecoveryDeps = SendingDeps & PhoneCodeDeps & link.LinkDeps & { sessions: SessionCheck };

/** How a user who lost the password chooses a new one, and the addresses for that. */
export function recoveryRoutes({ sessions, ...deps }: RecoveryDeps): Route[] {
  const stateOf = async ({ person }: SessionCaller) => ({
    data: await recovery.readState(deps.db, person),
  });
  return [
    route(contract.requestRecovery, async ({ body, request }) => {
      await requestLink(deps, body.email, originOf(request));
      return { data: OK };
    }),

    route(contract.getRecoveryWays, async () => ({ data: { phone: phoneMethods(deps).length > 0 } })),

    route(contract.requestRecoveryCode, async ({ body, request }) => {
      requirePhoneRecovery(deps);
      const token = newToken();
      await requestLink(deps, body.email, originOf(request), hashToken(token));
      return { data: { request: token } };
    }),

    route(contract.verifyRecoveryCode, async ({ body, request }) => ({
      data: await verifyRecoveryCode(deps, body, originOf(request)),
    })),

    route(contract.readResetLink, async ({ body }) => ({ data: await link.showLink(deps, body.token) })),

    route(contract.resetPassword, async ({ body, request }) => {
      const given = { token: body.token, next: body.new_password };
      const { mailbox } = await link.resetPassword(deps, given, originOf(request));
      await sessions.sessionsChanged(mailbox);
      return { data: OK };
    }),

    route(contract.getRecoveryAddress, ({ caller }) => stateOf(caller)),

    route(contract.setRecoveryAddress, async ({ caller, body, request }) => {
      requireFreshProof(caller, deps.clock);
      const { person } = caller;
      if (body.email === null) await recovery.removeAddress(deps, person, originOf(request));
      else await recovery.setAddress(deps, person, body.email);
      return stateOf(caller);
    }),

    route(contract.verifyRecoveryAddress, async ({ caller, body, request }) => {
      requireFreshProof(caller, deps.clock);
      await recovery.verifyAddress(deps, caller.person, body.code, originOf(request));
      return stateOf(caller);
    }),
  ];
}
