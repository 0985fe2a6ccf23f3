import { expect, test } from 'vitest';
import { checkTokens } from './check-tokens.ts';

const sheet = 'web/src/parts/account/account-page.module.css';
const faults = (text: string, path = sheet) =>
  checkTokens([{ path, text: `.x {\n  color: red;\n}\n${text}` }]);

test.each([
  ['a size of text', '.a { font-size: 13px; }'],
  ['a size of text in rem', '.a { font-size: 0.8125rem; }'],
  ['a place among layers', '.a { z-index: 300; }'],
  ['a width that is not agreed', '@media (max-width: 640px) { .a { color: red; } }'],
  ['one of two widths', '@media (min-width: 576px) and (max-width: 700px) { .a { color: red; } }'],
])('%s is found', (_title, text) => {
  expect(faults(text)).toEqual([expect.stringMatching(`^${sheet}:4 `)]);
});

test.each([
  ['a place among layers', '<Menu zIndex={400} />'],
  ['a width that has a name', "const PHONE = '(max-width: 576px)';"],
])('%s in a script is found', (_title, text) => {
  expect(faults(text, 'web/src/ui/menu.tsx')).toHaveLength(1);
});

test.each([
  ['a token', '.a { font-size: var(--text-small); z-index: var(--layer-notices); }', sheet],
  ['pieces of a part over each other', '.a { z-index: 2; }', sheet],
  ['a size that follows another', '.a { font-size: inherit; }', sheet],
  ['an agreed width', '@media (max-width: 992px) and (pointer: coarse) { .a { color: red; } }', sheet],
  ['the width of a box', '.a { max-width: 640px; }', sheet],
  ['the list of tokens', ':root { --text-small: 13px; --layer-notices: 400; }', 'web/src/ui/tokens.css'],
  ['the list of widths', "const PHONE = '(max-width: 576px)';", 'web/src/ui/breakpoints.ts'],
])('%s is left alone', (_title, text, path) => {
  expect(faults(text, path)).toEqual([]);
});
