import type { Message } from '@bocau/contract/messages.ts';
import type { Thread, ThreadWithMessages } from '@bocau/contract/threads.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { threadOf } from '../../test-kit/thread-of.ts';
import { speak } from '../../test-kit/words.ts';
import { StateLines } from './state-lines.tsx';

const SENT_AT = 1_000_000;
const AT = 1_900_000_000;
const NOBODY = { cc: [], bcc: [], from: { name: 'Lan Anh', email: 'lan.anh@saomai.example' } };
const people = (...names: string[]) => names.map((name) => ({ name, email: `${name}@khach.example` }));

const MESSAGES = [
  { ...NOBODY, id: 'm1', to: people('Minh', 'Hoa'), date: SENT_AT },
  { ...NOBODY, id: 'm2', to: people('Tuấn'), date: SENT_AT + 60, follow_up_at: AT },
] as unknown as Message[];

test.each([
  ['vi', { follow_up_at: AT }, /^Chờ Tuấn trả lời đến /],
  ['en', { follow_up_at: AT }, /^Waiting for Tuấn to reply until /],
  ['vi', { unanswered_since: SENT_AT }, /^Chưa thấy Minh, Hoa trả lời từ /],
  ['en', { unanswered_since: SENT_AT }, /^No reply from Minh, Hoa since /],
] as ['vi' | 'en', Partial<Thread>, RegExp][])(
  'TD-27 in %s a conversation with %j says whose answer is missing',
  async (language, times, words) => {
    await speak(language);
    const thread: ThreadWithMessages = { ...threadOf(times), snippets: {}, messages: MESSAGES };
    await renderPart(<StateLines thread={thread} />);
    expect(screen.getByText(words)).toBeDefined();
  },
);

test.each([
  ['vi', { mailbox_name: 'Snoozed', snoozed_until: AT }, /^Đến .*2030/],
  ['vi', { mailbox_name: 'Snoozed' }, /^Khi có trả lời$/],
  ['en', { mailbox_name: 'Snoozed' }, /^When someone replies$/],
  ['en', { mailbox_name: 'INBOX', snoozed_until: AT }, null],
] as ['vi' | 'en', Partial<Thread>, RegExp | null][])(
  'TD-28 in %s a conversation with %j says until when it is put aside',
  async (language, given, words) => {
    await speak(language);
    await renderPart(<StateLines thread={{ ...threadOf(given), snippets: {}, messages: [] }} />);
    if (words) expect(screen.getByText(words)).toBeDefined();
    else expect(screen.queryByRole('button')).toBeNull();
  },
);
