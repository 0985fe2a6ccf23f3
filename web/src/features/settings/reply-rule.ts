import type { ApiClient } from '@bocau/contract/client.ts';
import type { VacationRule } from '@bocau/contract/rule-definitions.ts';
import type { Rule } from '@bocau/contract/rules.ts';

export type ReplyRule = { rule: Rule; reply: VacationRule };

/** The automatic reply among the rules; null where none was saved yet. */
export function replyAmong(rules: readonly Rule[]): ReplyRule | null {
  for (const rule of rules) {
    const definition = JSON.parse(rule.sieve_json) as Partial<VacationRule>;
    if (definition.type !== 'vacation') continue;
    const reply = definition as VacationRule;
    return { rule, reply: { ...reply, is_enable: rule.is_enable && reply.is_enable } };
  }
  return null;
}

/** VA-3: creates the reply, or updates it; another tab may have created it in the meantime. */
export async function saveReply(
  api: ApiClient,
  reply: VacationRule,
  { tellAgain = false } = {},
): Promise<void> {
  const known = replyAmong((await api.listRules({})).data);
  const again = tellAgain ? { tell_again: true } : {};
  const body = { is_enable: reply.is_enable, sieve_json: JSON.stringify(reply), ...again };
  if (known) await api.updateRule({ params: { id: known.rule.id }, body });
  else await api.createRule({ body });
}
