import { getChanges } from '@bocau/contract/changes.ts';
import { Failure } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { ReadDb } from '../../tables.ts';
import { readChanges } from './read-changes.ts';

export function notificationRoutes({ db }: { db: ReadDb }): Route[] {
  return [
    route(getChanges, async ({ caller, query }) => {
      const changes = await readChanges(db, caller.mailbox, query.since ?? null);
      if (changes === 'too_old') {
        throw new Failure(
          'changes_too_old',
          'What changed since then is not known any more; fetch the lists anew',
        );
      }
      return { data: changes };
    }),
  ];
}
