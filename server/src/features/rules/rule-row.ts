import type { RuleDefinition } from '@bocau/contract/rules.ts';

export type RuleRow = { id: string; is_enable: boolean; definition: RuleDefinition };
