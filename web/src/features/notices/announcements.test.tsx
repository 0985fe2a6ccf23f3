import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { threadOf } from '../../test-kit/thread-of.ts';
import { speak } from '../../test-kit/words.ts';
import { Announcements } from './announcements.tsx';

afterEach(() => vi.useRealTimers());

const told = () =>
  screen
    .getAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');

async function show(at = '/folder/INBOX') {
  const { server, clock } = await renderPart(<Announcements />, { at });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  return async (...mails: { subject: string; folder?: string; back_at?: number }[]) => {
    await act(async () => {
      for (const { subject, folder = 'INBOX', ...back } of mails) {
        const thread = threadOf({ id: subject, subject, mailbox_name: folder, ...back });
        server.send({ event: 'new_mail', data: { message_id: subject, thread } });
      }
      await clock.advance(10);
      await vi.advanceTimersByTimeAsync(2_000);
    });
  };
}

test('new mail is told by its sender and subject, several messages at once by their number', async () => {
  await speak('vi');
  const receive = await show();
  expect(told()).toBe('');
  await receive({ subject: 'Báo giá' });
  expect(told()).toMatch(/^Thư mới từ .+: Báo giá$/);
  await receive({ subject: 'một' }, { subject: 'hai' }, { subject: 'ba' });
  expect(told()).toBe('3 thư mới');
});

test('LT-5 what is back from Snoozed is not called new', async () => {
  await speak('vi');
  const receive = await show();
  await receive({ subject: 'Báo giá', back_at: 1_700_000_000 });
  expect(told()).toMatch(/^Thư để sau của .+ đã trở lại: Báo giá$/);
});

test('the same words are told again', async () => {
  await speak('vi');
  const receive = await show();
  await receive({ subject: 'Nhắc họp' });
  const first = told();
  await act(async () => void (await vi.advanceTimersByTimeAsync(1_900)));
  expect(told()).toBe('');
  await receive({ subject: 'Nhắc họp' });
  expect(told()).toBe(first);
});

test('what comes into Junk is not told', async () => {
  await speak('en');
  const receive = await show();
  await receive({ subject: 'Prize', folder: 'Junk' });
  expect(told()).toBe('');
});
