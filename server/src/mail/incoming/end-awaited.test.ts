import { expect, test } from 'vitest';
import type { MailboxChange } from '../mailbox/change-mailbox.ts';
import { newMessage } from '../messages/new-message.ts';
import { threadKeysOf } from '../threads/join-threads.ts';
import { endAwaited } from './end-awaited.ts';

/** Fails the test as soon as anything is asked of the database. */
const untouched = new Proxy({} as MailboxChange, {
  get(_, name) {
    if (name === 'folders') return { Junk: 'junk' };
    throw new Error(`${String(name)} was read`);
  },
});

const message = {
  ...newMessage({
    receivedAt: 1_800_000_000,
    subject: 'Re: Báo giá',
    inReplyTo: 'a@saomai.example',
    sender: { name: 'Bình', email: 'binh@minhphat.example' },
    headers: { to: [], cc: [], bcc: [], replyTo: [], unsubscribe: null },
  }),
  ...{ envelopeSender: 'binh@minhphat.example', authors: [], folderId: 'inbox' },
};
const [key = ''] = threadKeysOf([message]);
const known = (awaiting: boolean | null) => [
  { key, thread_id: 't', message_count: 1, snoozed: null, muted: null, awaiting },
];

test('FU-11 mail of conversations in which nothing waits asks nothing of the database', async () => {
  for (const awaiting of [null, false]) await endAwaited(untouched, [message], known(awaiting));
  await expect(endAwaited(untouched, [message], known(true))).rejects.toThrow('tx was read');
});

test('FU-4 nor does what a program wrote', async () => {
  const structure = { fields: 'Auto-Submitted: auto-replied\r\n', structure: '{}' };
  await endAwaited(untouched, [{ ...message, structure }], known(true));
  await endAwaited(untouched, [{ ...message, envelopeSender: '' }], known(true));
  await endAwaited(untouched, [{ ...message, spoofed: true }], known(true));
});

test('FU-4 nor does what fails the checks that its domain asks for; where it asks for none, an answer is one', async () => {
  const checked = (result: 'fail' | 'none' | 'pass' | 'temperror') => ({
    ...message,
    senderChecks: {
      spf: { result: 'none' as const, domain: 'minhphat.example' },
      ...{ dkim: [], arc: { result: 'none' as const } },
      dmarc: { result, policy: null, domain: 'minhphat.example' },
    },
  });
  await endAwaited(untouched, [checked('fail')], known(true));
  for (const result of ['none', 'pass', 'temperror'] as const) {
    await expect(endAwaited(untouched, [checked(result)], known(true))).rejects.toThrow('tx was read');
  }
});
