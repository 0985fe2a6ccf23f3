import { getAdministrator } from '@bocau/contract/administration.ts';
import { ADMIN_SCOPES } from '@bocau/contract/endpoint.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { readDomainName } from './administrators.store.ts';

export function administratorRoutes({ db }: { db: ReadDb }): Route[] {
  return [
    route(getAdministrator, async ({ caller: { actor, scopes } }) => ({
      data: {
        name: actor.name,
        scopes: ADMIN_SCOPES.filter((scope) => scopes.has(scope)),
        domain: actor.domainId === null ? null : await readDomainName(db, actor.domainId),
      },
    })),
  ];
}
