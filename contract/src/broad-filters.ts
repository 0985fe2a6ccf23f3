import type { FilterCondition, FilterRule } from './rule-definitions.ts';
import { isAboutInvoices } from './rule-values.ts';

/** In bytes: no message that arrives is smaller than the first, hardly one larger than the second. */
const NEARLY_ALL_OVER = 1024;
const NEARLY_ALL_UNDER = 25 * 1024 * 1024;

/** Whether hardly any message would be left out, by what the conditions say alone. */
export function matchesNearlyAll({ match, conditions }: FilterRule): boolean {
  if (match === 'all') return conditions.every(isBroad);
  const attachments = new Set(
    conditions.flatMap(({ type, comparator }) => (type === 'attachment' ? [comparator] : [])),
  );
  return attachments.size > 1 || conditions.some(isBroad);
}

function isBroad(condition: FilterCondition): boolean {
  if (condition.type === 'attachment' || isAboutInvoices(condition)) return false;
  if (condition.type !== 'size') return condition.comparator === '!contains';
  const bytes = condition.value * (condition.unit === 'K' ? 1024 : 1024 * 1024);
  return condition.comparator === 'over' ? bytes <= NEARLY_ALL_OVER : bytes >= NEARLY_ALL_UNDER;
}
