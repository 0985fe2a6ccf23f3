import type { ApiClient } from '@bocau/contract/client.ts';
import type { PeriodicRule } from '@bocau/contract/messages.ts';
import { MantineProvider } from '@mantine/core';
import { screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { dayOf, endOfDay } from '../../../parts/dates/local-days.ts';
import { renderPart } from '../../../test-kit/render-part.tsx';
import { speak } from '../../../test-kit/words.ts';
import type { EarlyEnd } from './dialog-requests.ts';
import { SharingDialog } from './sharing-dialog.tsx';

const DAY = 86_400;
/** Noon, far enough in the future that no end date has passed. */
const LAST = new Date(2100, 5, 15, 12).getTime() / 1000;
const RULES = { on: true, days: null };
const RULE = { period: 'day', end_after: 40 } as unknown as PeriodicRule;

beforeAll(() => speak('vi'));

type Check = ApiClient['checkShare'];

async function show(refused: EarlyEnd | null, lastDate: number | null, check?: Check) {
  const onAnswer = vi.fn();
  const previewPeriodic = vi.fn(async () => ({ data: { last_date: lastDate } }));
  const api = {
    getDriveFile: async () => ({
      data: { id: 'e1', name: 'báo giá.pdf', type: 'file', owner: 'lan.anh@saomai.example' },
    }),
    checkShare: check ?? (async () => ({ data: { outside: [], links: true, rules: RULES } })),
    previewPeriodic,
  };
  const part = await renderPart(
    <MantineProvider env="test">
      <SharingDialog
        ids={['e1']}
        receivers={[{ email: 'minh@saomai.example', name: 'Minh' }]}
        how={{ type: 'period', rule: RULE }}
        refused={refused}
        onAnswer={onAnswer}
      />
    </MantineProvider>,
    { api: api as unknown as Partial<ApiClient> },
  );
  return { ...part, onAnswer, previewPeriodic };
}

const send = () => screen.findByRole('button', { name: 'Chia sẻ và gửi' });

test('SH-3 of a message that is sent so many times the end is judged by its last date, as the server has it', async () => {
  const { user, onAnswer, previewPeriodic } = await show(null, LAST);
  await user.click(await send());
  expect(previewPeriodic).toHaveBeenCalledWith({ body: RULE });
  expect(onAnswer.mock.calls[0]?.[0].expireDate).toBe(endOfDay(dayOf(LAST + 30 * DAY)));
});

test('SH-3 SH-6 an end that the server refused is told at its field, with the last date and what was chosen', async () => {
  const expireDate = LAST - 2 * DAY;
  const sharing = { ids: ['e1'], permission: 'WRITE', password: 'abcd-1234-efgh', expireDate } as const;
  const { user, onAnswer } = await show({ sharing, lastSend: LAST }, null);
  expect((await screen.findByRole('alert')).textContent).toMatch(/phải sau lần gửi cuối, .*15.*6.*2100/);
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Mật khẩu' }).value).toBe('abcd-1234-efgh');
  await user.click(await send());
  expect(onAnswer).not.toHaveBeenCalled();
});

test('what is asked at the second try has the focus at its head, and then at what sends', async () => {
  const check = vi.fn().mockRejectedValueOnce(new Error('down'));
  const answer = Promise.withResolvers<unknown>();
  check.mockReturnValueOnce(answer.promise);
  const { user } = await show(null, LAST, check as Check);
  (await screen.findByRole('button', { name: 'Thử lại' })).focus();
  await user.keyboard('{Enter}');
  expect(document.activeElement?.tagName).toBe('H2');
  answer.resolve({ data: { outside: [], links: true, rules: RULES } });
  const button = await send();
  expect(document.activeElement).toBe(button);
});
