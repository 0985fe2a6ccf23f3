import {
  cancelSchedule,
  cancelSchedules,
  scheduleMail,
  sendAgain,
  sendMail,
  undoSendMail,
} from '@bocau/contract/sending.ts';
import { authorize } from '../../access/authorize.ts';
import { showMessage } from '../../mail/messages/show-message.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import * as again from './send-again.ts';
import * as send from './send-message.ts';
import * as undoSend from './undo-send.ts';

export function sendingRoutes(deps: SendingDeps): Route[] {
  const show = async (mailboxId: number, messageId: string) => ({
    data: await showMessage(deps.db, mailboxId, messageId),
  });

  return [
    route(sendMail, async ({ caller, body }) => {
      if (body.set_aside) authorize(caller, 'enter', 'organise');
      await send.sendMail(deps, caller, body);
      return show(caller.mailbox, body.msg_id);
    }),

    route(undoSendMail, async ({ caller, body }) => {
      await undoSend.undoSending(deps, caller.mailbox, body.msg_id);
      return show(caller.mailbox, body.msg_id);
    }),

    route(scheduleMail, async ({ caller, body }) => {
      await send.scheduleMail(deps, caller, body);
      return show(caller.mailbox, body.msg_id);
    }),

    route(cancelSchedule, async ({ caller, params }) => {
      await undoSend.cancelSchedule(deps, caller.mailbox, params.id);
      return show(caller.mailbox, params.id);
    }),

    route(cancelSchedules, async ({ caller, body }) => ({
      data: await undoSend.cancelSchedules(deps, caller.mailbox, body.message_ids),
    })),

    route(sendAgain, async ({ caller, params, body }) => {
      await again.sendAgain(deps, caller.mailbox, params.id, body.emails);
      return show(caller.mailbox, params.id);
    }),
  ];
}
