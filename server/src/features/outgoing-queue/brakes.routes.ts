import {
  actOnBrake,
  type BrakeLimits,
  changeBrakeLimits,
  listBrakes,
  showBrakeLimits,
} from '@bocau/contract/admin-brakes.ts';
import { requireFreshAdmin } from '../../access/fresh-proof.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { foldAddress } from '../../mail/people/fold-address.ts';
import { Failure } from '../../platform/failure.ts';
import { type Route, route } from '../../platform/http/routes.ts';
import { actOnQueue } from './act-on-queue.ts';
import { findBrakedDomain, type LimitsRow, readBrakes, readLimits } from './brakes.store.ts';
import { changeLimits, findLimits } from './change-limits.ts';
import { findSender } from './queue.store.ts';

const LISTED = 200;

/** A domain owner sees which of their people were held, and decides; the recipients stay private. */
export function brakeRoutes(deps: ChangeDeps): Route[] {
  const { clock, db } = deps;
  return [
    route(listBrakes, async ({ caller }) => ({
      data: await readBrakes(db, caller.actor.domainId, LISTED),
    })),

    route(actOnBrake, async ({ body, caller }) => {
      const { act, sender, reason = '' } = body;
      if (act === 'remove') requireFreshAdmin(caller, clock);
      const mailboxId = (await findSender(db, foldAddress(sender))) ?? 0;
      const domainId = await findBrakedDomain(db, mailboxId, caller.actor.domainId);
      if (domainId === undefined)
        throw new Failure('not_found', 'Nobody of that address is held automatically');
      const given = { act, selection: { mailboxId }, reason: reason.trim(), domainId };
      return { data: await actOnQueue(deps, given, caller.actor) };
    }),

    route(showBrakeLimits, async ({ query }) => ({
      data: view(await readLimits(db, await findLimits(db, query))),
    })),

    route(changeBrakeLimits, async ({ body, caller }) => {
      const { on, per_hour, per_day, ...whose } = body;
      const changes = {
        ...(on !== undefined && { brake: on }),
        ...(per_hour !== undefined && { brake_per_hour: per_hour }),
        ...(per_day !== undefined && { brake_per_day: per_day }),
      };
      return { data: view(await changeLimits(deps, whose, changes, caller.actor)) };
    }),
  ];
}

function view({ brake, brake_per_hour, brake_per_day }: LimitsRow): BrakeLimits {
  return { on: brake, per_hour: brake_per_hour, per_day: brake_per_day };
}
