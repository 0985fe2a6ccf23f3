import { unsubscribe } from '@bocau/contract/unsubscribe.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { type UnsubscribeDeps, unsubscribeInOneClick } from './unsubscribe-in-one-click.ts';

export function unsubscribeRoutes(deps: UnsubscribeDeps): Route[] {
  return [
    route(unsubscribe, async ({ caller, params }) => ({
      data: { outcome: await unsubscribeInOneClick(deps, caller.mailbox, params.id) },
    })),
  ];
}
