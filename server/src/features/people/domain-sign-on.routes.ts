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
import type { Db } from '../../tables.ts';
import { domainOf } from './find-domain.ts';
import { hasProvider } from './suspend-domain.store.ts';

type Domain = { id: number; name: string };
type Wanted = { issuer: string; client: string; secret: string | null | undefined; trustEmail: boolean };

type Deps = {
  db: Db;
  clock: Clock;
  signOn: {
    describe(domainId: number): Promise<DomainSignOn>;
    set(domain: Domain, wanted: Wanted, actor: Actor): Promise<void>;
    remove(domain: Domain, actor: Actor): Promise<void>;
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
      await requireOwnPeople(domain.id, caller.actor);
      const { issuer, client, client_secret: secret, trust_email: trustEmail } = body;
      await signOn.set(domain, { issuer, client, secret, trustEmail }, caller.actor);
      return { data: await signOn.describe(domain.id) };
    }),

    route(removeDomainSignOn, async ({ caller, params }) => {
      requireFreshAdmin(caller, clock);
      const domain = await domainOf(db, params.domain, caller.actor);
      await requireOwnPeople(domain.id, caller.actor);
      await signOn.remove(domain, caller.actor);
      return { data: await signOn.describe(domain.id) };
    }),
  ];

  /** Whoever says who people are signs in as any of them: an owner must not say it of who administers everything. */
  async function requireOwnPeople(domainId: number, { kind, domainId: administers }: Actor): Promise<void> {
    const isProvider = administers === null && kind !== 'token';
    if (isProvider || !(await hasProvider(db, domainId))) return;
    throw new Failure('forbidden', 'Only a provider may set the single sign-on of a domain where one is');
  }
}
