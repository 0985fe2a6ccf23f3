import type { Rule } from '@bocau/contract/rules.ts';
import type { Thread } from '@bocau/contract/threads.ts';
import { expect, test } from 'vitest';
import { sendersToBlock } from './block-senders.ts';

const from = (email: string) => ({ from: { name: '', email } }) as Thread;
const blocks = (email: string, is_enable = true) =>
  ({ is_enable, sieve_json: JSON.stringify({ type: 'auto_mark_spam', from: email }) }) as Rule;
const own = new Set(['lan.anh@saomai.example', 'ketoan@saomai.example']);

test('OR-9 each sender without a block rule is asked about once', () => {
  const threads = [from('a@x.example'), from('A@x.example'), from('b@x.example')];
  expect(sendersToBlock(threads, [blocks('B@X.example')], own)).toEqual(['A@x.example']);
});

test('OR-9 own addresses, aliases too, are never blocked, nor a sender without an address', () => {
  const threads = ['Lan.Anh@saomai.example', 'KeToan@saomai.example', ''].map(from);
  expect(sendersToBlock(threads, [], own)).toEqual([]);
});

test('OR-9 a rule that is switched off, or does something else, blocks nobody', () => {
  const other = { is_enable: true, sieve_json: JSON.stringify({ type: 'filter' }) } as Rule;
  expect(sendersToBlock([from('a@x.example')], [blocks('a@x.example', false), other], own)).toEqual([
    'a@x.example',
  ]);
});
