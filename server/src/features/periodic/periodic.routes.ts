import {
  cancelPeriodic,
  changePeriodic,
  previewPeriodic,
  sendPeriodically,
} from '@bocau/contract/periodic.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { showMessage } from '../messages/show-message.ts';
import type { SendingDeps } from '../sending/sending-deps.ts';
import * as periodic from './save-periodic.ts';

export function periodicRoutes(deps: SendingDeps): Route[] {
  const { db } = deps;
  return [
    route(sendPeriodically, async ({ caller, body }) => {
      await periodic.savePeriodic(deps, caller.mailboxId, body);
      return { data: await showMessage(db, caller.mailboxId, body.msg_id) };
    }),

    route(previewPeriodic, async ({ caller, body }) => ({
      data: await periodic.previewDates(deps, caller.mailboxId, body),
    })),

    route(changePeriodic, async ({ caller, params, body }) => {
      await periodic.changePeriodic(deps, caller.mailboxId, params.id, body);
      return { data: await showMessage(db, caller.mailboxId, params.id) };
    }),

    route(cancelPeriodic, async ({ caller, params }) => {
      await periodic.cancelPeriodic(deps, caller.mailboxId, params.id);
      return { data: await showMessage(db, caller.mailboxId, params.id) };
    }),
  ];
}
