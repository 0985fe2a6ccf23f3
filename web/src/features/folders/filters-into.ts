import type { Folder } from '@bocau/contract/folders.ts';
import { isFilter, type RuleDefinition } from '@bocau/contract/rule-definitions.ts';
import type { Rule } from '@bocau/contract/rules.ts';

/** How many filters that are on move mail into a folder, or into one inside it. */
export function countFiltersInto(rules: readonly Rule[], folder: Folder): number {
  const ids = new Set(idsWithin(folder));
  return rules.filter(({ is_enable: isOn, sieve_json: json }) => {
    const definition = JSON.parse(json) as RuleDefinition;
    if (!isOn || !isFilter(definition)) return false;
    return definition.actions.some(
      ({ enable, type, value }) => enable && type === 'fileinto' && ids.has(value),
    );
  }).length;
}

function idsWithin({ id, children }: Folder): string[] {
  return [id, ...children.flatMap(idsWithin)];
}
