import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { FaultBoundary } from './fault-boundary.tsx';

beforeEach(() => {
  speak('vi');
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

let isBroken: boolean;

function Part(): ReactNode {
  if (isBroken) throw new Error('broken');
  return <p>Đã có</p>;
}

async function retry(around: (part: ReactNode) => ReactNode): Promise<void> {
  isBroken = true;
  const boundary = (
    <FaultBoundary where="list">
      <Part />
    </FaultBoundary>
  );
  const { user } = await renderPart(around(boundary), {
    api: { reportClientError: async () => ({ data: { ok: true } }) as never },
  });
  isBroken = false;
  screen.getByRole('button', { name: 'Thử lại' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Đã có')).toBeTruthy();
}

test('a part that is drawn at the second try has the focus at its heading', async () => {
  await retry((part) => (
    <main>
      <h1>Hộp thư</h1>
      {part}
    </main>
  ));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Hộp thư' }));
});

test('beside the main part of the page the focus goes there', async () => {
  await retry((part) => (
    <div>
      <aside>{part}</aside>
      <main id="content">
        <h1>Hộp thư</h1>
      </main>
    </div>
  ));
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
