import {
  blockRule,
  type ForwardRule,
  filterRule,
  forwardRule,
  type RuleDefinition,
  vacationRule,
} from '@bocau/contract/rule-definitions.ts';
import type { z } from 'zod';
import { type Failure, invalidInput } from '../../platform/failure.ts';
import { invalidField } from '../../platform/http/invalid-field.ts';

/** Parses `sieve_json` of any rule but a forward; throws an error that names the invalid field. */
export function readDefinition(sieveJson: string): RuleDefinition {
  const given = parse(sieveJson);
  if (typeof given !== 'object' || given === null) throw refusal('sieve_json', 'This is no rule');
  const type = 'type' in given ? given.type : undefined;
  if (type !== undefined && type !== 'auto_mark_spam' && type !== 'vacation') {
    throw refusal('sieve_json.type', 'There are no rules of this type');
  }
  if (type === undefined) return validated(filterRule, given);
  return type === 'vacation' ? validated(vacationRule, given) : validated(blockRule, given);
}

/** Parses a forward from `sieve_json`; null for any other rule. */
export function readForward(sieveJson: string): ForwardRule | null {
  const given = parse(sieveJson);
  const isForward = typeof given === 'object' && given !== null && 'type' in given && given.type === 'autofw';
  return isForward ? validated(forwardRule, given) : null;
}

/** Validates against the schema; throws an error that names the field. */
function validated<Schema extends z.ZodType>(schema: Schema, given: unknown): z.output<Schema> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
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
