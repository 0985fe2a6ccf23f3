import * as contract from '@bocau/contract/calendar-subscriptions.ts';
import { OK, type Route, route } from '../../../platform/http/routes.ts';
import { refreshNow, resubscribe, subscribe, unsubscribe } from './change-subscriptions.ts';
import type { SubscriptionDeps } from './refresh-subscription.ts';

export function calendarSubscriptionRoutes(deps: SubscriptionDeps): Route[] {
  return [
    route(contract.subscribeToCalendar, async ({ caller, body }) => ({
      data: await subscribe(deps, caller.person, body),
    })),

    route(contract.refreshSubscription, async ({ caller, params }) => ({
      data: await refreshNow(deps, caller.person, params.id),
    })),

    route(contract.endSubscription, async ({ caller, params }) => {
      await unsubscribe(deps, caller.person, params.id);
      return { data: OK };
    }),

    route(contract.restoreSubscription, async ({ caller, params }) => {
      await resubscribe(deps, caller.person, params.id);
      return { data: OK };
    }),
  ];
}
