import { traceMail } from '@bocau/contract/admin-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { expandMessages, receivedIn } from './expand-message.ts';
import { readTracePage } from './read-trace.ts';

export function mailTraceRoutes(deps: { db: ReadDb; clock: Clock }): Route[] {
  return [
    route(traceMail, async ({ query }) => {
      const { events, nextCursor } = await readTracePage(deps, query);
      // Each message to a group costs some questions to the database, and a list may have many.
      const copies = query.message === undefined ? new Map() : await expandMessages(deps, receivedIn(events));
      return {
        data: events.map(({ ref, ...event }) => ({
          ...event,
          copies: event.event === 'received' && ref !== null ? (copies.get(ref) ?? null) : null,
        })),
        meta: { next_cursor: nextCursor },
      };
    }),
  ];
}
