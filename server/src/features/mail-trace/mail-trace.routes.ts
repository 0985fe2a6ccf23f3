import { traceMail } from '@bocau/contract/admin-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { readTracePage } from './read-trace.ts';

export function mailTraceRoutes(deps: { db: ReadDb; clock: Clock }): Route[] {
  return [
    route(traceMail, async ({ query }) => {
      const { events, nextCursor } = await readTracePage(deps, query);
      return { data: events.map(({ ref: _, ...event }) => event), meta: { next_cursor: nextCursor } };
    }),
  ];
}
