import { expect, test } from 'vitest';
import { readBaseSubject } from './base-subject.ts';
import {
  serializeThreads,
  type ThreadedMessage,
  threadByReferences,
  threadBySubject,
} from './thread-messages.ts';

type Given = [id: string | null, references?: string, subject?: string];

/** Numbered from 1 on, each sent after the one before. */
function messages(...given: Given[]): ThreadedMessage[] {
  return given.map(([id, references = '', subject = `subject ${id}`], index) => ({
    number: index + 1,
    id,
    references: references.split(' ').filter((one) => one !== ''),
    subject: readBaseSubject(subject),
    sentAt: index,
  }));
}

test.each<[string, Given[], string]>([
  ['nothing', [], ''],
  ['messages of their own', [['a'], ['b']], '(1)(2)'],
  ['a chain', [['a'], ['b', 'a'], ['c', 'a b']], '(1 2 3)'],
  ['two answers', [['a'], ['b', 'a'], ['c', 'a'], ['d', 'a c']], '(1 (2)(3 4))'],
  ['an answer that came first', [['b', 'a'], ['a']], '(2 1)'],
  [
    'answers to what is not there',
    [
      ['b', 'a'],
      ['c', 'a'],
    ],
    '((1)(2))',
  ],
  ['one answer to what is not there', [['b', 'a x']], '(1)'],
  ['a message in between that is not there', [['a'], ['c', 'a b']], '(1 2)'],
  [
    'a circle',
    [
      ['a', 'b'],
      ['b', 'a'],
    ],
    '(2 1)',
  ],
  ['what refers to itself', [['a', 'a']], '(1)'],
  ['one Message-ID twice', [['a'], ['a', '', 'other'], ['b', 'a']], '(1 3)(2)'],
  ['what a message itself says, before what others say', [['c', 'a b'], ['b', 'x'], ['x']], '(3 2 1)'],
  [
    'the same subject and an answer',
    [
      ['a', '', 'Offer'],
      ['b', '', 'Re: offer'],
    ],
    '(1 2)',
  ],
  [
    'the same subject twice',
    [
      ['a', '', 'Offer'],
      ['b', '', 'offer'],
    ],
    '((1)(2))',
  ],
  [
    'the answer first',
    [
      ['a', '', 'Re: Offer'],
      ['b', '', 'offer'],
    ],
    '(2 1)',
  ],
  [
    'no subject',
    [
      ['a', '', ''],
      ['b', '', ''],
    ],
    '(1)(2)',
  ],
  ['no Message-ID', [[null, 'a'], ['a']], '(2 1)'],
])('threads %s', (_what, given, expected) => {
  expect(serializeThreads(threadByReferences(messages(...given)))).toBe(expected);
});

test('threads by subject alone', () => {
  const given = messages(['a', '', 'x'], ['b', '', 'y'], ['c', '', 'Re: x'], ['d', '', 're: X']);
  expect(serializeThreads(threadBySubject(given))).toBe('(1 (3)(4))(2)');
});

test('cuts a chain of many thousand messages, and follows none in a circle', () => {
  const given: Given[] = Array.from({ length: 20_000 }, (_, index) => [`${index}`, `${index - 1}`]);
  const text = serializeThreads(threadByReferences(messages(...given, ['-1', '19999'])));
  expect(text.match(/\d+/g)).toHaveLength(20_001);
});
