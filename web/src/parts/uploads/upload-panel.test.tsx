import { ApiError } from '@bocau/contract/client.ts';
import { act, screen } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { createTestQueue } from './test-kit/test-queue.ts';
import { UploadPanel } from './upload-panel.tsx';
import { UploadQueueContext } from './use-uploads.ts';

beforeAll(() => speak('vi'));

async function show(...names: string[]) {
  const uploads = createTestQueue();
  const part = await renderPart(
    <UploadQueueContext value={uploads.queue}>
      <main id="content" tabIndex={-1}>
        <UploadPanel />
      </main>
    </UploadQueueContext>,
  );
  const sources = names.map((name) => ({ file: new File(['mười byte.'], name), folders: [] }));
  act(() => void uploads.queue.add(sources, null, 'fail'));
  return { ...part, ...uploads };
}

const panel = () => screen.getByRole('region', { name: 'Tải lên kho tệp' });
const press = async (user: { keyboard(keys: string): Promise<void> }, name: string) => {
  screen.getByRole('button', { name }).focus();
  await user.keyboard('{Enter}');
};

test('by keys alone: an upload is paused and goes on by the same button', async () => {
  const { user, latest } = await show('một.txt');
  await latest(({ progress }) => progress(4));
  await press(user, 'Tạm dừng một.txt');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Tiếp tục một.txt' }));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Tạm dừng một.txt' }));
});

test('by keys alone: whoever cancels, answers or clears is still in the panel', async () => {
  const { user, sent, latest } = await show('một.txt', 'hai.txt', 'ba.txt');
  await press(user, 'Hủy tải lên ba.txt');
  expect(document.activeElement).toBe(panel());
  await latest(({ failed }) => failed(new ApiError(409, 'already_exists', 'taken')));
  await press(user, 'Bỏ qua');
  expect(document.activeElement).toBe(panel());
  await act(async () => sent[0]?.done('e1'));
  await press(user, 'Bỏ các tệp đã xong khỏi danh sách');
  expect(document.activeElement).not.toBe(document.body);
});

test.each([
  ['a phone', true, 0],
  ['a desktop', false, 1],
])('on %s what is uploaded is said until it is put away, or for a moment', async (_, matches, left) => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((media) => ({ ...matchMedia(media), matches }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { sent } = await show('một.txt', 'hai.txt');
    await act(async () => sent[0]?.done('e1'));
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(panel()).toBeDefined();
    await act(async () => sent[1]?.done('e2'));
    expect(panel()).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.queryAllByRole('region', { name: 'Tải lên kho tệp' })).toHaveLength(left);
  } finally {
    vi.useRealTimers();
  }
});
