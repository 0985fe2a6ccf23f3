import type { ApiClient } from '@bocau/contract/client.ts';
import { expect, it } from 'vitest';
import { failureOfText } from '../../model/compose/send-failures.ts';
import { reportSendFailure } from './report-send-failure.ts';

it.each([
  ['550 5.1.1 <ha@saomai.example>: Recipient address rejected: User unknown', 'receiver_not_found 550 5.1.1'],
  ['554 Refused: subject "Bảng lương tháng 11" looks like spam', 'receiver_refused 554'],
  ['Lan Anh said 12345 things', 'as_told'],
  [null, 'unknown'],
])('SD-19 what a server said, %j, is reported by its meaning and its codes alone', (text, told) => {
  const bodies: unknown[] = [];
  const api = {
    async reportClientError(input: { body: unknown }) {
      bodies.push(input.body);
      throw new Error('nobody hears of it');
    },
  } as unknown as ApiClient;
  reportSendFailure(api, failureOfText(text));
  expect(bodies).toEqual([{ kind: 'error', message: `send_mail_failed ${told}`, where: 'compose' }]);
});
