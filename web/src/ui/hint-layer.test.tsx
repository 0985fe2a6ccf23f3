import { act, fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { HintLayer } from './hint-layer.tsx';

test('a hint shows at once where the keyboard leads, and none stays where a finger left the focus', async () => {
  render(
    <>
      <button type="button" data-hint="Lưu trữ">
        a
      </button>
      <HintLayer />
    </>,
  );
  const button = screen.getByRole('button');
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => button.focus());
  expect((await screen.findByRole('tooltip')).textContent).toBe('Lưu trữ');
  act(() => button.blur());
  expect(screen.queryByRole('tooltip')).toBeNull();

  const touch = new MouseEvent('pointerdown', { bubbles: true });
  Object.defineProperty(touch, 'pointerType', { value: 'touch' });
  fireEvent(button, touch);
  act(() => button.focus());
  // A hint would be shown by a zero-length timer, which fires before this frame.
  await act(() => new Promise((resolve) => void requestAnimationFrame(resolve)));
  expect(screen.queryByRole('tooltip')).toBeNull();
});
