import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { renderPart } from '../test-kit/render-part.tsx';
import { speak } from '../test-kit/words.ts';
import { LoadFailed } from './load-failed.tsx';

beforeEach(() => speak('vi'));

function Part() {
  const [shown, setShown] = useState(false);
  return shown ? <p>Đã có</p> : <LoadFailed words="Không tải được" onRetry={() => setShown(true)} />;
}

async function retry(around: Parameters<typeof renderPart>[0]): Promise<void> {
  const { user } = await renderPart(around);
  screen.getByRole('button', { name: 'Thử lại' }).focus();
  await user.keyboard('{Enter}');
  expect(screen.getByText('Đã có')).toBeDefined();
}

test('the focus goes to the heading of what is shown when trying again takes the button away', async () => {
  await retry(
    <main>
      <h1>Tài khoản</h1>
      <section>
        <h2>Phiên đăng nhập</h2>
        <Part />
      </section>
      <section>
        <h2>Mật khẩu</h2>
      </section>
    </main>,
  );
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Phiên đăng nhập' }));
});

test('the focus does not go to the heading of another section', async () => {
  await retry(
    <main>
      <h1>Hàng đợi</h1>
      <section>
        <h2>Theo nơi đến</h2>
      </section>
      <section aria-label="Thư đang đợi">
        <Part />
      </section>
    </main>,
  );
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Hàng đợi' }));
});

test('the focus goes to the dialog or the main part where no heading stands before', async () => {
  await retry(
    <>
      <h1>Bồ Câu</h1>
      <main>
        <Part />
      </main>
    </>,
  );
  expect(document.activeElement).toBe(screen.getByRole('main'));
});

test('the focus stays where it is when it is elsewhere', async () => {
  const view = await renderPart(
    <main>
      <h1>Tài khoản</h1>
      <input aria-label="Tìm" />
      <LoadFailed words="Không tải được" onRetry={() => undefined} />
    </main>,
  );
  screen.getByRole('textbox').focus();
  view.rerender(
    <main>
      <h1>Tài khoản</h1>
      <input aria-label="Tìm" />
    </main>,
  );
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});
