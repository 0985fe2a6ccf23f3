import { expect, test } from 'vitest';
import { z } from './no-schemas.ts';

test('every definition of a schema runs through, and none answers', () => {
  const schema = z
    .object({ id: z.string().min(1), kind: z.enum(['a', 'b']) })
    .extend(z.object({ at: z.number() }).shape)
    .optional();
  expect(() => schema.parse({})).toThrow('The browser does not validate');
  expect(() => schema.safeParse({})).toThrow('The browser does not validate');
});

test('waiting for one does not hang', async () => {
  await expect(Promise.resolve(z.string())).resolves.toBe(z.string());
});
