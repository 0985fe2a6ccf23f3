import type { FieldRule, InvalidField } from '@bocau/contract/errors.ts';
import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** What the schema found wrong with one field, as the client can say it in the words of its screen. */
export function invalidField(issue: Issue): InvalidField {
  return { field: issue.path.join('.'), problem: issue.message, ...ruleOf(issue) };
}

function ruleOf(issue: Issue): { rule: FieldRule; limit?: number } {
  if (issue.code === 'too_big')
    return { rule: TOO_BIG[issue.origin] ?? 'invalid', limit: Number(issue.maximum) };
  if (issue.code === 'too_small') {
    const isNumber = issue.origin === 'number' || issue.origin === 'int';
    return isNumber ? { rule: 'too_small', limit: Number(issue.minimum) } : { rule: 'missing' };
  }
  if (issue.code === 'invalid_value') return { rule: 'not_an_option' };
  // The schema library tells a field that is not there by its message alone.
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return { rule: isMissing ? 'missing' : 'invalid' };
}

const TOO_BIG: Record<string, FieldRule> = {
  string: 'too_long',
  array: 'too_many',
  number: 'too_large',
  int: 'too_large',
};
