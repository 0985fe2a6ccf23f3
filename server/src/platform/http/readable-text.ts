import { Failure } from '../failure.ts';

/**
 * PostgreSQL keeps no NUL and no half of a surrogate pair, so text that holds one is refused before it gets anywhere.
 * Keys are looked at too, and nesting costs no stack.
 */
export function refuseUnstorableText(given: unknown, part: string): void {
  const waiting: { value: unknown; field: string }[] = [{ value: given, field: '' }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, field } = next;
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) throw refusal(part, field);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        if (key.includes('\0') || !key.isWellFormed()) throw refusal(part, field);
        waiting.push({ value: inner, field: field === '' ? key : field });
      }
    }
  }
}

function refusal(part: string, field: string): Failure {
  const problem = 'holds a NUL or a broken character';
  return new Failure('invalid_input', `The ${part} can't be used: ${field} ${problem}`, {
    details: { part, fields: [{ field, problem, rule: 'invalid' }] },
  });
}
