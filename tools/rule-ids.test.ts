import { expect, test } from 'vitest';
import { checkCoverage, checkRuleIds, readCitations, readRules } from './rule-ids.ts';

const rules = {
  path: 'docs/rules/TL.md',
  text: '# TL\n\n- **TL-1** A page holds 50. (server)\n- **TL-2** dropped: rows blink. (web)\n- **TL-3** decided: newest first. (both)\n',
};

function citing(...lines: string[]): { path: string; text: string } {
  return { path: 'server/src/features/threads/threads.test.ts', text: lines.join('\n') };
}

test('rules are read with their holder and whether they still count', () => {
  expect(
    readRules([rules, { path: 'docs/rules/README.md', text: '- **TL-9** an example (web)' }]),
  ).toMatchObject([
    { id: 'TL-1', holder: 'server', dropped: false, line: 3 },
    { id: 'TL-2', holder: 'web', dropped: true },
    { id: 'TL-3', holder: 'both', dropped: false },
  ]);
});

test('ids are read from the beginning of titles, with cases, groups and line breaks', () => {
  const file = citing(
    `test('TL-1 TL-3 a page', () => {});`,
    `test.each([['TL-2 (a']])('TL-4 %s', () => {});`,
    `describe('TL-5, TL-6 a group', () => {});`,
    `it.skipIf(done(1))(`,
    `  'TL-7 a long one',`,
    `  () => {});`,
  );
  expect(readCitations([file]).map(({ id }) => id)).toEqual(['TL-1', 'TL-3', 'TL-4', 'TL-5', 'TL-6', 'TL-7']);
});

test('what only looks like a title is not read', () => {
  const file = citing(
    `// test('TL-1 gone', () => {});`,
    `test('a page of TL-1', () => {});`,
    `send({ subject: 'RE-7 the offer' });`,
    `test('TL-1', () => {});`,
  );
  expect(readCitations([file])).toEqual([]);
});

test('a test that cites no rule, or a dropped one, is a fault with its place', () => {
  expect(
    checkRuleIds([rules, citing(`test('TL-1 a', f);`, `test('TL-2 b', f);`, `test('ZZ-1 c', f);`)]),
  ).toEqual([
    'server/src/features/threads/threads.test.ts:2 cites TL-2, which is dropped',
    'server/src/features/threads/threads.test.ts:3 cites ZZ-1, which is no rule of docs/rules/',
  ]);
});

test('an id that stands twice or in the wrong file is a fault', () => {
  const other = { path: 'docs/rules/FO.md', text: '- **TL-1** Again. (web)' };
  expect(checkRuleIds([rules, other])).toEqual([
    'docs/rules/FO.md:1 TL-1 stands already in docs/rules/TL.md:3',
    'docs/rules/FO.md:1 TL-1 belongs into the file of its prefix',
  ]);
});

test('a rule that no test cites needs an excuse, by its id or its prefix, and a needless excuse is a fault', () => {
  const file = citing(`test('TL-1 a page', () => {});`);
  expect(checkCoverage([rules, file], [])).toEqual([expect.stringContaining('TL-3 is cited by no test')]);
  expect(checkCoverage([rules, file], ['TL-3'])).toEqual([]);
  expect(checkCoverage([rules, file], ['TL'])).toEqual([]);
  expect(checkCoverage([rules, file], ['TL-3', 'TL-1'])).toEqual([
    expect.stringContaining('excuses TL-1, which a test cites'),
  ]);
});
