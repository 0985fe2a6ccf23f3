import type { Message } from '@bocau/contract/messages.ts';
import { expect, test } from 'vitest';
import { answerWays } from './answer-ways.ts';

const own = new Set(['lan.anh@saomai.example', 'ketoan@saomai.example']);
const people = (...emails: string[]) => emails.map((email) => ({ name: '', email }));
const received = {
  is_draft: false,
  state: 'received',
  period: null,
  intended_time: null,
  from: { name: '', email: 'khach@minhphat.example' },
  to: people('lan.anh@saomai.example'),
  cc: people(),
  bcc: people(),
} as unknown as Message;
const ways = (message: Partial<Message>) =>
  answerWays({ ...received, ...message }, own).map(({ how }) => how);

test.each<[string, Partial<Message>, boolean]>([
  ['the sender alone', {}, false],
  [
    'the sender and two own addresses',
    { to: people('Lan.Anh@saomai.example', 'ketoan@saomai.example') },
    false,
  ],
  ['the sender twice', { cc: people('KHACH@minhphat.example') }, false],
  ['somebody else in Cc', { cc: people('duc@saomai.example') }, true],
  ['somebody else in To, and oneself in Bcc', { to: people('duc@saomai.example'), bcc: received.to }, true],
  [
    'one who got it from oneself',
    { from: { name: '', email: 'ketoan@saomai.example' }, to: people('a@x.example') },
    false,
  ],
  [
    'two who got it from oneself',
    {
      from: { name: '', email: 'ketoan@saomai.example' },
      to: people('a@x.example'),
      bcc: people('b@x.example'),
    },
    true,
  ],
])('TD-7 reply all where there is %s', (_whom, message, offered) => {
  expect(ways(message)).toEqual(offered ? ['reply', 'reply_all', 'forward'] : ['reply', 'forward']);
});

test('TD-7 what has not been sent can not be answered', () => {
  expect(ways({ is_draft: true })).toEqual([]);
});
