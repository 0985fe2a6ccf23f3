import type { ApiClient } from '@bocau/contract/client.ts';
import { ApiError } from '@bocau/contract/client.ts';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { SaveFolder } from './save-folder.tsx';

beforeEach(() => speak('vi'));

test('folders that are there at the second try have the focus at the head of the dialog', async () => {
  let isDown = true;
  const api = {
    async listDriveFiles() {
      if (isDown) throw new ApiError(503, 'service_unavailable', 'down');
      return { data: [], meta: { breadcrumb: [], next_cursor: null } };
    },
  };
  const { user } = await renderPart(<SaveFolder onChoose={() => undefined} onClose={() => undefined} />, {
    api: api as unknown as Partial<ApiClient>,
  });
  const retry = await screen.findByRole('button', { name: 'Thử lại' });
  isDown = false;
  retry.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Thử lại' })).toBeNull());
  expect(document.activeElement?.tagName).toBe('H2');
});
