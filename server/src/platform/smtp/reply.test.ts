import { expect, it } from 'vitest';
import { accepted, foldReplies, replies } from './reply.ts';

it.each([
  ['all accept', [accepted('one'), accepted('two')], accepted('one')],
  ['one fails for now', [accepted(), replies.noSuchMailbox, replies.mailboxFull], replies.mailboxFull],
  ['one refuses', [accepted(), replies.noSuchMailbox], replies.noSuchMailbox],
  ['nobody answers', [], replies.localError],
])('SMTP gets one answer when %s', (_name, perRecipient, expected) => {
  expect(foldReplies(perRecipient)).toEqual(expected);
});

it('every ready answer has a code and a status of its outcome', () => {
  for (const reply of Object.values(replies)) {
    const digit = reply.outcome === 'temporary' ? '4' : '5';
    expect([String(reply.code)[0], reply.status[0]]).toEqual([digit, digit]);
  }
});
