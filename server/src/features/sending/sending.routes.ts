import { cancelSchedule, scheduleMail, sendAgain, sendMail, undoSendMail } from '@bocau/contract/sending.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { showMessage } from '../messages/show-message.ts';
import * as again from './send-again.ts';
import * as send from './send-mail.ts';
import type { SendingDeps } from './sending-deps.ts';
import * as takeBack from './take-back.ts';

export function sendingRoutes(deps: SendingDeps): Route[] {
  const show = async (mailboxId: number, messageId: string) => ({
    data: await showMessage(deps.db, mailboxId, messageId),
  });

  return [
    route(sendMail, async ({ caller, body }) => {
      await send.sendMail(deps, caller.mailboxId, body);
      return show(caller.mailboxId, body.msg_id);
    }),

    route(undoSendMail, async ({ caller, body }) => {
      await takeBack.undoSending(deps, caller.mailboxId, body.msg_id);
      return show(caller.mailboxId, body.msg_id);
    }),

    route(scheduleMail, async ({ caller, body }) => {
      await send.scheduleMail(deps, caller.mailboxId, body);
      return show(caller.mailboxId, body.msg_id);
    }),

    route(cancelSchedule, async ({ caller, params }) => {
      await takeBack.cancelSchedule(deps, caller.mailboxId, params.id);
      return show(caller.mailboxId, params.id);
    }),

    route(sendAgain, async ({ caller, params, body }) => {
      await again.sendAgain(deps, caller.mailboxId, params.id, body.emails);
      return show(caller.mailboxId, params.id);
    }),
  ];
}
