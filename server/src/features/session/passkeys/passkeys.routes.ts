import * as contract from '@bocau/contract/passkeys.ts';
import { requireFreshProof } from '../../../access/fresh-proof.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { Failure } from '../../../platform/failure.ts';
import { OK, type Route, route } from '../../../platform/http/routes.ts';
import { isId } from '../../../platform/ids.ts';
import { readUser } from '../../account/read-user.ts';
import { originOf } from '../protection/origin-of.ts';
import { readWaiting } from '../second-step/challenge.ts';
import type { SessionCheck } from '../session-check.ts';
import { type AskDeps, requestNewPasskey, requestPasskey } from './ask-passkey.ts';
import { addPasskey, refuseMore, removePasskey } from './change-passkeys.ts';
import * as store from './passkeys.store.ts';

export function passkeyRoutes({ sessions, ...deps }: AskDeps & { sessions: SessionCheck }): Route[] {
  const { db, clock } = deps;
  return [
    route(contract.listPasskeys, async ({ caller }) => ({
      data: (await store.readPasskeys(db, caller.person)).map(
        ({ id, name, backed_up, created_at, last_used_at }) => ({
          ...{ id, name, backed_up, created_at, last_used_at },
        }),
      ),
    })),

    route(contract.beginPasskey, async ({ caller }) => {
      requireFreshProof(caller, clock);
      const { person, email, session } = caller;
      refuseMore(await store.countPasskeys(db, person));
      const { fullname: name } = await readUser(db, person);
      return { data: await requestNewPasskey(deps, { person, email, name, boundTo: session.tokenHash }) };
    }),

    route(contract.addPasskey, async ({ caller, body, request }) => {
      const added = await addPasskey(deps, caller, body, originOf(request));
      await sessions.sessionsChanged(caller.person);
      return { data: added };
    }),

    route(contract.renamePasskey, async ({ caller, params: { id }, body: { name } }) => {
      const renamed =
        isId(id) &&
        (await inTransaction(db, (tx) => store.updatePasskeyName(tx, caller.person, { id, name })));
      if (!renamed) throw new Failure('not_found', 'There is no such passkey');
      return { data: OK };
    }),

    route(contract.removePasskey, async ({ caller, params, request }) => {
      await removePasskey(deps, caller, params.id, originOf(request));
      await sessions.sessionsChanged(caller.person);
      return { data: OK };
    }),

    route(contract.askPasskey, async ({ body: { challenge } }) => {
      if (challenge === undefined) {
        const use = { purpose: 'sign_in', mailboxId: null, boundTo: null } as const;
        return { data: await requestPasskey(deps, use) };
      }
      const waiting = await readWaiting(deps, challenge);
      return { data: await requestPasskey(deps, { purpose: 'step', ...waiting }) };
    }),

    route(contract.askPasskeyProof, async ({ caller: { person, session } }) => ({
      data: await requestPasskey(deps, {
        purpose: 'proof',
        mailboxId: person,
        boundTo: session.tokenHash,
      }),
    })),
  ];
}
