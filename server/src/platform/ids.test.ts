import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { isId, newId } from './ids.ts';

test('a new id is a UUID of version 7', () => {
  for (let count = 0; count < 500; count += 1) {
    const id = newId(systemClock);
    expect(isId(id)).toBe(true);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});
