import { REVIEW_DAYS, REVIEWED_AT_ONCE, reviewPerson } from '@bocau/contract/admin-review.ts';
import { recordActs } from '../../identity/administration/record-acts.ts';
import type { Actor } from '../../platform/caller.ts';
import { type Clock, unixSeconds } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/database.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { firstIdFrom } from '../../platform/ids.ts';
import type { Db } from '../../tables.ts';
import { administeredBy } from './administered-by.ts';
import { hasReviewed, type ReviewPlace, readReview } from './review.store.ts';
import { reviewedView } from './review.view.ts';
import type { Administered } from './security.store.ts';

const DAY_SECONDS = 24 * 3600;
/** Repeated views within this time count as one. */
const ONE_LOOK_SECONDS = 3600;

type Deps = { db: Db; clock: Clock };

/** The review of an account, for cleaning up after a break-in. */
export function reviewRoutes({ db, clock }: Deps): Route[] {
  /** Every review is audited: if it cannot be recorded, nothing is shown. */
  async function noteLook({ id: mailboxId, email, domainId }: Administered, actor: Actor): Promise<void> {
    const at = unixSeconds(clock);
    if (await hasReviewed(db, mailboxId, { actor: actor.name, since: at - ONE_LOOK_SECONDS })) return;
    const target = { domainId, name: email, mailboxId };
    await inTransaction(db, (tx) => recordActs(tx, target, { actor, at }, [{ act: 'activity_reviewed' }]));
  }

  return [
    route(reviewPerson, async ({ caller, params, query: { cursor, limit = REVIEWED_AT_ONCE } }) => {
      const { actor } = caller;
      const person = await administeredBy(db, params.id, actor);
      const isProvider = actor.domainId === null && actor.kind !== 'token';
      if (person.provider && !isProvider)
        throw new Failure('forbidden', 'Only a provider may look at the account of one');
      const after = cursor === undefined ? null : readCursor(cursor);
      await noteLook(person, actor);
      const now = unixSeconds(clock);
      const since = now - REVIEW_DAYS * DAY_SECONDS;
      const firstShareId = firstIdFrom(since * 1000);
      const found = await readReview(db, person.id, { since, now, after, limit: limit + 1, firstShareId });
      const shown = found.slice(0, limit);
      const last = found.length > limit ? shown.at(-1) : undefined;
      return {
        data: shown.map(reviewedView),
        meta: { next_cursor: last ? encodeCursor([last.at, last.key]) : null, domain: person.domain },
      };
    }),
  ];
}

function readCursor(cursor: string): ReviewPlace {
  const [at, key] = decodeCursor(cursor, 2) ?? [];
  if (Number.isSafeInteger(at) && typeof key === 'string') return { at: at as number, key };
  throw new Failure('invalid_cursor', 'The cursor is of no list like this');
}
