import { isFilter, type Rule, type RuleDefinition } from '@bocau/contract/rules.ts';
import { type BlockRow, newRule, type RuleRow } from './rule-row.ts';
import { toSieve } from './to-sieve.ts';

export function ruleView(row: RuleRow | BlockRow): Rule {
  const { id, is_enable, definition, name, position, hits, last_hit_at, problem } = {
    ...newRule<RuleDefinition>(row),
    ...row,
  };
  return {
    id,
    is_enable,
    name: name || subjectOf(definition),
    position,
    hits,
    last_hit_at,
    problem,
    sieve_json: JSON.stringify(definition),
    sieve_script: !isFilter(definition) && definition.type === 'auto_mark_spam' ? toSieve(definition) : '',
    verify: true,
  };
}

/** What a rule is about, in the user's own words. */
function subjectOf(definition: RuleDefinition): string {
  if (isFilter(definition)) {
    const written = definition.conditions.map(({ value }) => String(value)).find((value) => value !== '');
    return written ?? '';
  }
  if (definition.type === 'autofw') return definition.email;
  return definition.type === 'vacation' ? definition.subject : definition.from;
}
