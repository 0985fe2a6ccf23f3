import type { BlockRule, RuleDefinition } from '@bocau/contract/rule-definitions.ts';
import type { RuleProblem } from '@bocau/contract/rules.ts';

export type RuleRow<Definition extends RuleDefinition = RuleDefinition> = {
  id: string;
  is_enable: boolean;
  name: string | null;
  position: number;
  hits: number;
  last_hit_at: number | null;
  problem: RuleProblem | null;
  definition: Definition;
};

/** What is stored of a deleted block rule, to restore it. */
export type BlockRow = { id: string; is_enable: boolean; definition: BlockRule };

/** A rule without any statistics. */
export function newRule<Definition extends RuleDefinition>(
  given: Pick<RuleRow<Definition>, 'id' | 'is_enable' | 'definition'> & { name?: string | null },
): RuleRow<Definition> {
  return { name: null, position: 0, hits: 0, last_hit_at: null, problem: null, ...given };
}
