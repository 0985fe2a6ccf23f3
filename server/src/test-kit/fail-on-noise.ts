/**
 * A test that prints a warning or an error fails: unread noise hides what matters. (An unhandled rejection
 * fails the whole run already, through vitest.)
 */
import { format } from 'node:util';
import { afterAll, afterEach, expect } from 'vitest';

const noise: string[] = [];

for (const level of ['error', 'warn'] as const) {
  globalThis.console[level] = (...words: unknown[]) => {
    noise.push(`console.${level}: ${format(...words)}`);
  };
}

function expectSilence(): void {
  const heard = noise.splice(0);
  expect(heard, 'a test may not print warnings or errors').toEqual([]);
}

afterEach(expectSilence);
afterAll(expectSilence);
