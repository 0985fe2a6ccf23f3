import { answerReceipt } from '@bocau/contract/receipts.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import * as answer from './answer-receipt.ts';

export function receiptRoutes(deps: SendingDeps): Route[] {
  return [
    route(answerReceipt, async ({ caller, params, body }) => ({
      data: await answer.answerReceipt(deps, caller.mailbox, params.id, body.send),
    })),
  ];
}
