import { expect, test } from 'vitest';
import { firstExpanded, foldedMiddle, isOwnAnswer, isWritten } from './collapse.ts';

type State = '' | 'sending';
const message = (id: string, is_draft = false, state: State = '') => ({ id, is_draft, state });
const thread = (count: number) => Array.from({ length: count }, (_, index) => message(String(index + 1)));
const folded = (count: number, expanded: string[] = []) =>
  foldedMiddle(thread(count), new Set(expanded)).map(({ id }) => id);

test('TD-8 up to three messages all show', () => {
  expect([0, 1, 2, 3].map((count) => folded(count))).toEqual([[], [], [], []]);
});

test('TD-8 with more, the first and the last two show and the count minus 3 is behind “show more”', () => {
  expect(folded(4)).toEqual(['2']);
  expect(folded(14, ['14'])).toHaveLength(11);
  expect(folded(5, ['5'])).toEqual(['2', '3']);
});

test('TD-9 what is open is not hidden behind “show more”', () => {
  expect(folded(6, ['3'])).toEqual([]);
});

test('TD-9 the last message opens expanded', () => {
  expect(firstExpanded(thread(4))).toBe('4');
  expect(firstExpanded([])).toBeNull();
});

test('CL-416 what one answered to an invitation oneself does not open, unless there is nothing else', () => {
  const own = new Set(['lan@saomai.example']);
  const from = (email: string, isAnswer = false) => ({
    ...message(email),
    from: { name: '', email },
    files: [{ ...(isAnswer && { is_answer: true }) }] as never,
  });
  const first = (...messages: ReturnType<typeof from>[]) =>
    firstExpanded(messages, (one) => isOwnAnswer(one, own));
  const answer = from('Lan@saomai.example', true);
  expect(first(from('hung@doitac.example'), answer, answer)).toBe('hung@doitac.example');
  expect(first(from('lan@saomai.example'), from('hung@doitac.example', true))).toBe('hung@doitac.example');
  expect(first(from('hung@doitac.example'), from('lan@saomai.example'))).toBe('lan@saomai.example');
  expect(first(answer)).toBe('Lan@saomai.example');
});

test('TD-9 with drafts it is the first one that is not being sent', () => {
  const messages = [
    message('a'),
    message('b', true, 'sending'),
    message('c', true),
    message('d', true),
    message('e'),
  ];
  expect(firstExpanded(messages)).toBe('c');
  expect(firstExpanded([message('a'), message('b', true, 'sending')])).toBe('b');
});

test.each([
  [{ is_draft: true }, true],
  [{ is_draft: false }, false],
  [{ is_draft: true, state: 'sending' }, false],
  [{ is_draft: true, status: 'sending_failed' }, false],
  [{ is_draft: true, folder: 'Trash' }, false],
] as const)('TD-12 %j is written in its form: %s', (fields, written) => {
  expect(isWritten({ state: '', status: '', folder: 'Drafts', ...fields })).toBe(written);
});
