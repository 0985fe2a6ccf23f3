import {
  ACTIVITIES_PER_PAGE,
  ACTIVITY_DAYS,
  endOtherSessions,
  endSession,
  listActivities,
  listSessions,
  reportNotMe,
  STRANGER_DAYS,
  WAYS_IN,
} from '@bocau/contract/security.ts';
import type { SessionCaller } from '../../platform/caller.ts';
import { unixSeconds } from '../../platform/clock.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import * as end from './end-session.ts';
import { readEvents, readOpenSessions, readReportOfStranger } from './security.store.ts';
import { activityView, sessionView } from './security.view.ts';

/** A program that signs in again each time leaves many behind. */
const SESSIONS_SHOWN = 200;
const DAY_SECONDS = 24 * 3600;

type SecurityDeps = end.EndDeps & {
  /** Called before the response, so that an ended session has no access to this process by then. */
  sessions: { sessionsChanged(mailboxId: number): Promise<void> };
};

export function securityRoutes({ sessions, ...deps }: SecurityDeps): Route[] {
  const { db, clock } = deps;
  return [
    route(listActivities, async ({ caller, query: { page = 1, only } }) => {
      const now = unixSeconds(clock);
      const around = STRANGER_DAYS * DAY_SECONDS;
      const report = only === undefined ? null : await readReportOfStranger(db, caller.person, now - around);
      if (only !== undefined && report === null) return { data: [], meta: { page, has_more: false } };
      const events = await readEvents(db, caller.person, {
        from: (page - 1) * ACTIVITIES_PER_PAGE,
        limit: ACTIVITIES_PER_PAGE + 1,
        since: report === null ? now - ACTIVITY_DAYS * DAY_SECONDS : report - around,
        ...(report !== null && { kinds: WAYS_IN }),
      });
      const data = events.slice(0, ACTIVITIES_PER_PAGE).map(activityView);
      return { data, meta: { page, has_more: events.length > ACTIVITIES_PER_PAGE } };
    }),

    route(listSessions, async ({ caller }) => {
      const now = unixSeconds(clock);
      const open = await readOpenSessions(db, caller.person, { now, limit: SESSIONS_SHOWN });
      return { data: open.map((session) => sessionView(session, caller.session.id)) };
    }),

    route(endSession, async ({ caller, params, request }) => {
      await end.endOneSession(deps, enderOf(caller, request), params.id);
      await sessions.sessionsChanged(caller.person);
      return { data: OK };
    }),

    route(endOtherSessions, async ({ caller, request }) => {
      const ended = await end.endOtherSessions(deps, enderOf(caller, request));
      await sessions.sessionsChanged(caller.person);
      return { data: { ended } };
    }),

    route(reportNotMe, async ({ caller, request }) => {
      const ended = await end.endOtherSessions(deps, enderOf(caller, request), { wasStranger: true });
      await sessions.sessionsChanged(caller.person);
      return { data: { ended } };
    }),
  ];
}

function enderOf(
  { person, session }: SessionCaller,
  request: { ip: string; headers: { 'user-agent'?: string } },
): end.Ender {
  const userAgent = request.headers['user-agent'] ?? '';
  return { mailboxId: person, sessionId: session.id, address: request.ip, userAgent };
}
