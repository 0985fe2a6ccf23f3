import type { ApiClient } from '@bocau/contract/client.ts';
import type { Message } from '@bocau/contract/messages.ts';
import { MantineProvider } from '@mantine/core';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { loadLaterWords } from '../../i18n/i18n.ts';
import { ComposeContext, type LazyCompose } from '../../parts/compose/lazy-compose.ts';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { MessageDetailsButton } from './message-details-button.tsx';

const HA = { name: 'Phạm Thu Hà', email: 'ha@minhphat.example' };
const BAO = { name: '', email: 'bao@minhphat.example' };
const MESSAGE = {
  ...{ id: '1', thread_id: '1', subject: 'Báo giá', date: 1_790_000_000, sender_checks: null },
  ...{ from: { ...HA, proven: true }, to: [HA, BAO], cc: [], bcc: [], reply_to: [] },
} as unknown as Message;
const COMPOSE = { subscribe: () => () => undefined, model: () => null } as unknown as LazyCompose;
const API = {
  findContact: vi.fn(async () => ({ data: null, meta: undefined })),
  listThreads: vi.fn(async () => ({ data: [] })),
} as unknown as Partial<ApiClient>;

beforeAll(async () => {
  await Promise.all([import('./message-details.tsx'), import('./person/person-card.tsx')]);
});
beforeEach(async () => {
  speak('vi');
  await loadLaterWords();
});

async function openDetails() {
  const view = await renderPart(
    <MantineProvider env="test">
      <ComposeContext value={COMPOSE}>
        <MessageDetailsButton message={MESSAGE} />
      </ComposeContext>
    </MantineProvider>,
    { api: API },
  );
  await view.user.click(screen.getByRole('button', { name: 'Chi tiết thư' }));
  await screen.findByText('Báo giá');
  return view;
}

test('TD-21 on a phone a recipient in the details opens their card, and closing it leads back', async () => {
  const { matchMedia } = window;
  const narrow = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((media) => ({ ...matchMedia(media), matches: media.includes('coarse') }));
  onTestFinished(() => narrow.mockRestore());
  const { user } = await openDetails();
  await user.click(screen.getByRole('button', { name: /bao@minhphat\.example/ }));
  const card = await screen.findByRole('dialog', { name: 'bao' });
  within(card).getByText(BAO.email);
  expect(screen.queryByText('Báo giá')).toBeNull();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Chi tiết thư'));
});

test('TD-21 elsewhere recipients in the details are text that can be selected', async () => {
  await openDetails();
  screen.getByText('Phạm Thu Hà <ha@minhphat.example>, bao@minhphat.example');
  expect(screen.queryByRole('button', { name: /bao@minhphat\.example/ })).toBeNull();
});
