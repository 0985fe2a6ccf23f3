import type { FilterRule } from '@bocau/contract/rule-definitions.ts';
import type { Rule } from '@bocau/contract/rules.ts';

/** A rule that filters mail, with its parsed definition. */
export type Filter = { rule: Rule; definition: FilterRule };

/** The filters among the rules, in the order in which they run. */
export function filtersOf(rules: readonly Rule[]): Filter[] {
  return rules
    .flatMap((rule) => {
      const definition = JSON.parse(rule.sieve_json) as FilterRule | { type: string };
      return 'type' in definition ? [] : [{ rule, definition }];
    })
    .sort((one, other) => one.rule.position - other.rule.position);
}

/** The name given by the user; null where the server has generated one. */
export function ownName({ rule, definition }: Filter): string | null {
  const about = definition.conditions.map(({ value }) => String(value)).find((value) => value !== '') ?? '';
  return rule.name === about ? null : rule.name;
}

/** The addresses that mail may be forwarded to: those verified by a mailed code. */
export function verifiedAddresses(rules: readonly Rule[]): string[] {
  return rules.flatMap((rule) => {
    const definition = JSON.parse(rule.sieve_json) as { type?: string; email?: string };
    return definition.type === 'autofw' && rule.verify && definition.email ? [definition.email] : [];
  });
}
