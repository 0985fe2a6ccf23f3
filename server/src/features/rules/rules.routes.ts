import * as contract from '@bocau/contract/rules.ts';
import { OK, type Route, route } from '../../platform/http/routes.ts';
import type { ChangeDeps } from '../mailbox/change-mailbox.ts';
import { readRule, readRules } from './rules.store.ts';
import { ruleView } from './rules.view.ts';
import { createRule, deleteRule, ruleNotFound, updateRule } from './save-rule.ts';

export function ruleRoutes(deps: ChangeDeps): Route[] {
  return [
    route(contract.listRules, async ({ caller }) => ({
      data: (await readRules(deps.db, caller.mailboxId)).map(ruleView),
    })),

    route(contract.createRule, async ({ caller, body }) => ({
      data: ruleView(await createRule(deps, caller.mailboxId, body)),
    })),

    route(contract.getRule, async ({ caller, params }) => {
      const rule = await readRule(deps.db, caller.mailboxId, params.id);
      if (!rule) throw ruleNotFound();
      return { data: ruleView(rule) };
    }),

    route(contract.updateRule, async ({ caller, params, body }) => ({
      data: ruleView(await updateRule(deps, caller.mailboxId, params.id, body)),
    })),

    route(contract.deleteRule, async ({ caller, params }) => {
      await deleteRule(deps, caller.mailboxId, params.id);
      return { data: OK };
    }),
  ];
}
