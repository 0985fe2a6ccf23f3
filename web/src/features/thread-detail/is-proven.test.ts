import type { Message, SenderChecks } from '@bocau/contract/messages.ts';
import { expect, test } from 'vitest';
import { isProven } from './is-proven.ts';

const OWN = new Set(['lan.anh@saomai.example']);
const dmarc = (result: SenderChecks['dmarc']['result']): SenderChecks => ({
  spf: { result: 'none', domain: null },
  dkim: [],
  dmarc: { result, policy: null, domain: 'saomai.example' },
  arc: { result: 'none' },
});

test.each<[string, Partial<Message>, boolean]>([
  ['a colleague whom DMARC proves', { sender_checks: dmarc('pass') }, true],
  ['a colleague whom nothing proves', { sender_checks: dmarc('none') }, false],
  ['a colleague of whom nothing was checked', {}, false],
  ['a colleague of whom nothing was checked, in Sent', { folder: 'Sent' }, false],
  ['oneself in Sent', { from: { name: '', email: 'Lan.Anh@saomai.example' }, folder: 'Sent' }, true],
  ['oneself in a draft', { from: { name: '', email: 'lan.anh@saomai.example' }, is_draft: true }, true],
  ['oneself in the inbox', { from: { name: '', email: 'lan.anh@saomai.example' } }, false],
  [
    'a colleague who sent it from here',
    { from: { name: '', email: 'minh@saomai.example', proven: true } },
    true,
  ],
  ['a forged colleague', { sender_checks: dmarc('pass'), spoofed: true }, false],
])('AC-4 who is shown with their picture: %s', (_who, given, proven) => {
  const message = {
    from: { name: 'Minh', email: 'minh@saomai.example' },
    folder: 'INBOX',
    is_draft: false,
    sending: null,
    spoofed: false,
    sender_checks: null,
    ...given,
  };
  expect(isProven(message, OWN)).toBe(proven);
});
