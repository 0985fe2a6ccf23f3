import {
  type DomainSignOn,
  removeDomainSignOn,
  setDomainSignOn,
  showDomainSignOn,
} from '@bocau/contract/admin-sign-on.ts';
import { requireFreshAdmin } from '../../access/fresh-proof.ts';
import type { Actor } from '../../platform/caller.ts';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Db, Tx } from '../../tables.ts';
import { lockDomain } from './accounts.store.ts';
import { domainOf } from './find-domain.ts';
import { hasProvider } from './suspend-domain.store.ts';

type Domain = { id: number; name: string };
type Wanted = { issuer: string; client: string; secret: string | null | undefined; trustEmail: boolean };

type By = { actor: Actor; judge(tx: Tx): Promise<void> };

type Deps = {
  db: Db;
  clock: Clock;
  signOn: {
    describe(domainId: number): Promise<DomainSignOn>;
    set(domain: Domain, wanted: Wanted, by: By): Promise<void>;
    remove(domain: Domain, by: By): Promise<void>;
  };
};

export function domainSignOnRoutes({ db, clock, signOn }: Deps): Route[] {
  return [
    route(showDomainSignOn, async ({ caller, params }) => {
      const { id } = await domainOf(db, params.domain, caller.actor);
      return { data: await signOn.describe(id) };
    }),

    route(setDomainSignOn, async ({ caller, params, body }) => {
      requireFreshAdmin(caller, clock);
      const domain = await domainOf(db, params.domain, caller.actor);
      const { issuer, client, client_secret: secret, trust_email: trustEmail } = body;
      await signOn.set(domain, { issuer, client, secret, trustEmail }, byOf(domain.id, caller.actor));
      return { data: await signOn.describe(domain.id) };
    }),

    route(removeDomainSignOn, async ({ caller, params }) => {
      requireFreshAdmin(caller, clock);
      const domain = await domainOf(db, params.domain, caller.actor);
      await signOn.remove(domain, byOf(domain.id, caller.actor));
      return { data: await signOn.describe(domain.id) };
    }),
  ];
}

function byOf(domainId: number, actor: Actor): By {
  return { actor, judge: (tx) => requireOwnPeople(tx, domainId, actor) };
}

/**
 * Whoever controls single sign-on can sign in as anyone in the domain: an owner must not configure it for a
 * provider. No one in the domain can become a provider meanwhile.
 */
async function requireOwnPeople(
  tx: Tx,
  domainId: number,
  { kind, domainId: administers }: Actor,
): Promise<void> {
  if (administers === null && kind !== 'token') return;
  await lockDomain(tx, domainId);
  if (!(await hasProvider(tx, domainId))) return;
  throw new Failure('forbidden', 'Only a provider may set the single sign-on of a domain where one is');
}
