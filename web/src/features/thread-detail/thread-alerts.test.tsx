import type { Message } from '@bocau/contract/messages.ts';
import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ThreadAlerts } from './thread-alerts.tsx';

const inJunk = (spam: Message['spam']) =>
  ({ mailbox_name: 'Junk', messages: [{ folder: 'Junk', spam }] }) as unknown as ThreadWithMessages;

test.each([
  ['vi', 'Bộ lọc của máy chủ cho đây là thư rác (9,1 điểm). Dấu hiệu: BAYES_99, URIBL_BLACK.'],
  ['en', 'The server’s filter took this for spam (score 9.1). Signs: BAYES_99, URIBL_BLACK.'],
] as const)('TD-1 in Junk it is said why, in %s', async (language, words) => {
  speak(language);
  await renderPart(<ThreadAlerts thread={inJunk({ score: 9.12, reasons: ['BAYES_99', 'URIBL_BLACK'] })} />);
  screen.getByText(words);
});

test('what a person put into Junk names no filter', async () => {
  speak('vi');
  await renderPart(<ThreadAlerts thread={inJunk(null)} />);
  screen.getByText('Hội thoại này nằm trong Thư rác');
  expect(screen.queryByText(/Bộ lọc/)).toBeNull();
});
