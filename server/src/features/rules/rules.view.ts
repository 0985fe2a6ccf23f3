import type { Rule } from '@bocau/contract/rules.ts';
import type { RuleRow } from './rule-row.ts';
import { toSieve } from './to-sieve.ts';

export function ruleView({ id, is_enable, definition }: RuleRow): Rule {
  return {
    id,
    is_enable,
    name: definition.from,
    sieve_json: JSON.stringify(definition),
    sieve_script: toSieve(definition),
    verify: true,
  };
}
