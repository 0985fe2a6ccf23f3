import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rowHeight } from './row-height.ts';

const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8');
const [comfortable = '', compact = ''] = tokens.split(':root[data-density="compact"]');

test.each([
  ['comfortable', false, comfortable, '--row: 40px'],
  ['comfortable', true, comfortable, '--row-tall: 68px'],
  ['compact', false, compact, '--row: 32px'],
  ['compact', true, compact, '--row-tall: 52px'],
] as const)(
  'the list places %s rows (tall: %s) by the height that they are drawn in',
  (density, tall, css, token) => {
    expect(css).toContain(token);
    expect(`${token.split(':')[0]}: ${rowHeight(density, tall, false)}px`).toBe(token);
  },
);

test('a finger has 40 px in one line and 52 in two', () => {
  expect(rowHeight('compact', false, true)).toBe(40);
  expect(rowHeight('compact', true, true)).toBe(52);
});
