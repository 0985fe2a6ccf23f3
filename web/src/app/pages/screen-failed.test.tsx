import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { createRouter } from '../../router/create-router.ts';
import { memoryEntries } from '../../router/history.ts';
import { RouterProvider } from '../../router/router.tsx';
import { speak } from '../../test-kit/words.ts';
import { AppearanceProvider } from '../../ui/appearance-context.tsx';
import { ScreenFailed } from './screen-failed.tsx';

beforeAll(() => speak('vi'));

function openRoom() {
  const missing = new TypeError('Failed to fetch dynamically imported module: /assets/room.js');
  const router = createRouter(
    [
      { path: '/folder/INBOX', component: () => <p>Hộp thư đến</p> },
      { path: '/room', lazy: () => Promise.reject(missing), failed: ScreenFailed },
    ],
    memoryEntries('/room'),
  );
  render(
    <AppearanceProvider>
      <RouterProvider router={router} starting={null} />
    </AppearanceProvider>,
  );
}

test('ER-1 a room that is not there without a network says so, and leads back to the mail', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openRoom();
  expect(await screen.findByText(/Bạn đang mất kết nối/)).toBeTruthy();
  expect(screen.queryByText(/bản mới/)).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Về Hộp thư đến' }));
  expect(await screen.findByText('Hộp thư đến')).toBeTruthy();
});

test('ER-1 one that does not come with a network may be of an older version', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  openRoom();
  expect(await screen.findByText(/hoặc có bản mới/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Tải lại' })).toBeTruthy();
});
