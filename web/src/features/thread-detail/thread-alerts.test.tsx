import type { ThreadWithMessages } from '@bocau/contract/threads.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { ThreadAlerts } from './thread-alerts.tsx';
import { WhySpam } from './why-spam.tsx';

const inJunk = {
  mailbox_name: 'Junk',
  messages: [{ folder: 'Junk', spam: null }],
} as unknown as ThreadWithMessages;

test.each([
  [
    'vi',
    'Bộ lọc của máy chủ xác định đây là thư rác (9,1 điểm). Lý do:',
    ['Nội dung giống những thư đã bị báo là thư rác', 'Có liên kết đáng ngờ hoặc nằm trong danh sách chặn'],
    'Dấu hiệu khác (tên trong bộ lọc): LOCAL_7',
  ],
  [
    'en',
    'The server’s filter marked this as spam (score 9.1). Why:',
    [
      'It reads like messages that were reported as spam',
      'It has links that are suspicious or on a blocklist',
    ],
    'Other signs, by the filter’s own names: LOCAL_7',
  ],
] as const)('TD-1 in Junk it is said why, in %s', async (language, found, signs, others) => {
  speak(language);
  const reasons = ['BAYES_99', 'URIBL_BLACK', 'LOCAL_7', 'SURBL_MULTI'];
  await renderPart(<WhySpam spam={{ score: 9.12, reasons }} />);
  screen.getByText(found);
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(signs);
  screen.getByText(others);
});

test('what a person put into Junk names no filter', async () => {
  speak('vi');
  await renderPart(<ThreadAlerts thread={inJunk} />);
  screen.getByText('Hội thoại này nằm trong Thư rác');
  expect(screen.queryByText(/Bộ lọc/)).toBeNull();
});
