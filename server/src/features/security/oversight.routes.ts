import {
  endSessionOf,
  listSessionsOf,
  listSignInsOf,
  SIGN_INS_AT_ONCE,
} from '@bocau/contract/admin-oversight.ts';
import { listSignedIn, SIGNED_IN_AT_ONCE } from '@bocau/contract/admin-sessions.ts';
import { ACTIVITY_DAYS } from '@bocau/contract/security.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { decodeCursor, encodeCursor } from '../../platform/db/paging.ts';
import { Failure } from '../../platform/failure.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { isId } from '../../platform/ids.ts';
import { administeredBy } from './administered-by.ts';
import type { EndDeps } from './end-session.ts';
import { endSessionAsAdministrator } from './oversee-sessions.ts';
import { readOpenSessions, readSignIns } from './security.store.ts';
import { activityView, sessionView, signedInView } from './security.view.ts';
import { readSignedIn, type SignedInPlace } from './signed-in.store.ts';

const SESSIONS_SHOWN = 200;
const DAY_SECONDS = 24 * 3600;

type Deps = EndDeps & { sessions: { sessionsChanged(mailboxId: number): Promise<void> } };

/** What administrators see of a person's sign-ins and sessions. */
export function oversightRoutes({ sessions, ...deps }: Deps): Route[] {
  const { db, clock } = deps;

  return [
    route(listSignedIn, async ({ caller, query: { search = '', cursor, limit = SIGNED_IN_AT_ONCE } }) => {
      const { rows, next } = await readSignedIn(db, {
        domainId: caller.actor.domainId,
        search: search.trim().toLowerCase(),
        after: cursor === undefined ? null : readCursor(cursor),
        now: unixSeconds(clock),
        limit,
      });
      const own = caller.session?.session.id ?? '';
      const next_cursor = next && encodeCursor([next.email, next.at, next.id]);
      return { data: rows.map((row) => signedInView(row, own)), meta: { next_cursor } };
    }),

    route(listSessionsOf, async ({ caller, params }) => {
      const { id } = await administeredBy(db, params.id, caller.actor);
      const open = await readOpenSessions(db, id, { now: unixSeconds(clock), limit: SESSIONS_SHOWN });
      return { data: open.map((session) => sessionView(session, caller.session?.session.id ?? '')) };
    }),

    route(endSessionOf, async ({ caller, params }) => {
      const person = await administeredBy(db, params.id, caller.actor);
      await endSessionAsAdministrator(deps, person, params.session, caller.actor);
      await sessions.sessionsChanged(person.id);
      return { data: OK };
    }),

    route(listSignInsOf, async ({ caller, params, query: { page = 1, only } }) => {
      const { id } = await administeredBy(db, params.id, caller.actor);
      const found = await readSignIns(db, id, {
        from: (page - 1) * SIGN_INS_AT_ONCE,
        limit: SIGN_INS_AT_ONCE + 1,
        since: unixSeconds(clock) - ACTIVITY_DAYS * DAY_SECONDS,
        failed: only === 'failed',
      });
      const data = found.slice(0, SIGN_INS_AT_ONCE).map(activityView);
      return { data, meta: { page, has_more: found.length > SIGN_INS_AT_ONCE } };
    }),
  ];
}

function readCursor(cursor: string): SignedInPlace {
  const [email, at, id] = decodeCursor(cursor, 3) ?? [];
  if (typeof email === 'string' && Number.isSafeInteger(at) && typeof id === 'string' && isId(id))
    return { email, at: at as number, id };
  throw new Failure('invalid_cursor', 'The cursor is of no list like this');
}
