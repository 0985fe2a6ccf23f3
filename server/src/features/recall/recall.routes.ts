import { recallMessage } from '@bocau/contract/sending.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { showMessage } from '../../mail/messages/show-message.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { startRecall } from './start-recall.ts';

export function recallRoutes(deps: ChangeDeps): Route[] {
  return [
    route(recallMessage, async ({ caller, body }) => {
      await startRecall(deps, caller.mailbox, body.message_id);
      return { data: await showMessage(deps.db, caller.mailbox, body.message_id) };
    }),
  ];
}
