import { listNewsletters } from '@bocau/contract/newsletters.ts';
import { DERIVED_VERSIONS } from '../../mail/rebuild/derived-versions.ts';
import { readWalk } from '../../mail/rebuild/rebuild.store.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { readNewsletters } from './newsletters.store.ts';
import { newsletterView } from './newsletters.view.ts';

const SENDERS_SHOWN = 200;
const LATELY_SECONDS = 90 * 24 * 3600;

export function newsletterRoutes({ db, clock }: { db: ReadDb; clock: Clock }): Route[] {
  return [
    route(listNewsletters, async ({ caller, query }) => {
      const [walk, rows] = await Promise.all([
        readWalk(db, caller.mailbox, 'newsletters'),
        readNewsletters(db, caller.mailbox, {
          ...{ sort: query.sort ?? 'messages', limit: SENDERS_SHOWN },
          latelyFrom: unixSeconds(clock) - LATELY_SECONDS,
        }),
      ]);
      const counting = walk.version < DERIVED_VERSIONS.newsletters || !walk.finished;
      const [first] = rows;
      const total = first?.all_senders ?? 0;
      const [messages, bytes] = [first?.all_messages ?? 0, first?.all_bytes ?? 0];
      return { data: rows.map(newsletterView), meta: { total, messages, bytes, counting } };
    }),
  ];
}
