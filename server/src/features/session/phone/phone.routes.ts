import * as contract from '@bocau/contract/phone.ts';
import { Failure } from '../../../platform/failure.ts';
import { countAddress, type RateLimits } from '../../../platform/http/rate-limit.ts';
import { OK, type Route, route } from '../../../platform/http/routes.ts';
import { originOf } from '../protection/origin-of.ts';
import type { SessionCheck } from '../session-check.ts';
import { CODE_LIMIT } from '../sign-in-limits.ts';
import { sendStepCode } from './send-step-code.ts';
import * as phone from './verify-phone.ts';

type PhoneRoutesDeps = phone.PhoneDeps & { sessions: SessionCheck; limits: RateLimits };

/** AP-59, AP-60, AP-62, AP-65: the phone number of a person, and codes sent to it. */
export function phoneRoutes({ sessions, limits, ...deps }: PhoneRoutesDeps): Route[] {
  return [
    route(contract.listCountries, async () => ({ data: phone.countriesOf(deps) })),

    route(contract.getVerification, async ({ caller }) => ({
      data: await phone.readVerification(deps, caller.person),
    })),

    route(contract.startVerification, async ({ caller, body }) => ({
      data: await phone.startVerification(deps, caller, body),
    })),

    ...[contract.confirmVerification, contract.setPhone].map((endpoint) =>
      route(endpoint, async ({ caller, body, request }) => {
        const data = await phone.confirmVerification(deps, caller, body, originOf(request));
        await sessions.sessionsChanged(caller.person);
        return { data };
      }),
    ),

    route(contract.removePhone, async ({ caller, request }) => {
      await phone.removePhone(deps, caller, originOf(request));
      return { data: OK };
    }),

    route(contract.sendCode, async ({ body, request }) => {
      const { challenge, method } = body;
      if (challenge !== undefined) {
        countAddress(limits, CODE_LIMIT, request.ip);
        return { data: await sendStepCode(deps, { challenge, method }) };
      }
      const given = sessions.tokenOf(request, false);
      const caller = given === null ? null : await sessions.check(given.token);
      if (caller === null) throw new Failure('session_required', 'Sign in, or name a challenge');
      return { data: await phone.resendVerification(deps, caller, method) };
    }),
  ];
}
