import { getSpamInfo } from '@bocau/contract/sending.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { checkDraft, type SpamCheckDeps } from './check-draft.ts';

export function spamCheckRoutes(deps: SpamCheckDeps): Route[] {
  return [
    route(getSpamInfo, async ({ caller, params }) => ({
      data: await checkDraft(deps, caller.mailbox, params.id),
    })),
  ];
}
