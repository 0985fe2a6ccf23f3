import { recallMessage } from '@bocau/contract/sending.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import type { ChangeDeps } from '../mailbox/change-mailbox.ts';
import { showMessage } from '../messages/show-message.ts';
import { startRecall } from './start-recall.ts';

export function recallRoutes(deps: ChangeDeps): Route[] {
  return [
    route(recallMessage, async ({ caller, body }) => {
      await startRecall(deps, caller.mailboxId, body.message_id);
      return { data: await showMessage(deps.db, caller.mailboxId, body.message_id) };
    }),
  ];
}
