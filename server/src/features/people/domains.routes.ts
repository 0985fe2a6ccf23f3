import {
  addDomain,
  checkDomain,
  DOMAINS_PER_PAGE,
  type Domain,
  listDomains,
  showDomain,
} from '@bocau/contract/admin-domains.ts';
import { requireFreshAdmin } from '../../access/fresh-proof.ts';
import type { Actor } from '../../platform/caller.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure, invalidInput } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Db } from '../../tables.ts';
import { checkDns, type DnsDeps } from './check-dns.ts';
import { createDomain } from './create-people.ts';
import { isDomainName } from './domain-name.ts';
import { type DomainRow, readDomain, readDomains, readUse } from './domains.store.ts';

type Deps = DnsDeps & { db: Db };

export function domainRoutes(deps: Deps): Route[] {
  const { db, clock } = deps;

  async function domainOf(name: string, { domainId }: Actor): Promise<DomainRow> {
    const row = await readDomain(db, name.toLowerCase(), domainId);
    if (!row) throw new Failure('not_found', 'There is no such domain');
    return row;
  }

  return [
    route(listDomains, async ({ caller, query }) => {
      const { search = '', cursor, limit = DOMAINS_PER_PAGE } = query;
      const after = cursor === undefined ? '' : readCursor(cursor);
      const page = { domainId: caller.actor.domainId, search: search.trim().toLowerCase(), after };
      const found = await readDomains(db, { ...page, limit: limit + 1 });
      const data = found.slice(0, limit);
      const last = found.length > limit ? data.at(-1) : undefined;
      return { data: data.map(view), meta: { next_cursor: last ? encodeCursor([last.name]) : null } };
    }),

    route(showDomain, async ({ caller, params }) => {
      const row = await domainOf(params.domain, caller.actor);
      return { data: { ...view(row), ...(await readUse(db, row.id)) } };
    }),

    route(addDomain, async ({ caller, body }) => {
      requireFreshAdmin(caller, clock);
      const name = body.new_name.trim().toLowerCase();
      if (!isDomainName(name)) {
        throw invalidInput('This is no domain name', {
          field: 'new_name',
          problem: 'is no domain name',
          rule: 'invalid',
        });
      }
      await createDomain(deps, name, true, caller.actor);
      return { data: view(await domainOf(name, caller.actor)) };
    }),

    route(checkDomain, async ({ caller, params }) => {
      return { data: await checkDns(deps, await domainOf(params.domain, caller.actor)) };
    }),
  ];
}

function view({ id, ...domain }: DomainRow): Domain {
  return domain;
}

function readCursor(cursor: string): string {
  const [name] = decodeCursor(cursor, 1) ?? [];
  if (typeof name !== 'string') throw new Failure('invalid_cursor', 'The cursor is of no list like this');
  return name;
}
