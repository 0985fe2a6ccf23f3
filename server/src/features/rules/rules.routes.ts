import * as filters from '@bocau/contract/filters.ts';
import { keepSender as keepEndpoint } from '@bocau/contract/keep-senders.ts';
import * as contract from '@bocau/contract/rules.ts';
import { requireFreshProof } from '../../access/fresh-proof.ts';
import type { SendingDeps } from '../../mail/outbox/sending-deps.ts';
import type { Caller } from '../../platform/caller.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { countMatches } from './count-matches.ts';
import { createForwardRule, updateForwardRule } from './forward-rules.ts';
import { keepSender } from './keep-sender.ts';
import type { RuleRow } from './rule-row.ts';
import { readRule, readRules } from './rules.store.ts';
import { viewRules } from './rules.view.ts';
import { createRule, deleteRule, orderRules, ruleNotFound, updateRule } from './save-rule.ts';

export function ruleRoutes(deps: SendingDeps): Route[] {
  const view = async (mailboxId: number, row: RuleRow) => {
    const [rule] = await viewRules(deps.db, mailboxId, [row]);
    if (!rule) throw ruleNotFound();
    return rule;
  };

  const guarded = (caller: Caller) => ({
    ...deps,
    beforeRedirect: () => requireFreshProof(caller, deps.clock),
  });

  return [
    route(contract.listRules, async ({ caller }) => ({
      data: await viewRules(deps.db, caller.mailbox, await readRules(deps.db, caller.mailbox)),
    })),

    route(contract.createRule, async ({ caller, body }) => {
      const forward = await createForwardRule(deps, caller, body);
      return {
        data: await view(
          caller.mailbox,
          forward ?? (await createRule(guarded(caller), caller.mailbox, body)),
        ),
      };
    }),

    route(contract.orderRules, async ({ caller, body }) => {
      await orderRules(deps, caller.mailbox, body.ids);
      return { data: OK };
    }),

    route(filters.countMatches, async ({ caller, body }) => ({
      data: await countMatches(deps, caller.mailbox, body.sieve_json),
    })),

    route(keepEndpoint, async ({ caller, body }) => ({
      data: { changed: await keepSender(deps, caller.mailbox, body) },
    })),

    route(contract.getRule, async ({ caller, params }) => {
      const rule = await readRule(deps.db, caller.mailbox, params.id);
      if (!rule) throw ruleNotFound();
      return { data: await view(caller.mailbox, rule) };
    }),

    route(contract.updateRule, async ({ caller, params, body }) => {
      const { mailbox } = caller;
      const forward = await updateForwardRule(deps, caller, params.id, body);
      return {
        data: await view(mailbox, forward ?? (await updateRule(guarded(caller), mailbox, params.id, body))),
      };
    }),

    route(contract.deleteRule, async ({ caller, params }) => {
      await deleteRule(deps, caller.mailbox, params.id);
      return { data: OK };
    }),
  ];
}
