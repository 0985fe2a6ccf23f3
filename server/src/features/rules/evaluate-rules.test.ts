import { type FilterRule, filterRule } from '@bocau/contract/rule-definitions.ts';
import { alternativesOf } from '@bocau/contract/rule-values.ts';
import { describe, expect, test } from 'vitest';
import { prng } from '../../demo-world/prng.ts';
import { compileFilter } from './compile-filters.ts';
import { type CompiledRules, evaluate, type Verdict } from './evaluate-rules.ts';
import { foldText } from './fold-text.ts';
import { type FilteredMessage, factsOf } from './message-facts.ts';

const MESSAGE: FilteredMessage = {
  authors: ['An@DoiTac.example', 'thu.ky@doitac.example'],
  headers: { to: [{ name: '', email: 'lan@saomai.example' }], cc: [] },
  subject: 'Đề nghị thanh toán hợp đồng số 12',
  body: null,
  bodyIsHtml: false,
  searchText: 'Chào chị, xem tệp kèm theo',
  size: 2048,
  attachments: [{ inline: true }],
};

const doing = (type: string, value = '') => ({ enable: true, type, value });

function filter(conditions: unknown[], actions: unknown[] = [doing('setflag', 'Seen')], match = 'all') {
  return filterRule.parse({ match, conditions, actions });
}

function rulesOf(filters: FilterRule[], more: Partial<CompiledRules> = {}): CompiledRules {
  return {
    filters: filters.map((one, index) => compileFilter(String(index), one, (id) => id !== 'gone')),
    ...{ awaitsInvoices: false, forward: null, replyRuleId: null, verified: new Set<string>() },
    ...more,
  };
}

function file(filters: FilterRule[], given: Partial<FilteredMessage> = {}, verdict: Verdict = 'clean') {
  return evaluate(rulesOf(filters), factsOf({ ...MESSAGE, ...given }), verdict);
}

function matches(condition: object, given: Partial<FilteredMessage> = {}): boolean {
  return file([filter([condition])], given).hits.length > 0;
}

describe('RU-4 a condition', () => {
  const decomposed = { subject: MESSAGE.subject.normalize('NFD') };
  test.each([
    ['subject', 'contains', 'HỢP ĐỒNG', {}, true],
    ['subject', 'contains', 'hợp đồng', decomposed, true],
    ['subject', 'contains', 'hợp đồng'.normalize('NFD'), {}, true],
    ['subject', 'contains', 'hop dong', {}, false],
    ['subject', 'contains', 'đô', decomposed, false],
    ['subject', 'contains', 'so', { subject: 'Số'.normalize('NFD') }, false],
    ['subject', 'contains', 'không, thanh  toán', {}, true],
    ['subject', '!contains', 'không, thanh toán', {}, false],
    ['subject', '!contains', 'không, chưa', {}, true],
    ['from', 'contains', 'an@doitac.example', {}, true],
    ['from', 'contains', 'khac@x.example, thu.ky@doitac.example', {}, true],
    ['from', 'contains', '@doitac.example', {}, true],
    ['from', 'contains', '@tac.example', {}, false],
    ['from', 'contains', 'n@doitac.example', {}, false],
    ['from', '!contains', '@doitac.example', { authors: [] }, true],
    ['to', 'contains', 'LAN@saomai.example', {}, true],
    ['body', 'contains', 'tệp kèm', {}, true],
    ['attachment', 'contains', '', {}, false],
    ['attachment', 'contains', '', { attachments: [{ inline: false }] }, true],
    ['attachment', '!contains', '', {}, true],
  ])('of %s that %s %s', (type, comparator, value, given, expected) => {
    expect(matches({ type, comparator, value }, given)).toBe(expected);
  });

  test.each([
    [2, 'over', 'K', 2048, false],
    [2, 'over', 'K', 2049, true],
    [2, 'under', 'K', 2048, false],
    [2, 'under', 'K', 2047, true],
    [1.5, 'over', 'M', 1_572_865, true],
  ])('of a size %s %s%s looks at %s bytes', (value, comparator, unit, size, expected) => {
    expect(matches({ type: 'size', comparator, value, unit }, { size })).toBe(expected);
  });

  test('of the body looks into a long HTML body, and as far as its first megabyte', () => {
    const long = (before: number) => ({
      body: `<p>${'x '.repeat(before / 2)}hợp <b>đồng</b></p>`,
      bodyIsHtml: true,
      searchText: 'x '.repeat(100_000),
    });
    const condition = { type: 'body', comparator: 'contains', value: 'hợp đồng' };
    expect(matches(condition, long(400_000))).toBe(true);
    expect(matches(condition, long(1_100_000))).toBe(false);
  });
});

describe('RU-10 filters', () => {
  const always = { type: 'size', comparator: 'over', value: 1, unit: 'K' };
  const never = { type: 'size', comparator: 'under', value: 1, unit: 'K' };

  test('need all conditions, or any', () => {
    expect(file([filter([always, never])]).hits).toEqual([]);
    expect(file([filter([never, always], undefined, 'any')]).hits).toEqual(['0']);
  });

  test('that fail are passed over, and the message is filed', () => {
    const broken = { ...MESSAGE, searchText: null as unknown as string };
    const condition = { type: 'body', comparator: 'contains', value: 'a' };
    const filters = [filter([condition]), filter([always], [doing('fileinto', 'f1')])];
    expect(file(filters, broken)).toMatchObject({
      ...{ folder: { id: 'f1' }, hits: ['1'] },
      failed: [{ ruleId: '0', error: expect.any(TypeError) }],
    });
  });

  test('send one message to four verified addresses at most, each once', () => {
    const targets = [1, 2, 3, 4, 5, 6].map((number) => `d${number}@x.example`);
    const filters = [...targets, 'D2@x.example'].map((target) =>
      filter([always], [doing('redirect', target)]),
    );
    const rules = rulesOf(filters, { verified: new Set(targets.slice(1)) });
    const filing = evaluate(rules, factsOf(MESSAGE), 'clean');
    expect(filing.onward.map(({ target }) => target)).toEqual(targets.slice(1, 5));
  });

  test('come before the forward and the reply, which a discarded message does not reach', () => {
    const more = { forward: { ruleId: 'f', target: 'd@x.example' }, replyRuleId: 'r' };
    const facts = factsOf(MESSAGE);
    expect(evaluate(rulesOf([], more), facts, 'clean')).toMatchObject({
      onward: [more.forward],
      replyRuleId: 'r',
    });
    const discarding = rulesOf([filter([always], [doing('discard')])], more);
    expect(evaluate(discarding, facts, 'clean')).toMatchObject({
      discarded: true,
      onward: [],
      replyRuleId: null,
    });
  });

  test.each([
    ['junk', 'Junk'],
    ['forged', { id: 'f1' }],
  ] as const)('do not send on what is %s, nor answer it', (verdict, folder) => {
    const filters = [filter([always], [doing('fileinto', 'f1'), doing('redirect', 'd@x.example')])];
    const more = {
      forward: { ruleId: 'f', target: 'e@x.example' },
      replyRuleId: 'r',
      verified: new Set(['d@x.example']),
    };
    const filing = evaluate(rulesOf(filters, more), factsOf(MESSAGE), verdict);
    expect(filing).toMatchObject({ folder, onward: [], replyRuleId: null, hits: ['0'] });
  });
});

test('RU-10 no filter matches a message that shares no text with its values', () => {
  const random = prng('nothing shared');
  // Two halves of one alphabet, each with letters that differ only in their diacritics.
  const [ours, theirs] = ['aáảeểđoộơ', 'àạăêẻdôờỡ'].map((letters) => [...letters]) as [string[], string[]];
  const text = (letters: string[]) =>
    Array.from({ length: random.int(1, 8) }, () => random.pick(letters)).join('');
  const varied = (written: string) =>
    (random.chance(0.5) ? written.toUpperCase() : written).normalize(random.pick(['NFC', 'NFD']));
  for (let round = 0; round < 2_000; round += 1) {
    const value = Array.from({ length: random.int(1, 3) }, () => varied(text(ours))).join(',');
    const type = random.pick(['subject', 'body']);
    const given = {
      subject: varied(`${text(theirs)} ${text(theirs)}`),
      searchText: varied(`${text(theirs)} ${text(theirs)}`),
    };
    const shared = alternativesOf(value).some((one) =>
      foldText(Object.values(given).join(' ')).includes(foldText(one)),
    );
    expect(shared).toBe(false);
    expect(matches({ type, comparator: 'contains', value }, given), `${value} in ${given.subject}`).toBe(
      false,
    );
    const address = `${text(['x', 'y'])}@${text(['x', 'y'])}.example`;
    expect(matches({ type: 'from', comparator: 'contains', value: address })).toBe(false);
  }
});
