import { type ApiClient, ApiError } from '@bocau/contract/client.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { RawMessagePage } from './raw-message-page.tsx';

beforeEach(() => speak('vi'));

test('a source that comes at the second try has the focus at the heading of its page', async () => {
  let isDown = true;
  const api = {
    async readBytes() {
      if (isDown) throw new ApiError(503, 'service_unavailable', 'down');
      return new TextEncoder().encode('Subject: x').buffer;
    },
  };
  const { user } = await renderPart(<RawMessagePage />, { api: api as unknown as Partial<ApiClient> });
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  isDown = false;
  retry.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByText('Subject: x')).toBeTruthy());
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});
