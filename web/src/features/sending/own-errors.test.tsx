import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import type { Message, PeriodicState } from '@bocau/contract/messages.ts';
import { MantineProvider } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { errors } from '../../i18n/vi/errors.ts';
import { ComposeContext } from '../../parts/compose/lazy-compose.ts';
import { notices } from '../../parts/notices/notify.ts';
import { noCompose } from '../../test-kit/no-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { PeriodicBanner } from './periodic-banner.tsx';
import { RecallDialog } from './recall-dialog.tsx';

const PERIOD = {
  ...{ state: 'active', period: { by_days: 1 }, time_send: '08:00', start_day: '2026-11-24' },
  ...{ end_day: null, end_after: null, sent_count: 0, next_dates: [1_795_000_000] },
} as unknown as PeriodicState;

beforeAll(() => speak('vi'));
beforeEach(() => notices.set([]));

const told = () => notices.get().map(({ text }) => text);

async function press(part: ReactNode, api: object, buttons: string[]) {
  const { user } = await renderPart(
    <MantineProvider env="test">
      <ComposeContext value={noCompose}>{part}</ComposeContext>
    </MantineProvider>,
    { api: api as Partial<ApiClient> },
  );
  for (const name of buttons) {
    const found = await screen.findAllByRole('button', { name });
    await user.click(found.at(-1) as HTMLElement);
  }
}

const failing = async () => {
  throw new ApiError(503, 'service_unavailable', 'busy');
};

test.each([
  [
    'a recall',
    <RecallDialog key="recall" message={{ id: 'm1', subject: 'Giá' } as Message} onClose={() => undefined} />,
    'recallMessage',
    ['Thu hồi'],
  ],
  [
    'the end of a periodic message',
    <PeriodicBanner key="period" messageId="m1" period={PERIOD} onGone={() => undefined} />,
    'cancelPeriodic',
    ['Ngừng gửi định kỳ', 'Ngừng gửi định kỳ'],
  ],
] as const)('ER-2 of %s that fails there is one notice, its own', async (_what, part, call, buttons) => {
  await press(part, { [call]: failing }, [...buttons]);
  await waitFor(() => expect(told()).toEqual([errors.service_unavailable]));
});
