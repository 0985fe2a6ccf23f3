import { expect, test } from 'vitest';
import { checkSelectors } from './check-selectors.ts';

const path = 'web/src/features/thread-detail/thread-detail.module.css';
const faults = (text: string) => checkSelectors([{ path, text }]);

test.each([
  ['the one that froze a conversation', '.column :is([data-a], :has([data-a])) ~ * {}', ':has()'],
  ['with a plus', '.a:has(.b) + .c {}', ':has()'],
  ['further to the left', '.a:has(.b) > .c ~ .d {}', ':has()'],
  ['inside of another', '.a:not(.b:has(.c) ~ .d) {}', ':has()'],
  ['one of a list', '.a,\n.b:has(.c) ~ .d {}', ':has()'],
  ['in a media query', '@media (width > 1px) { .b:has(.c) ~ .d {} }', ':has()'],
  ['every sibling', '.a ~ * {}', '~ *'],
  ['the one that made scrolling slow', 'header:has(> .a) > :not(.a) {}', 'any element'],
  ['any element further below', '.a:has(.b:not(.c)):not(.d) > .e :not(.f) {}', 'any element'],
  ['any element of the page', '.b, :global(body:has(.a:not([hidden]))) * {}', 'any element'],
])('%s is found', (_title, text, fault) => {
  expect(faults(`.x {\n  color: red;\n}\n${text}`)).toEqual([expect.stringContaining(fault)]);
  expect(faults(`.x {\n  color: red;\n}\n${text}`)[0]).toMatch(`${path}:4 `);
});

test.each([
  ['a class after a sibling', '.a ~ .b + .c {}'],
  ['siblings within :has()', 'body:has(.a ~ .b) .c {}'],
  ['another one of the list', '.a:has(.b), .c ~ .d {}'],
  ['an attribute', '.a:has(.b)[class~="c"] .d {}'],
  ['a class below', '.a:has(.b:not(.c)):not(.d) > :not(.e) .f:not(.g) {}'],
  ['an element below another of the list', '.a:has(.b) .c, .d :not(.e) {}'],
  ['a count', '.a:has(.b):nth-child(2n + 1) {}'],
  ['a calculation', '.a:has(.b) { width: calc(1px + 2px); }'],
  ['a comment', '/* .a:has(.b) ~ * */ .c {}'],
])('%s is left alone', (_title, text) => {
  expect(faults(text)).toEqual([]);
});
