import * as contract from '@bocau/contract/senders.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { readSenders } from '../../mail/people/people.store.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { saveSender, setDefaultSender } from './change-sender.ts';

export function senderRoutes(deps: ChangeDeps): Route[] {
  return [
    route(contract.saveSender, async ({ caller, body }) => ({
      data: await saveSender(deps, caller.mailbox, body),
    })),

    route(contract.listSendAs, async ({ caller, query }) => {
      const senders = await readSenders(deps.db, caller.mailbox);
      const from = (query.page - 1) * query.per_page;
      return { data: senders.slice(from, from + query.per_page), meta: { total: senders.length } };
    }),

    route(contract.setDefaultSender, async ({ caller, body }) => ({
      data: await setDefaultSender(deps, caller.mailbox, body.email),
    })),
  ];
}
