import { endFollowUps, followUpThreads, snoozeThreads, unsnoozeThreads } from '@bocau/contract/later.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import * as follow from './follow-up-threads.ts';
import * as snooze from './snooze-threads.ts';

export function laterRoutes(deps: ChangeDeps): Route[] {
  return [
    route(snoozeThreads, async ({ caller, body }) => ({
      data: { moved: await snooze.snoozeThreads(deps, caller.mailbox, body) },
    })),
    route(unsnoozeThreads, async ({ caller, body }) => ({
      data: { moved: await snooze.unsnoozeThreads(deps, caller.mailbox, body.ids) },
    })),
    route(followUpThreads, async ({ caller, body }) => ({
      data: { changed: await follow.followUpThreads(deps, caller.mailbox, body) },
    })),
    route(endFollowUps, async ({ caller, body }) => ({
      data: { changed: await follow.endFollowUps(deps, caller.mailbox, body.ids) },
    })),
  ];
}
