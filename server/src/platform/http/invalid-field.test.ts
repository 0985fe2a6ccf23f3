import { expect, test } from 'vitest';
import { z } from 'zod';
import { invalidField } from './invalid-field.ts';

const schema = z.object({
  name: z.string().trim().min(1).max(255),
  days: z.array(z.number()).min(1).max(7).optional(),
  every: z.number().int().min(1).max(999).optional(),
  size: z.literal([10, 20]).optional(),
  at: z.string().regex(/^\d+$/).optional(),
});

test.each([
  [{ name: 'x'.repeat(256) }, { field: 'name', rule: 'too_long', limit: 255 }],
  [{ name: ' ' }, { field: 'name', rule: 'missing' }],
  [{}, { field: 'name', rule: 'missing' }],
  [{ name: 7 }, { field: 'name', rule: 'invalid' }],
  [
    { name: 'a', days: Array(8).fill(1) },
    { field: 'days', rule: 'too_many', limit: 7 },
  ],
  [
    { name: 'a', every: 0 },
    { field: 'every', rule: 'too_small', limit: 1 },
  ],
  [
    { name: 'a', every: 1000 },
    { field: 'every', rule: 'too_large', limit: 999 },
  ],
  [
    { name: 'a', size: 30 },
    { field: 'size', rule: 'not_an_option' },
  ],
  [
    { name: 'a', at: 'noon' },
    { field: 'at', rule: 'invalid' },
  ],
  [
    { name: 'a', days: ['x'] },
    { field: 'days.0', rule: 'invalid' },
  ],
])('ER-8 %j is refused with the field and what it may be', (given, expected) => {
  const [issue] = schema.safeParse(given).error?.issues ?? [];
  if (!issue) throw new Error('it was accepted');
  const { problem, ...rest } = invalidField(issue);
  expect(rest).toEqual(expected);
  expect(problem).not.toBe('');
});
