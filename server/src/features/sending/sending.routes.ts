import { cancelSchedule, scheduleMail, sendAgain, sendMail, undoSendMail } from '@bocau/contract/sending.ts';
import { Failure } from '../../platform/http/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { messageView } from '../messages/messages.view.ts';
import { readMessage } from '../messages/read-messages.ts';
import * as again from './send-again.ts';
import * as send from './send-mail.ts';
import type { SendingDeps } from './sending-deps.ts';
import * as takeBack from './take-back.ts';

export function sendingRoutes(deps: SendingDeps): Route[] {
  async function show(mailboxId: number, messageId: string) {
    const message = await readMessage(deps.db, mailboxId, messageId);
    if (!message) throw new Failure('message_not_found', 'There is no such message');
    return { data: messageView(message, true) };
  }

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
