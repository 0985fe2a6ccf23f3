import { expect, test } from 'vitest';
import { readBaseSubject } from './base-subject.ts';

test.each([
  ['Báo giá', 'BÁO GIÁ', false],
  ['Re: Báo giá', 'BÁO GIÁ', true],
  ['RE: fwd:  Báo   giá (fwd)', 'BÁO GIÁ', true],
  ['Re[2]: offer', 'OFFER', true],
  ['[list] Re: offer', 'OFFER', true],
  ['[list] offer', 'OFFER', false],
  ['[only a tag]', '[ONLY A TAG]', false],
  ['[Fwd: Re: offer]', 'OFFER', true],
  ['Regarding: offer', 'REGARDING: OFFER', false],
  ['Re:', '', true],
  ['', '', false],
])('%j is about %j (a reply: %s)', (subject, base, isReply) => {
  expect(readBaseSubject(subject)).toEqual({ base: base.normalize('NFKD'), isReply });
});

test('is found in a subject of nothing but marks', () => {
  expect(readBaseSubject('[a] '.repeat(100)).base).toBe('[A]');
  expect(readBaseSubject('re: '.repeat(100)).base).toBe('');
});
