import * as links from '@bocau/contract/calendar-links.ts';
import { OK, type Route, route } from '../../../platform/http/routes.ts';
import { createLink, endLink, type LinkDeps, listLinks, restoreLink } from './change-links.ts';

export function calendarLinkRoutes(deps: LinkDeps): Route[] {
  return [
    route(links.listCalendarLinks, ({ caller, params }) => listLinks(deps, caller.person, params.id)),

    route(links.createCalendarLink, async ({ caller, params, body }) => {
      const { permission, expire_date: expiresAt } = body;
      return { data: await createLink(deps, caller.person, params.id, { permission, expiresAt }) };
    }),

    route(links.endCalendarLink, async ({ caller, params }) => {
      await endLink(deps, caller.person, params.id);
      return { data: OK };
    }),

    route(links.restoreCalendarLink, async ({ caller, params }) => {
      await restoreLink(deps, caller.person, params.id);
      return { data: OK };
    }),
  ];
}
