import { getPush, removePush, savePush } from '@bocau/contract/push.ts';
import type { Clock } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { Failure } from '../../platform/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import type { SecretBox } from '../../platform/secrets/secret-box.ts';
import type { Db } from '../../tables.ts';
import { checkSubscription } from './check-subscription.ts';
import { deleteOfSession, hasSubscription } from './push.store.ts';
import { saveSubscription } from './save-subscription.ts';
import { findPublicKey } from './vapid-keys.ts';

type PushDeps = {
  db: Db;
  clock: Clock;
  secrets: SecretBox | null;
  config: { push: { offered: boolean; internalHosts: ReadonlySet<string> } };
};

export function pushRoutes({ db, clock, secrets, config: { push } }: PushDeps): Route[] {
  return [
    route(getPush, async ({ caller }) => {
      const isOffered = push.offered && secrets !== null;
      const key = isOffered ? await findPublicKey({ db, clock, secrets }) : null;
      return { data: { key, subscribed: await hasSubscription(db, caller.person, caller.session.id) } };
    }),

    route(savePush, async ({ caller, body }) => {
      if (!push.offered || secrets === null)
        throw new Failure('service_unavailable', 'Nothing is pushed from here');
      checkSubscription(body.subscription, push.internalHosts);
      await saveSubscription({ db, clock }, caller, body);
      return { data: OK };
    }),

    route(removePush, async ({ caller }) => {
      await inTransaction(db, (tx) => deleteOfSession(tx, caller.person, caller.session.id));
      return { data: OK };
    }),
  ];
}
