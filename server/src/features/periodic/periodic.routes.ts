import {
  cancelPeriodic,
  cancelPeriodics,
  changePeriodic,
  previewPeriodic,
  sendPeriodically,
} from '@bocau/contract/periodic.ts';
import { showMessage } from '../../mail/messages/show-message.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import * as periodic from './save-periodic.ts';

export function periodicRoutes(deps: SendingDeps): Route[] {
  const { db } = deps;
  return [
    route(sendPeriodically, async ({ caller, body }) => {
      await periodic.savePeriodic(deps, caller.mailbox, body);
      return { data: await showMessage(db, caller.mailbox, body.msg_id) };
    }),

    route(previewPeriodic, async ({ caller, body }) => ({
      data: await periodic.previewDates(deps, caller.mailbox, body),
    })),

    route(changePeriodic, async ({ caller, params, body }) => {
      await periodic.changePeriodic(deps, caller.mailbox, params.id, body);
      return { data: await showMessage(db, caller.mailbox, params.id) };
    }),

    route(cancelPeriodics, async ({ caller, body }) => ({
      data: await periodic.cancelPeriodics(deps, caller.mailbox, body.message_ids),
    })),

    route(cancelPeriodic, async ({ caller, params }) => {
      await periodic.cancelPeriodic(deps, caller.mailbox, params.id);
      return { data: await showMessage(db, caller.mailbox, params.id) };
    }),
  ];
}
