import {
  APP_PASSWORDS,
  type AppPassword,
  type AppScope,
  createAppPassword,
  listAppPasswords,
  revokeAppPassword,
} from '@bocau/contract/app-passwords.ts';
import { requireFreshProof } from '../../../access/fresh-proof.ts';
import { SESSIONS_CHANGED } from '../../../identity/security/end-sessions.ts';
import { recordSecurityChange } from '../../../identity/security/record-event.ts';
import { deleteAppPassword } from '../../../identity/security/trust.store.ts';
import { type Clock, unixSeconds } from '../../../platform/clock.ts';
import { inTransaction } from '../../../platform/db/database.ts';
import { notify } from '../../../platform/db/notify.ts';
import { Failure } from '../../../platform/failure.ts';
import { OK, type Route, route } from '../../../platform/http/routes.ts';
import { isId, newId } from '../../../platform/ids.ts';
import type { Db } from '../../../tables.ts';
import { announceChange } from '../protection/announce-change.ts';
import { originOf } from '../protection/origin-of.ts';
import { hashRandomCode, newRandomCode } from '../second-step/random-codes.ts';
import * as store from './app-passwords.store.ts';

export function appPasswordRoutes({ db, clock }: { db: Db; clock: Clock }, offered: AppScope[]): Route[] {
  return [
    route(listAppPasswords, async ({ caller }) => ({
      data: (await store.readAppPasswords(db, caller.person)).map(viewOf),
      meta: { scopes: offered },
    })),

    route(createAppPassword, async ({ caller, body, request }) => {
      const missing = body.scopes.find((scope) => !offered.includes(scope));
      if (missing !== undefined) throw notServed(missing);
      requireFreshProof(caller, clock);
      const { person } = caller;
      const now = unixSeconds(clock);
      const password = newRandomCode();
      const scopes = [...new Set(body.scopes)];
      const row = { id: newId(clock), name: body.name, scopes, created_at: now };
      await inTransaction(db, async (tx) => {
        const known = await store.readAppPasswords(tx, person);
        if (known.length >= APP_PASSWORDS) {
          throw new Failure('too_many_app_passwords', `At most ${APP_PASSWORDS} app passwords`);
        }
        await store.insertAppPassword(tx, person, { ...row, token_hash: hashRandomCode(password) });
        const change = {
          mailboxId: person,
          change: 'app_password_made',
          about: body.name,
          at: now,
        } as const;
        await announceChange(tx, change, originOf(request));
      });
      const app_password = viewOf({ ...row, last_used_at: null, last_used_from: null });
      return { data: { app_password, password } };
    }),

    route(revokeAppPassword, async ({ caller, params, request }) => {
      const { person } = caller;
      const now = unixSeconds(clock);
      await inTransaction(db, async (tx) => {
        const name = isId(params.id) ? await deleteAppPassword(tx, person, params.id) : undefined;
        if (name === undefined) throw new Failure('not_found', 'There is no such app password');
        // Connections that it opened end as well.
        await notify(tx, SESSIONS_CHANGED, String(person));
        const change = { mailboxId: person, change: 'app_password_revoked', about: name, at: now } as const;
        await recordSecurityChange(tx, { ...change, ...originOf(request) });
      });
      return { data: OK };
    }),
  ];
}

/** A password for what is not there would open it the day that it is. */
function notServed(scope: AppScope): Failure {
  const fields = [{ field: 'scopes', problem: `${scope} is not served here`, rule: 'not_an_option' }];
  return new Failure('invalid_input', `The body can't be used: ${scope} is not served here`, {
    details: { part: 'body', fields },
  });
}

function viewOf(row: store.AppPasswordRow): AppPassword {
  return { ...row, scopes: row.scopes as AppScope[] };
}
