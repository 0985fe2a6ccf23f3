import { expect, test } from 'vitest';
import { threadOf } from '../../test-kit/thread-of.ts';
import { forwardable } from './forwardable.ts';

const list = (path: string) => ({ kind: 'folder', path }) as const;
const one = threadOf({ subject: 'Re: Báo giá', message_ids: ['m1', 'm2', 'm3'], draft_ids: ['m3'] });
const other = threadOf({ subject: 'Hợp đồng', message_ids: ['m4'], draft_ids: [] });
const unsent = threadOf({ message_ids: ['m5'], draft_ids: ['m5'] });

test('the messages of conversations can be forwarded as files, without drafts', () => {
  const inbox = { list: list('INBOX'), whole: null };
  expect(forwardable({ ...inbox, threads: [one] })).toEqual({ ids: ['m1', 'm2'], subject: 'Re: Báo giá' });
  expect(forwardable({ ...inbox, threads: [one, other] })).toEqual({
    ids: ['m1', 'm2', 'm4'],
    subject: null,
  });
  expect(forwardable({ ...inbox, threads: [unsent] })).toBeNull();
  expect(forwardable({ ...inbox, threads: [] })).toBeNull();
});

test('a whole list, and what waits to be sent, can not', () => {
  expect(
    forwardable({ list: list('INBOX'), threads: [one], whole: { total: 90, capped: false } }),
  ).toBeNull();
  expect(forwardable({ list: list('Drafts'), threads: [one], whole: null })).toBeNull();
});
