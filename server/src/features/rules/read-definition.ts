import {
  type BlockRule,
  blockRule,
  type FilterRule,
  filterRule,
  type RuleDefinition,
  type VacationRule,
  vacationRule,
} from '@bocau/contract/rule-definitions.ts';
import { type Failure, invalidInput } from '../../platform/failure.ts';
import { invalidField } from '../../platform/http/invalid-field.ts';

/** What a client sent as `sieve_json` for any rule but a forward, or a refusal that names the field that is wrong with it. */
export function readDefinition(sieveJson: string): RuleDefinition {
  const given = parse(sieveJson);
  if (typeof given !== 'object' || given === null) throw refusal('sieve_json', 'This is no rule');
  const type = 'type' in given ? given.type : undefined;
  if (type !== undefined && type !== 'auto_mark_spam' && type !== 'vacation') {
    throw refusal('sieve_json.type', 'There are no rules of this type');
  }
  const parsed:
    | ReturnType<typeof blockRule.safeParse>
    | ReturnType<typeof filterRule.safeParse>
    | ReturnType<typeof vacationRule.safeParse> =
    type === undefined
      ? filterRule.safeParse(given)
      : type === 'vacation'
        ? vacationRule.safeParse(given)
        : blockRule.safeParse(given);
  if (parsed.success) return parsed.data satisfies BlockRule | FilterRule | VacationRule;
  const [issue] = parsed.error.issues;
  if (!issue) throw refusal('sieve_json', 'This is no rule');
  const field = invalidField({ ...issue, path: ['sieve_json', ...issue.path] });
  throw invalidInput(`${field.field}: ${field.problem}`, field);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal('sieve_json', 'This is not JSON');
  }
}

function refusal(field: string, problem: string): Failure {
  return invalidInput(problem, { field, problem, rule: 'invalid' });
}
