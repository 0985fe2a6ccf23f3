import {
  addDomainKey,
  listDomainKeys,
  removeDomainKey,
  signByDomainKey,
} from '@bocau/contract/admin-domains.ts';
import { requireFreshAdmin } from '../../access/fresh-proof.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Db } from '../../tables.ts';
import * as keys from './change-domain-keys.ts';
import type { DnsDeps } from './check-dns.ts';
import { domainOf } from './find-domain.ts';
import { readKeyList, requirePublished } from './list-domain-keys.ts';

/** An owner may do all of this except leave the domain's mail without a signature that others can verify. */
export function domainKeyRoutes(deps: DnsDeps & { db: Db; log: Logger }): Route[] {
  const { db, clock } = deps;
  return [
    route(listDomainKeys, async ({ caller, params }) => ({
      data: await readKeyList(deps, await domainOf(db, params.domain, caller.actor)),
    })),

    route(addDomainKey, async ({ caller, params, body }) => {
      requireFreshAdmin(caller, clock);
      const domain = await domainOf(db, params.domain, caller.actor);
      await keys.addDomainKey(deps, domain, body.selector ?? null, caller.actor);
      return { data: await readKeyList(deps, domain) };
    }),

    route(signByDomainKey, async ({ caller, params }) => {
      requireFreshAdmin(caller, clock);
      const domain = await domainOf(db, params.domain, caller.actor);
      await requirePublished(deps, domain, params.selector);
      await keys.useDomainKey(deps, domain, params.selector, caller.actor);
      return { data: await readKeyList(deps, domain) };
    }),

    route(removeDomainKey, async ({ caller, params }) => {
      requireFreshAdmin(caller, clock);
      const domain = await domainOf(db, params.domain, caller.actor);
      await keys.removeDomainKey(deps, domain, params.selector, caller.actor);
      return { data: await readKeyList(deps, domain) };
    }),
  ];
}
