import { ApiError } from '@bocau/contract/client.ts';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { notices } from './notify.ts';
import { useAttempt } from './use-attempt.ts';

function Act({ act }: { act: () => Promise<unknown> }) {
  const { busy, run } = useAttempt();
  return (
    <button type="button" disabled={busy} onClick={() => void run(act)}>
      act
    </button>
  );
}

test('ER-3 a call that failed is told, and its button waits no more', async () => {
  speak('vi');
  notices.set([]);
  const answer = Promise.withResolvers<void>();
  const { user } = await renderPart(<Act act={() => answer.promise} />);
  const button = screen.getByRole<HTMLButtonElement>('button');
  await user.click(button);
  expect(button.disabled).toBe(true);
  answer.reject(new ApiError(500, 'internal_error', 'for developers'));
  await expect.poll(() => button.disabled).toBe(false);
  expect(notices.get().map(({ text }) => text)).toEqual([
    'Máy chủ gặp sự cố, chưa có gì thay đổi. Thử lại sau ít phút.',
  ]);
});
