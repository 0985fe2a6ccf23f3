import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { ChoiceDialog } from './choice-dialog.tsx';

async function show() {
  const safe = vi.fn();
  const other = vi.fn();
  const part = await renderPart(
    <ChoiceDialog
      title="Thu hồi thư?"
      safe="Quay lại"
      other={{ label: 'Thu hồi', tone: 'danger' }}
      onSafe={safe}
      onOther={other}
    >
      Người nhận sẽ không còn thấy thư.
    </ChoiceDialog>,
  );
  return { ...part, safe, other };
}

test('the safe choice stands first and has the focus', async () => {
  await show();
  const [first] = await screen.findAllByRole('button');
  expect(first).toHaveProperty('textContent', 'Quay lại');
  await vi.waitFor(() => expect(document.activeElement).toBe(first));
});

test('Escape is the safe choice', async () => {
  const { user, safe, other } = await show();
  await user.keyboard('{Escape}');
  expect(safe).toHaveBeenCalledOnce();
  expect(other).not.toHaveBeenCalled();
});

test('the other choice is made by its own button alone', async () => {
  const { user, safe, other } = await show();
  await user.click(screen.getByRole('button', { name: 'Thu hồi' }));
  expect(other).toHaveBeenCalledOnce();
  expect(safe).not.toHaveBeenCalled();
});
