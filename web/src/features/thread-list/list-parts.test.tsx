import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPart } from '../../test-kit/render-part.tsx';
import { speak } from '../../test-kit/words.ts';
import { TrashBanner } from './list-lines.tsx';
import { PreviewPlaceholder } from './preview-placeholder.tsx';
import { SplitPane } from './split-pane.tsx';

test('TL-15 the place of the preview says that nothing is selected, or how many are, with a way to clear them', async () => {
  await speak('vi');
  const onClear = vi.fn();
  const { rerender, user } = await renderPart(<PreviewPlaceholder picked={0} onClear={onClear} />);
  expect(screen.queryByRole('button')).toBeNull();
  const none = screen.getByRole('paragraph').textContent;
  rerender(<PreviewPlaceholder picked={3} onClear={onClear} />);
  expect(screen.getByRole('paragraph').textContent).not.toBe(none);
  expect(screen.getByRole('paragraph').textContent).toContain('3');
  await user.click(screen.getByRole('button'));
  expect(onClear).toHaveBeenCalledOnce();
});

test('TL-17 Trash tells of the 30 days and offers to empty it', async () => {
  await speak('vi');
  const onEmpty = vi.fn();
  const { user } = await renderPart(<TrashBanner days={30} onEmpty={onEmpty} />);
  expect(screen.getByText(/30 ngày/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Dọn sạch Thùng rác' }));
  expect(onEmpty).toHaveBeenCalledOnce();
});

test('TL-13 the border between list and preview is moved by keys, and leaves a quarter to either', async () => {
  await speak('vi');
  const onSize = vi.fn();
  await renderPart(<SplitPane split="right" size={50} onSize={onSize} list="list" preview="preview" />);
  const border = screen.getByRole('separator');
  expect(border.getAttribute('aria-valuenow')).toBe('50');
  fireEvent.keyDown(border, { key: 'ArrowLeft' });
  expect(onSize).toHaveBeenLastCalledWith(52);
  fireEvent.keyDown(border, { key: 'Home' });
  fireEvent.keyDown(border, { key: 'ArrowRight' });
  expect(onSize).toHaveBeenLastCalledWith(25);
  fireEvent.keyDown(border, { key: 'End' });
  fireEvent.keyDown(border, { key: 'ArrowLeft' });
  expect(onSize).toHaveBeenLastCalledWith(75);
});
