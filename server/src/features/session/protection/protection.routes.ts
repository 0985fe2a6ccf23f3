import * as contract from '@bocau/contract/second-step.ts';
import type { FastifyRequest } from 'fastify';
import { deleteTrustedDevices } from '../../../identity/security/trust.store.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { OK, type Route, route } from '../../../platform/http/routes.ts';
import type { PasswordDeps } from '../check-password.ts';
import { givenDevice } from '../cookies.ts';
import type { ProofDeps } from '../second-step/judge-proof.ts';
import type { SessionCheck } from '../session-check.ts';
import { changePassword } from './change-password.ts';
import * as step from './change-second-step.ts';
import { originOf } from './origin-of.ts';
import { type Prover, proveIdentity } from './prove-identity.ts';

type ProtectionDeps = PasswordDeps & step.SecondStepDeps & ProofDeps & { sessions: SessionCheck };

/** How a user authenticates, and how they change that. */
export function protectionRoutes({ sessions, ...deps }: ProtectionDeps): Route[] {
  return [
    route(contract.proveIdentity, async ({ caller, body, request }) => {
      const proven_until = await proveIdentity(deps, caller, body, proverOf(request));
      await sessions.sessionsChanged(caller.person);
      return { data: { proven_until } };
    }),

    route(contract.changePassword, async ({ caller, body, request }) => {
      const passwords = { current: body.current_password, next: body.new_password };
      await changePassword(deps, caller, passwords, proverOf(request));
      await sessions.sessionsChanged(caller.person);
      return { data: OK };
    }),

    route(contract.getTwoStep, async ({ caller }) => ({ data: await step.readState(deps, caller) })),

    route(contract.setUpTwoStep, async ({ caller }) => ({ data: await step.setUp(deps, caller) })),

    route(contract.turnOnTwoStep, async ({ caller, body, request }) => {
      const recovery_codes = await step.turnOn(deps, caller, body.code, originOf(request));
      await sessions.sessionsChanged(caller.person);
      return { data: { recovery_codes } };
    }),

    ...[contract.deleteTwoStep, contract.turnOffTwoStep].map((endpoint) =>
      route(endpoint, async ({ caller, body, request }) => {
        await step.turnOff(deps, caller, body.code, originOf(request));
        await sessions.sessionsChanged(caller.person);
        return { data: OK };
      }),
    ),

    route(contract.makeRecoveryCodes, async ({ caller, request }) => {
      const recovery_codes = await step.makeRecoveryCodes(deps, caller, originOf(request));
      await sessions.sessionsChanged(caller.person);
      return { data: { recovery_codes } };
    }),

    route(contract.forgetTrustedDevices, async ({ caller }) => {
      await inTransaction(deps.db, (tx) => deleteTrustedDevices(tx, caller.person));
      return { data: OK };
    }),
  ];
}

function proverOf(request: FastifyRequest): Prover {
  return { ...originOf(request), device: givenDevice(request) };
}
