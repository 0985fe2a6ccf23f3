import { expect, test } from 'vitest';
import { z } from 'zod';
import { findUnknownFields } from './unknown-fields.ts';

const schema = z.object({
  name: z.string().trim(),
  to: z.array(z.object({ email: z.string() })).optional(),
  read: z
    .literal([0, 1])
    .transform((flag) => flag === 1)
    .optional(),
  headers: z.record(z.string(), z.string()).optional(),
  raw: z.unknown().optional(),
});

test.each([
  [{ name: ' a ', to: [{ email: 'a@b.vn' }], read: 1, headers: { any: 'x' }, raw: { any: [1] } }, []],
  [{ name: 'a', nmae: 'b' }, ['nmae']],
  [{ name: 'a', to: [{ email: 'a@b.vn' }, { email: 'c@d.vn', nmae: 'C' }] }, ['to.1.nmae']],
  [{ name: 'a', toString: 'x' }, ['toString']],
  [
    Object.fromEntries([['name', 'a'], ...Array.from({ length: 50 }, (_, at) => [`f${at}`, at])]),
    Array.from({ length: 10 }, (_, at) => `f${at}`),
  ],
])('of %j no schema knows %j', (sent, unknown) => {
  expect(findUnknownFields(sent, schema.parse(sent)).map(({ field }) => field)).toEqual(unknown);
});
