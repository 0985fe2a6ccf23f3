import * as contract from '@bocau/contract/rules.ts';
import type { ChangeDeps } from '../../mail/mailbox/change-mailbox.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import { readRule, readRules } from './rules.store.ts';
import { ruleView } from './rules.view.ts';
import { createRule, deleteRule, orderRules, ruleNotFound, updateRule } from './save-rule.ts';

export function ruleRoutes(deps: ChangeDeps): Route[] {
  return [
    route(contract.listRules, async ({ caller }) => ({
      data: (await readRules(deps.db, caller.mailbox)).map(ruleView),
    })),

    route(contract.createRule, async ({ caller, body }) => ({
      data: ruleView(await createRule(deps, caller.mailbox, body)),
    })),

    route(contract.orderRules, async ({ caller, body }) => {
      await orderRules(deps, caller.mailbox, body.ids);
      return { data: OK };
    }),

    route(contract.getRule, async ({ caller, params }) => {
      const rule = await readRule(deps.db, caller.mailbox, params.id);
      if (!rule) throw ruleNotFound();
      return { data: ruleView(rule) };
    }),

    route(contract.updateRule, async ({ caller, params, body }) => ({
      data: ruleView(await updateRule(deps, caller.mailbox, params.id, body)),
    })),

    route(contract.deleteRule, async ({ caller, params }) => {
      await deleteRule(deps, caller.mailbox, params.id);
      return { data: OK };
    }),
  ];
}
