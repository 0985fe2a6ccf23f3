import { unsubscribe } from '@bocau/contract/unsubscribe.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { Logger } from '../../platform/logger.ts';
import type { GuardedFetch } from '../../platform/outbound/guarded-fetch.ts';
import type { ReadDb } from '../../tables.ts';
import { unsubscribeInOneClick } from './unsubscribe-in-one-click.ts';

export function unsubscribeRoutes(deps: { db: ReadDb; log: Logger; guardedFetch: GuardedFetch }): Route[] {
  return [
    route(unsubscribe, async ({ caller, params }) => ({
      data: { outcome: await unsubscribeInOneClick(deps, caller.mailbox, params.id) },
    })),
  ];
}
