import { suggest } from '@bocau/contract/search.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { suggestThreads } from './suggest.ts';

export function searchRoutes({ db }: { db: ReadDb }): Route[] {
  return [
    route(suggest, async ({ caller, query }) => ({
      data: await suggestThreads(db, caller.mailbox, query.search_text),
    })),
  ];
}
