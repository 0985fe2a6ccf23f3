import { expect, test } from 'vitest';
import { checkRuleCoverage } from './rule-coverage.ts';

const rules = {
  path: 'docs/rules/TL.md',
  text: [
    '- **TL-1** One. (web)',
    '- **TL-2** Two. (server)',
    '- **TL-3** Three, dropped. (both)',
    '- **TL-4** Four. (both; to come)',
  ].join('\n'),
};
const citing = (id: string) => ({
  path: 'web/src/one.test.ts',
  text: `te${'st'}('${id} it holds', () => {});\n`,
});

test('a rule that no test cites is a fault, unless it was dropped or is to come', () => {
  expect(checkRuleCoverage([rules, citing('TL-1')])).toEqual(['docs/rules/TL.md:2 TL-2 is cited by no test']);
});

test('a rule that is proven is not to come', () => {
  expect(checkRuleCoverage([rules, citing('TL-1 TL-2 TL-4')])).toEqual([
    'docs/rules/TL.md:4 TL-4 is to come no more: a test cites it',
  ]);
});
